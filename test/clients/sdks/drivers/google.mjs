// Google's package.
import { GoogleGenAI } from '@google/genai';

export const client = { name: '@google/genai', api: 'Gemini' };

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
};
const WEATHER = {
  name: 'weather',
  parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

export function connect({ origin, key, model }) {
  const httpOptions = { baseUrl: origin, retryOptions: { attempts: 3 } };
  const { models } = new GoogleGenAI({ apiKey: key, httpOptions });
  const ask = async (contents, config = {}) => neutral(await models.generateContent({ model, contents, config }));
  const loop = async (prompt) => {
    const config = { tools: [{ functionDeclarations: [WEATHER] }] };
    const asked = [{ role: 'user', parts: [{ text: prompt }] }];
    const called = await models.generateContent({ model, contents: asked, config });
    const parts = called.functionCalls.map(({ id, name, args }) => ({
      functionResponse: { ...(id ? { id } : {}), name, response: { output: `sunny in ${args.city}` } },
    }));
    return ask([...asked, called.candidates[0].content, { role: 'user', parts }], config);
  };
  const withFile = (prompt, mimeType, data) => ask([{ text: prompt }, { inlineData: { mimeType, data } }]);
  return {
    text: (prompt) => ask(prompt),
    async stream(prompt) {
      let text = '';
      let usage;
      for await (const chunk of await models.generateContentStream({ model, contents: prompt })) {
        text += chunk.text ?? '';
        usage = chunk.usageMetadata ?? usage;
      }
      return { text, usage: usageOf(usage) };
    },
    tools: loop,
    parallel: loop,
    async structured(prompt) {
      const config = { responseMimeType: 'application/json', responseJsonSchema: CITY };
      return { object: JSON.parse((await ask(prompt, config)).text) };
    },
    image: (prompt, png) => withFile(prompt, 'image/png', png),
    pdf: (prompt, pdf) => withFile(prompt, 'application/pdf', pdf),
    thinking: (prompt) => ask(prompt, { thinkingConfig: { includeThoughts: true, thinkingBudget: 1_024 } }),
    cache: (prompt) => ask(prompt),
    async abort(prompt, signal, hasBegun) {
      const config = { abortSignal: signal };
      for await (const { text } of await models.generateContentStream({ model, contents: prompt, config }))
        if (text) hasBegun();
    },
    retry: (prompt) => ask(prompt),
  };
}

function neutral({ candidates: [{ content }], usageMetadata }) {
  const textOf = (wanted) =>
    content.parts
      .filter(({ thought = false }) => thought === wanted)
      .map(({ text = '' }) => text)
      .join('');
  return { text: textOf(false), thoughts: textOf(true), usage: usageOf(usageMetadata) };
}

function usageOf({ promptTokenCount, candidatesTokenCount = 0, thoughtsTokenCount = 0, cachedContentTokenCount }) {
  return {
    input: promptTokenCount,
    output: candidatesTokenCount + thoughtsTokenCount,
    cached: cachedContentTokenCount,
  };
}
