// OpenAI's Agents SDK, which calls Responses.
import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import { z } from 'zod';

export const client = { name: '@openai/agents', api: 'Responses' };

const weather = tool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: z.object({ city: z.string() }),
  execute: async ({ city }) => `sunny in ${city}`,
});

export function connect({ origin, key, model }) {
  const modelProvider = new OpenAIProvider({ apiKey: key, baseURL: `${origin}/v1`, useResponses: true });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const agent = (more = {}) => new Agent({ name: 'Agent', model, ...more });
  const ask = async (input, more) => neutral(await runner.run(agent(more), input));
  const withPart = (text, part) => ask([{ role: 'user', content: [{ type: 'input_text', text }, part] }]);
  const loop = (prompt) => ask(prompt, { tools: [weather] });
  return {
    text: (prompt) => ask(prompt),
    async stream(prompt) {
      const result = await runner.run(agent(), prompt, { stream: true });
      let text = '';
      for await (const piece of result.toTextStream()) text += piece;
      await result.completed;
      return { ...neutral(result), text };
    },
    tools: loop,
    parallel: loop,
    async structured(prompt) {
      const outputType = z.object({ city: z.string(), country: z.string() });
      return { object: (await runner.run(agent({ outputType }), prompt)).finalOutput };
    },
    image: (prompt, png) => withPart(prompt, { type: 'input_image', image: `data:image/png;base64,${png}` }),
    pdf: (prompt, pdf) =>
      withPart(prompt, { type: 'input_file', file: `data:application/pdf;base64,${pdf}`, filename: 'a.pdf' }),
    thinking: (prompt) => ask(prompt, { modelSettings: { reasoning: { effort: 'low', summary: 'auto' } } }),
    cache: (prompt) => ask(prompt),
    async abort(prompt, signal, hasBegun) {
      const result = await runner.run(agent(), prompt, { stream: true, signal });
      for await (const piece of result.toTextStream()) if (piece) hasBegun();
    },
    retry: (prompt) => ask(prompt),
  };
}

function neutral({ finalOutput, rawResponses, newItems }) {
  const usage = rawResponses.at(-1)?.usage;
  const details = [usage?.inputTokensDetails ?? []].flat();
  const thought = newItems.find(({ type }) => type === 'reasoning_item')?.rawItem;
  return {
    text: finalOutput,
    thoughts: [...(thought?.content ?? []), ...(thought?.rawContent ?? [])].map(({ text }) => text).join(''),
    usage: { input: usage?.inputTokens, output: usage?.outputTokens, cached: details[0]?.cached_tokens },
  };
}
