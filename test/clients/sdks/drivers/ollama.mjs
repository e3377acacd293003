// Ollama's package.
import { Ollama } from 'ollama';

export const client = { name: 'ollama', api: 'Ollama' };
export const cannot = {
  pdf: "Ollama's API has no documents",
  cache: "Ollama's API says nothing of a cache",
  retry: 'the package does not try again',
};

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
};
const WEATHER = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

export function connect({ origin, key, model }) {
  const options = { host: origin, headers: { Authorization: `Bearer ${key}` } };
  const ollama = new Ollama(options);
  const ask = async (content, more = {}) =>
    neutral(await ollama.chat({ model, messages: [{ role: 'user', content }], ...more }));
  const loop = async (content) => {
    const messages = [{ role: 'user', content }];
    const { message } = await ollama.chat({ model, messages, tools: [WEATHER] });
    const results = message.tool_calls.map(({ function: called }) => ({
      role: 'tool',
      tool_name: called.name,
      content: `sunny in ${called.arguments.city}`,
    }));
    return neutral(await ollama.chat({ model, messages: [...messages, message, ...results], tools: [WEATHER] }));
  };
  return {
    text: (prompt) => ask(prompt),
    async stream(prompt) {
      const stream = await ollama.chat({ model, messages: [{ role: 'user', content: prompt }], stream: true });
      let text = '';
      let last;
      for await (const line of stream) {
        text += line.message.content;
        last = line;
      }
      return { ...neutral(last), text };
    },
    tools: loop,
    parallel: loop,
    structured: async (prompt) => ({ object: JSON.parse((await ask(prompt, { format: CITY })).text) }),
    image: async (content, png) =>
      neutral(await ollama.chat({ model, messages: [{ role: 'user', content, images: [png] }] })),
    thinking: (prompt) => ask(prompt, { think: true }),
    async abort(prompt, signal, hasBegun) {
      const leaving = new Ollama(options);
      signal.addEventListener('abort', () => leaving.abort());
      const stream = await leaving.chat({ model, messages: [{ role: 'user', content: prompt }], stream: true });
      for await (const { message } of stream) if (message.content) hasBegun();
    },
  };
}

function neutral({ message, prompt_eval_count: input, eval_count: output }) {
  return { text: message.content, thoughts: message.thinking, usage: { input, output } };
}
