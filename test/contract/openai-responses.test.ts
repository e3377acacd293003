// OpenAI's own package and its Agents SDK against /responses, unchanged but for base URL and key.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { THOUGHTS } from '../support/upstream-answers.ts';

const SENTENCE = WORDS.join('');
const INPUT = 20;
const OUTPUT = 60;
const WEATHER: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  strict: false,
};

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let client: OpenAI;
let sandbox: OpenAI;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
  client = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey, maxRetries: 0 });
  sandbox = new OpenAI({ baseURL: `${service.origin}/sandbox/v1`, apiKey: account.testKey, maxRetries: 0 });
});

after(async () => {
  await upstream.close();
  await service.stop();
});

const ask = { model: 'mock-good-1', input: 'Say something.' };
const sentLast = () => upstream.calls.at(-1)?.body ?? assert.fail('the upstream was not called');

test('a plain response has its text, its usage and its settings, and is charged like the same chat', async () => {
  const { data, response: http } = await client.responses
    .create({ ...ask, instructions: 'Be kind.', max_output_tokens: 100, temperature: 0.5, metadata: { topic: 'fox' } })
    .withResponse();
  assert.match(data.id, /^resp_/);
  assert.deepEqual(
    [data.object, data.status, data.model, data.output_text],
    ['response', 'completed', 'mock-good-1', SENTENCE],
  );
  const [item] = data.output;
  assert.ok(item?.type === 'message' && item.content[0]?.type === 'output_text');
  assert.deepEqual([item.role, item.status, item.content[0].text], ['assistant', 'completed', SENTENCE]);
  const { usage, error, incomplete_details, instructions, temperature, metadata, max_output_tokens } = data;
  assert.deepEqual([usage?.input_tokens, usage?.output_tokens, usage?.total_tokens], [12, 10, 22]);
  assert.deepEqual(
    [error, incomplete_details, instructions, temperature, metadata, max_output_tokens],
    [null, null, 'Be kind.', 0.5, { topic: 'fox' }, 100],
  );
  assert.equal(http.headers.get('x-credits-charged'), String((12 * INPUT + 10 * OUTPUT) / 1e6));
  assert.deepEqual(
    sentLast().messages?.map(({ role }) => role),
    ['system', 'user'],
  );
});

test('a stream numbers its events and tells of each item from its start to its end', async () => {
  const stream = client.responses.stream(ask);
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  for await (const event of stream) events.push(event);
  assert.deepEqual(
    events.map(({ sequence_number }) => sequence_number),
    events.map((_, index) => index),
  );
  const types = events.map(({ type }) => type.replace(/^response\./, ''));
  // Words that arrive in one packet are one delta.
  assert.deepEqual(
    types.filter((type, index) => type !== types[index - 1]),
    [
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ],
  );
  const deltas = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''));
  assert.equal(deltas.join(''), SENTENCE);
  const final = await stream.finalResponse();
  assert.deepEqual([final.output_text, final.status, final.usage?.total_tokens], [SENTENCE, 'completed', 22]);
  const read = await client.responses.retrieve(final.id);
  assert.deepEqual([read.id, read.output_text, read.usage?.total_tokens], [final.id, SENTENCE, 22]);
});

test('thoughts are reasoning items: as their own text, or as the summary that was asked for', async () => {
  const whole = await client.responses.create({ ...ask, model: 'mock-thinking-1', reasoning: { effort: 'low' } });
  assert.equal(sentLast().reasoning_effort, 'low');
  const [thought, said] = whole.output;
  assert.ok(thought?.type === 'reasoning' && said?.type === 'message');
  assert.deepEqual(thought.content, [{ type: 'reasoning_text', text: THOUGHTS.join('') }]);
  assert.equal(whole.usage?.output_tokens_details.reasoning_tokens, 3);
  assert.equal(whole.usage?.input_tokens_details.cached_tokens, 4);
  const stream = client.responses.stream({ ...ask, model: 'mock-thinking-1', reasoning: { summary: 'auto' } });
  let summary = '';
  for await (const event of stream) if (event.type === 'response.reasoning_summary_text.delta') summary += event.delta;
  const [item] = (await stream.finalResponse()).output;
  assert.equal(summary, THOUGHTS.join(''));
  assert.deepEqual(item?.type === 'reasoning' && item.summary, [{ type: 'summary_text', text: summary }]);
});

test('a function is called, its output goes back by previous_response_id, and the answer follows', async () => {
  const asked = { ...ask, tools: [WEATHER], tool_choice: 'required' as const, parallel_tool_calls: false };
  const called = await client.responses.create(asked);
  assert.deepEqual([sentLast().tool_choice, sentLast().parallel_tool_calls], ['required', false]);
  const stream = client.responses.stream(asked);
  let given = '';
  for await (const event of stream) if (event.type === 'response.function_call_arguments.delta') given += event.delta;
  assert.equal(given, '{"city":"Paris"}');
  for (const response of [called, await stream.finalResponse()]) {
    const [call] = response.output;
    assert.ok(call?.type === 'function_call');
    assert.deepEqual([call.name, call.call_id, call.arguments, call.status], ['weather', 'call_1', given, 'completed']);
    const answer = await client.responses.create({
      model: 'mock-good-1',
      previous_response_id: response.id,
      input: [{ type: 'function_call_output', call_id: call.call_id, output: 'sunny' }],
    });
    assert.equal(answer.output_text, SENTENCE);
    assert.equal(answer.previous_response_id, response.id);
    assert.deepEqual(
      sentLast().messages?.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
    const next = await client.responses.create({ ...ask, previous_response_id: answer.id });
    assert.equal(sentLast().messages?.length, 5);
    assert.equal(next.status, 'completed');
  }
});

test('an item of a stored response can be given by its id', async () => {
  const first = await client.responses.create(ask);
  const id = first.output[0]?.type === 'message' ? first.output[0].id : assert.fail('no message');
  await client.responses.create({
    model: 'mock-good-1',
    input: [
      { role: 'user', content: 'Hi' },
      { type: 'item_reference', id },
      { role: 'user', content: 'And?' },
    ],
  });
  assert.deepEqual(sentLast().messages?.[1], { role: 'assistant', content: SENTENCE });
  const stranger = await service.account();
  const other = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: stranger.liveKey, maxRetries: 0 });
  const stealing = other.responses.create({ model: 'mock-good-1', input: [{ type: 'item_reference', id }] });
  await assert.rejects(stealing, (error) => refusedWith(error, 404, 'not_found'));
  const many = Array.from({ length: 101 }, (_, index) => `msg_${String(index).padStart(26, '0')}_0`);
  const filling = client.responses.create({
    model: 'mock-good-1',
    input: many.map((one) => ({ type: 'item_reference', id: one })),
  });
  await assert.rejects(filling, (error) => refusedWith(error, 400, 'invalid_parameter'));
});

test('structured output is parsed by the package', async () => {
  const City = z.object({ city: z.string(), population: z.number() });
  const parsed = await client.responses.parse({ ...ask, text: { format: zodTextFormat(City, 'city') } });
  assert.deepEqual(parsed.output_parsed, { city: 'Paris', population: 2100000 });
  const { response_format: format } = sentLast();
  assert.equal(format?.type, 'json_schema');
  assert.ok(parsed.text?.format?.type === 'json_schema' && parsed.text.format.name === 'city');
});

test('images are read where the model sees', async () => {
  const image_url = `data:image/png;base64,${Buffer.from(await plain(8, 8, '#aa0000')).toString('base64')}`;
  await client.responses.create({
    model: 'mock-good-1',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is it?' },
          { type: 'input_image', image_url, detail: 'low' },
        ],
      },
    ],
  });
  assert.match(JSON.stringify(sentLast().messages), /What is it.*data:image\/png;base64,/);
});

test('input items are listed in pages, and a deleted response is gone', async () => {
  const response = await client.responses.create({
    model: 'mock-good-1',
    input: [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Three' },
    ],
  });
  const texts: string[] = [];
  for await (const item of client.responses.inputItems.list(response.id, { limit: 2, order: 'asc' })) {
    assert.ok(item.type === 'message' && item.id);
    const [part] = item.content;
    texts.push(part && 'text' in part ? part.text : '');
  }
  assert.deepEqual(texts, ['One', 'Two', 'Three']);
  await client.responses.delete(response.id);
  await assert.rejects(client.responses.retrieve(response.id), (error) => refusedWith(error, 404, 'not_found'));
  await assert.rejects(client.responses.delete(response.id), (error) => refusedWith(error, 404, 'not_found'));
});

test('what is not stored cannot be read or continued, and nothing is shared between accounts and environments', async () => {
  const unstored = await client.responses.create({ ...ask, store: false });
  await assert.rejects(client.responses.retrieve(unstored.id), (error) => refusedWith(error, 404, 'not_found'));
  const stored = await client.responses.create(ask);
  const stranger = await service.account();
  const other = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: stranger.liveKey, maxRetries: 0 });
  for (const one of [other, sandbox]) {
    await assert.rejects(one.responses.retrieve(stored.id), (error) => refusedWith(error, 404, 'not_found'));
    const model = one === sandbox ? 'sandbox-echo-1' : 'mock-good-1';
    const continuing = one.responses.create({ model, input: 'And?', previous_response_id: stored.id });
    await assert.rejects(continuing, (error) => refusedWith(error, 404, 'not_found', 'previous_response_id'));
  }
});

test('many responses at once are all stored before they are answered', async () => {
  const made = await Promise.all(Array.from({ length: 40 }, () => client.responses.create(ask)));
  const read = await Promise.all(made.map(({ id }) => client.responses.retrieve(id)));
  assert.deepEqual(
    read.map(({ id, output_text }) => [id, output_text]),
    made.map(({ id }) => [id, SENTENCE]),
  );
});

test('a chain whose beginning was deleted cannot be continued', async () => {
  const first = await client.responses.create(ask);
  const second = await client.responses.create({ ...ask, previous_response_id: first.id });
  await client.responses.delete(first.id);
  const third = client.responses.create({ ...ask, previous_response_id: second.id });
  await assert.rejects(third, (error) => refusedWith(error, 404, 'not_found', 'previous_response_id'));
});

test('an answer at its limit is incomplete, and an answer that breaks is failed', async () => {
  const short = await client.responses.create({ ...ask, max_output_tokens: 3 });
  assert.deepEqual([short.status, short.incomplete_details?.reason], ['incomplete', 'max_output_tokens']);
  const streamed = client.responses.stream({ ...ask, max_output_tokens: 3 });
  assert.equal((await streamed.finalResponse()).status, 'incomplete');
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  const broken = await sandbox.responses.create({
    model: 'sandbox-stream-break',
    input: 'a b c d e f g h',
    stream: true,
  });
  for await (const event of broken) events.push(event);
  const last = events.at(-1);
  assert.ok(last?.type === 'response.failed');
  assert.deepEqual([last.response.status, last.response.error?.code], ['failed', 'server_error']);
  assert.equal(last.sequence_number, events.length - 1);
});

test('what cannot be honoured is refused in words that name the field', async () => {
  const sound = [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }];
  for (const [param, more] of [
    ['prompt', { prompt: { id: 'p' } }],
    ['input[0].content[0].input_audio.data', { input: sound }],
    ['input[0].type', { input: [{ type: 'computer_call_output', call_id: 'x', output: 'y' }] }],
    ['text.format.schema', { text: { format: { type: 'json_schema', name: 'x' } } }],
    ['model', { model: 'no-such-model' }],
  ] as const) {
    const { status, json } = await service.call('POST', '/v1/responses', {
      key: account.liveKey,
      body: { ...ask, ...more },
    });
    assert.deepEqual([status, json.error.param], [400, param], JSON.stringify(json));
  }
  const stored = await client.responses.create(ask);
  await assert.rejects(client.responses.cancel(stored.id), (error) => refusedWith(error, 400, 'invalid_parameter'));
  await assert.rejects(client.responses.cancel('resp_unknown'), (error) => refusedWith(error, 404, 'not_found'));
});

test('an agent of the Agents SDK uses its function and ends with an answer, whole and streamed', async () => {
  const modelProvider = new OpenAIProvider({
    apiKey: account.liveKey,
    baseURL: `${service.origin}/v1`,
    useResponses: true,
  });
  const cities: string[] = [];
  const weather = tool({
    name: 'weather',
    description: 'The weather of a city',
    parameters: z.object({ city: z.string() }),
    execute: async ({ city }) => {
      cities.push(city);
      return 'sunny';
    },
  });
  const agent = new Agent({ name: 'Guide', instructions: 'Use the tool.', model: 'mock-good-1', tools: [weather] });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const result = await runner.run(agent, 'How is the weather?');
  assert.equal(result.finalOutput, SENTENCE);
  const streamed = await runner.run(agent, 'How is the weather?', { stream: true });
  await streamed.completed;
  assert.equal(streamed.finalOutput, SENTENCE);
  assert.deepEqual(cities, ['Paris', 'Paris']);
});

function refusedWith(error: unknown, status: number, code: string, param?: string): true {
  assert.ok(error instanceof OpenAI.APIError, String(error));
  assert.deepEqual([error.status, error.code], [status, code], error.message);
  if (param) assert.equal(error.param, param);
  return true;
}
