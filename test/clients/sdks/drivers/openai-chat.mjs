// OpenAI's package, chat completions.
import OpenAI from 'openai';

export const client = { name: 'openai', api: 'Chat completions' };

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
  additionalProperties: false,
};
const USER = (content) => [{ role: 'user', content }];

export function connect({ origin, key, model }) {
  const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: key, maxRetries: 2 });
  const chat = openai.chat.completions;
  const ask = async (content, more = {}) => neutral(await chat.create({ model, messages: USER(content), ...more }));
  const weather = {
    type: 'function',
    function: {
      name: 'weather',
      function: ({ city }) => `sunny in ${city}`,
      parse: JSON.parse,
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  };
  const loop = async (content) => ({
    text: await chat.runTools({ model, messages: USER(content), tools: [weather] }).finalContent(),
  });
  return {
    text: (prompt) => ask(prompt),
    async stream(prompt) {
      const options = { include_usage: true };
      const stream = chat.stream({ model, messages: USER(prompt), stream_options: options });
      let text = '';
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
      return { text, usage: usageOf(await stream.totalUsage()) };
    },
    tools: loop,
    parallel: loop,
    async structured(prompt) {
      const response_format = { type: 'json_schema', json_schema: { name: 'city', schema: CITY, strict: true } };
      const { text } = await ask(prompt, { response_format });
      return { object: JSON.parse(text) };
    },
    image: (prompt, png) =>
      ask([
        { type: 'text', text: prompt },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
      ]),
    pdf: (prompt, pdf) =>
      ask([
        { type: 'text', text: prompt },
        { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` } },
      ]),
    thinking: (prompt) => ask(prompt, { reasoning_effort: 'low' }),
    cache: (prompt) => ask(prompt),
    async abort(prompt, signal, hasBegun) {
      const stream = await chat.create({ model, messages: USER(prompt), stream: true }, { signal });
      for await (const { choices } of stream) if (choices[0]?.delta.content) hasBegun();
    },
    retry: (prompt) => ask(prompt),
  };
}

function neutral({ choices: [{ message }], usage }) {
  return { text: message.content, thoughts: message.reasoning_content, usage: usageOf(usage) };
}

function usageOf(usage) {
  const { prompt_tokens, completion_tokens, prompt_tokens_details } = usage;
  return { input: prompt_tokens, output: completion_tokens, cached: prompt_tokens_details?.cached_tokens };
}
