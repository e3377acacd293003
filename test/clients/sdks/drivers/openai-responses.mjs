// OpenAI's package, Responses.
import OpenAI from 'openai';

export const client = { name: 'openai', api: 'Responses' };

const CITY = {
  type: 'object',
  properties: { city: { type: 'string' }, country: { type: 'string' } },
  required: ['city', 'country'],
  additionalProperties: false,
};
const WEATHER = {
  type: 'function',
  name: 'weather',
  strict: false,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

export function connect({ origin, key, model }) {
  const { responses } = new OpenAI({ baseURL: `${origin}/v1`, apiKey: key, maxRetries: 2 });
  const ask = async (content, more = {}) =>
    neutral(await responses.create({ model, input: [{ role: 'user', content }], ...more }));
  const loop = async (prompt) => {
    const asked = { model, tools: [WEATHER] };
    const called = await responses.create({ ...asked, input: prompt });
    const input = called.output
      .filter(({ type }) => type === 'function_call')
      .map(({ call_id, arguments: text }) => {
        const output = `sunny in ${JSON.parse(text).city}`;
        return { type: 'function_call_output', call_id, output };
      });
    return neutral(await responses.create({ ...asked, input, previous_response_id: called.id }));
  };
  return {
    text: (prompt) => ask(prompt),
    async stream(prompt) {
      const stream = responses.stream({ model, input: prompt });
      let text = '';
      for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
      return { text, usage: neutral(await stream.finalResponse()).usage };
    },
    tools: loop,
    parallel: loop,
    async structured(prompt) {
      const text = { format: { type: 'json_schema', name: 'city', schema: CITY, strict: true } };
      const answer = await responses.parse({ model, input: prompt, text });
      return { object: JSON.parse(answer.output_text) };
    },
    image: (prompt, png) =>
      ask([
        { type: 'input_text', text: prompt },
        { type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${png}` },
      ]),
    pdf: (prompt, pdf) =>
      ask([
        { type: 'input_text', text: prompt },
        { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` },
      ]),
    thinking: (prompt) => ask(prompt, { reasoning: { effort: 'low', summary: 'auto' } }),
    cache: (prompt) => ask(prompt),
    async abort(prompt, signal, hasBegun) {
      const stream = await responses.create({ model, input: prompt, stream: true }, { signal });
      for await (const { type } of stream) if (type === 'response.output_text.delta') hasBegun();
    },
    retry: (prompt) => ask(prompt),
  };
}

function neutral({ output, output_text, usage }) {
  const thought = output.find(({ type }) => type === 'reasoning');
  return {
    text: output_text,
    thoughts: [...(thought?.summary ?? []), ...(thought?.content ?? [])].map(({ text }) => text).join(''),
    usage: {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cached: usage.input_tokens_details.cached_tokens,
    },
  };
}
