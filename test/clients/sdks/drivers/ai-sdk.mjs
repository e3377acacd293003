// What the AI SDK does with a model of any of its providers.
import { generateObject, generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
  additionalProperties: false,
};
const tools = {
  weather: tool({
    inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
    execute: async ({ city }) => `sunny in ${city}`,
  }),
};

/** `thinking` are the provider's options for thoughts, `caching` those of a message that is to be cached. */
export function drive(model, { thinking = {}, caching = {} } = {}) {
  const ask = async (prompt, more = {}) =>
    neutral(await generateText({ model, prompt, maxOutputTokens: 4_000, ...more }));
  const loop = (prompt) => ask(prompt, { tools, stopWhen: stepCountIs(3) });
  const withPart = (text, part) =>
    ask(undefined, { messages: [{ role: 'user', content: [{ type: 'text', text }, part] }] });
  return {
    text: (prompt) => ask(prompt),
    async stream(prompt) {
      const result = streamText({ model, prompt });
      let text = '';
      for await (const piece of result.textStream) text += piece;
      return { text, usage: usageOf(await result.usage) };
    },
    tools: loop,
    parallel: loop,
    async structured(prompt) {
      const { object } = await generateObject({ model, prompt, schema: jsonSchema(CITY) });
      return { object };
    },
    image: (prompt, png) => withPart(prompt, { type: 'file', data: png, mediaType: 'image/png' }),
    pdf: (prompt, pdf) =>
      withPart(prompt, { type: 'file', data: pdf, mediaType: 'application/pdf', filename: 'a.pdf' }),
    thinking: (prompt) => ask(prompt, { providerOptions: thinking }),
    cache: (content) => ask(undefined, { messages: [{ role: 'user', content, providerOptions: caching }] }),
    async abort(prompt, signal, hasBegun) {
      const { textStream } = streamText({ model, prompt, abortSignal: signal, onError: () => undefined });
      for await (const piece of textStream) if (piece) hasBegun();
    },
    retry: (prompt) => ask(prompt),
  };
}

function neutral({ text, reasoningText, usage }) {
  return { text, thoughts: reasoningText, usage: usageOf(usage) };
}

function usageOf({ inputTokens, outputTokens, inputTokenDetails }) {
  return { input: inputTokens, output: outputTokens, cached: inputTokenDetails?.cacheReadTokens };
}
