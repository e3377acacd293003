// What LangChain does with a chat model of any of its packages.
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';

const CITY = {
  title: 'city',
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
  additionalProperties: false,
};
const weather = tool(({ city }) => `sunny in ${city}`, {
  name: 'weather',
  description: 'The weather in a city',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
});

/** `build` makes a model with further options. */
export function drive(build, { thinking = {}, mark = {}, fileOf }) {
  const ask = async (content, more) => neutral(await build(more).invoke([new HumanMessage({ content })]));
  const loop = async (prompt) => {
    const bound = build().bindTools([weather]);
    const asked = new HumanMessage(prompt);
    const called = await bound.invoke([asked]);
    const results = await Promise.all(
      called.tool_calls.map(async ({ id, args }) => {
        const content = await weather.invoke(args);
        return new ToolMessage({ tool_call_id: id, name: 'weather', content });
      }),
    );
    return neutral(await bound.invoke([asked, called, ...results]));
  };
  return {
    text: (prompt) => ask(prompt),
    async stream(prompt) {
      let whole;
      for await (const chunk of await build({ streaming: true }).stream(prompt)) whole = whole?.concat(chunk) ?? chunk;
      return neutral(whole);
    },
    tools: loop,
    parallel: loop,
    async structured(prompt) {
      return {
        object: await build().withStructuredOutput(CITY, { name: 'city', method: 'jsonSchema' }).invoke(prompt),
      };
    },
    image: (text, png) =>
      ask([
        { type: 'text', text },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
      ]),
    pdf: (text, pdf) => ask([{ type: 'text', text }, fileOf(pdf)]),
    thinking: (prompt) => ask(prompt, thinking),
    cache: (text) => ask([{ type: 'text', text, ...mark }]),
    async abort(prompt, signal, hasBegun) {
      for await (const chunk of await build({ streaming: true }).stream(prompt, { signal })) if (chunk.text) hasBegun();
    },
    retry: (prompt) => ask(prompt),
  };
}

function neutral(message) {
  const { input_tokens: input, output_tokens: output, input_token_details } = message.usage_metadata ?? {};
  const blocks = message.contentBlocks ?? [];
  return {
    text: message.text,
    thoughts: blocks.map(({ type, reasoning }) => (type === 'reasoning' ? reasoning : '')).join(''),
    usage: { input, output, cached: input_token_details?.cache_read },
  };
}
