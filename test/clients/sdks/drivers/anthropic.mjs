// Anthropic's package.
import Anthropic from '@anthropic-ai/sdk';

export const client = { name: '@anthropic-ai/sdk', api: 'Messages' };

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
  additionalProperties: false,
};
const WEATHER = {
  name: 'weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

export function connect({ origin, key, model }) {
  const { messages } = new Anthropic({ baseURL: origin, apiKey: key, maxRetries: 2 });
  const order = (content, more = {}) => ({ model, max_tokens: 4_000, messages: [{ role: 'user', content }], ...more });
  const ask = async (content, more) => neutral(await messages.create(order(content, more)));
  const loop = async (prompt) => {
    const asked = order(prompt, { tools: [WEATHER] });
    const called = await messages.stream(asked).finalMessage();
    const content = called.content
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, input }) => ({ type: 'tool_result', tool_use_id: id, content: `sunny in ${input.city}` }));
    const turns = [...asked.messages, { role: 'assistant', content: called.content }, { role: 'user', content }];
    return neutral(await messages.create({ ...asked, messages: turns }));
  };
  const file = (type, media_type, data) => ({ type, source: { type: 'base64', media_type, data } });
  return {
    text: (prompt) => ask(prompt),
    async stream(prompt) {
      const stream = messages.stream(order(prompt));
      let text = '';
      stream.on('text', (piece) => (text += piece));
      const { usage } = neutral(await stream.finalMessage());
      return { text, usage };
    },
    tools: loop,
    parallel: loop,
    async structured(prompt) {
      const { text } = await ask(prompt, { output_config: { format: { type: 'json_schema', schema: CITY } } });
      return { object: JSON.parse(text) };
    },
    image: (prompt, png) => ask([{ type: 'text', text: prompt }, file('image', 'image/png', png)]),
    pdf: (prompt, pdf) => ask([{ type: 'text', text: prompt }, file('document', 'application/pdf', pdf)]),
    thinking: (prompt) => ask(prompt, { thinking: { type: 'enabled', budget_tokens: 1_024 } }),
    cache: (prompt) => ask([{ type: 'text', text: prompt, cache_control: { type: 'ephemeral' } }]),
    async abort(prompt, signal, hasBegun) {
      const stream = await messages.create({ ...order(prompt), stream: true }, { signal });
      for await (const { type } of stream) if (type === 'content_block_delta') hasBegun();
    },
    retry: (prompt) => ask(prompt),
  };
}

function neutral({ content, usage }) {
  const { input_tokens, output_tokens, cache_read_input_tokens: cached } = usage;
  return {
    text: content.map(({ text = '' }) => text).join(''),
    thoughts: content.map(({ thinking = '' }) => thinking).join(''),
    // Anthropic counts tokens from the cache separately.
    usage: { input: input_tokens + (cached ?? 0), output: output_tokens, cached },
  };
}
