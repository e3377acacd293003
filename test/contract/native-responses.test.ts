// Responses calls to an upstream of OpenAI's pass in its own dialect: what they mean and cost stays the same, nothing dearer passes.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import OpenAI from 'openai';
import { configWith } from '../support/config-file.ts';
import { plain } from '../support/pictures.ts';
import { CITATION, ENCRYPTED, type ResponsesUpstream, startResponsesUpstream } from '../support/responses-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { until } from '../support/until.ts';

const PRICE = { input: 1_000, output: 5_000, cached_input: 100, cache_write: 1_250 };
const MODELS = ['gpt-5-up', 'gpt-4o-up', 'gpt-endless', 'gpt-stalls', 'gpt-breaks', 'gpt-busy', 'gpt-picky'];
/** 100 + 60 read + 40 written, and 20 of the answer. */
const WHOLE_CREDITS = (100 * PRICE.input + 60 * PRICE.cached_input + 40 * PRICE.cache_write + 20 * PRICE.output) / 1e6;
const WEATHER = { type: 'function' as const, name: 'weather', parameters: { type: 'object' }, strict: false };
const ENCRYPT = ['reasoning.encrypted_content' as const];

let upstream: ResponsesUpstream;
let service: TestService;
let account: TestAccount;
let client: OpenAI;

before(async () => {
  upstream = await startResponsesUpstream();
  const models = MODELS.map((id) => ({ id: `our-${id}`, upstream_id: id, price: PRICE, context_window: 100_000 }));
  const CONFIG = await configWith([
    {
      name: 'open',
      base_url: upstream.baseUrl,
      responses: true,
      list_models: false,
      retries: 0,
      models: models.map((one) => (one.id === 'our-gpt-busy' ? { ...one, fallbacks: ['chat-only'] } : one)),
    },
    { name: 'other', base_url: upstream.baseUrl, list_models: false, models: [{ id: 'chat-only', price: PRICE }] },
  ]);
  service = await startService({ CONFIG, TEST_WORKER: '0', READ_ON_SECONDS: '1' });
  account = await service.account();
  client = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey, maxRetries: 0 });
});
after(async () => {
  await upstream.close();
  await service.stop();
});

const ask = { model: 'our-gpt-5-up', input: 'How many?' };
const sentLast = () => upstream.calls.at(-1) ?? assert.fail('the upstream was not called');
const post = (body: object, key = account.liveKey) =>
  service.call('POST', '/v1/responses', { key, body: { ...ask, ...body } });
const charged = async (after: number) => {
  const { json } = await service.call('GET', '/v1/payments/transactions?type=usage&limit=100', {
    key: account.liveKey,
  });
  return json.data.length > after ? json.data : undefined;
};

test('what has the same meaning and price passes; the answer is the upstream’s own, with ids of this service, at the price of its cache', async () => {
  const own = {
    instructions: 'Be brief.',
    temperature: 1,
    top_logprobs: 2,
    truncation: 'auto',
    safety_identifier: 'u',
    prompt_cache_retention: '24h',
    text: { verbosity: 'low' },
  };
  const { status, json, headers, text } = await post({
    ...own,
    include: ['reasoning.encrypted_content', 'message.output_text.logprobs', 'file_search_call.results'],
    reasoning: { effort: 'max', summary: 'auto', mode: 'pro' },
    max_output_tokens: 2_000,
    max_tool_calls: 3,
    service_tier: 'priority',
    prompt_cache_key: 'mine',
    metadata: { topic: 'nine' },
    tool_choice: 'auto',
    tools: [
      {
        type: 'namespace',
        name: 'crm',
        description: 'Customers',
        tools: [{ ...WEATHER, server_url: 'https://a.example' }],
      },
      { type: 'web_search', search_context_size: 'high' },
      { type: 'code_interpreter', container: { type: 'auto' } },
      { type: 'mcp', server_label: 'x', server_url: 'https://attacker.example' },
    ],
    background: false,
    field_of_next_month: 1,
  });
  assert.equal(status, 200, text);
  const { path, body } = sentLast();
  const { prompt_cache_key: key, tools, ...rest } = body;
  assert.equal(path, '/v1/responses');
  assert.deepEqual(rest, {
    ...own,
    model: 'gpt-5-up',
    input: [{ type: 'message', role: 'user', content: 'How many?' }],
    include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
    reasoning: { effort: 'max', summary: 'auto' },
    max_output_tokens: 2_000,
    service_tier: 'default',
    store: false,
    stream: false,
    tool_choice: 'auto',
  });
  assert.deepEqual(tools, [{ type: 'namespace', name: 'crm', description: 'Customers', tools: [WEATHER] }]);
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.equal(headers.get('x-left-out'), 'tools[1] web_search, tools[2] code_interpreter, tools[3] mcp');
  assert.equal(headers.get('x-credits-charged'), String(WHOLE_CREDITS));
  const [thought, message] = json.output;
  assert.match(json.id, /^resp_/);
  assert.deepEqual(
    [json.model, json.status, json.service_tier, json.output_text, json.metadata, json.usage.output_tokens],
    ['our-gpt-5-up', 'completed', 'default', 'Nine.', { topic: 'nine' }, 20],
  );
  assert.deepEqual(
    [thought.id, message.id],
    [0, 1].map((index) => `${index === 0 ? 'rs' : 'msg'}_${json.id.slice('resp_'.length)}_${index}`),
  );
  assert.deepEqual(message.content[0].annotations, [CITATION]);
  assert.equal(message.content[0].logprobs.length, 1);
  const stored = await client.responses.retrieve(json.id);
  assert.deepEqual(stored.output, json.output);
});

test('a stateless loop of the published client, streamed: thoughts go back as the upstream encrypted them, and to nobody else', async () => {
  const before = (await charged(-1)).length;
  const asked = { ...ask, tools: [WEATHER], store: false, include: [...ENCRYPT] };
  const stream = client.responses.stream(asked);
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  for await (const event of stream) events.push(event);
  assert.deepEqual(
    events.map(({ sequence_number }) => sequence_number),
    events.map((_, index) => index),
  );
  const first = await stream.finalResponse();
  const [thought, call] = first.output;
  assert.ok(thought?.type === 'reasoning' && call?.type === 'function_call');
  assert.ok(thought.encrypted_content && !thought.encrypted_content.includes(ENCRYPTED));
  assert.equal(call.arguments, '{"city":"Paris"}');
  const input = [
    { role: 'user' as const, content: 'How many?' },
    ...first.output,
    { type: 'function_call_output' as const, call_id: call.call_id, output: 'Sunny' },
  ];
  const second = await client.responses.create({
    ...asked,
    input,
  } as OpenAI.Responses.ResponseCreateParamsNonStreaming);
  assert.equal(second.output_text, 'Nine.');
  assert.deepEqual(sentLast().body.input.slice(1), [
    { type: 'reasoning', summary: [], encrypted_content: ENCRYPTED },
    { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Paris"}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'Sunny' },
  ]);
  const rows = await until(() => charged(before + 1), { saying: 'both calls are charged' });
  assert.deepEqual([rows[0].credits, rows[1].credits], [-WHOLE_CREDITS, -WHOLE_CREDITS]);
  const stranger = await service.account();
  const stolen = { type: 'reasoning', summary: [], encrypted_content: thought.encrypted_content };
  const { status } = await post({ input: [...input.slice(0, 1), stolen, ...input.slice(2)] }, stranger.liveKey);
  assert.equal(status, 200);
  assert.ok(!JSON.stringify(sentLast().body).includes(ENCRYPTED));
  const raw = { ...stolen, encrypted_content: ENCRYPTED };
  await post({ input: [...input.slice(0, 1), raw, ...input.slice(2)] });
  assert.ok(!JSON.stringify(sentLast().body).includes(ENCRYPTED), 'nothing that this service did not seal passes');
});

test('a chain by previous_response_id keeps thoughts and calls here; a custom tool comes back as it is; references find their items', async () => {
  const first = await client.responses.create({ ...ask, tools: [{ type: 'custom', name: 'walk' }] });
  const call = first.output[1];
  assert.ok(call?.type === 'custom_tool_call' && call.input === 'go west');
  const output = { type: 'custom_tool_call_output' as const, call_id: call.call_id, output: 'Arrived' };
  const second = await client.responses.create({ ...ask, previous_response_id: first.id, input: [output] });
  assert.equal(second.output_text, 'Nine.');
  const { input } = sentLast().body;
  assert.deepEqual(
    input.map(({ type }: { type: string }) => type),
    ['message', 'reasoning', 'custom_tool_call', 'custom_tool_call_output'],
  );
  assert.equal(input[1].encrypted_content, ENCRYPTED);
  const reference = { type: 'item_reference' as const, id: second.output[1]?.id ?? '' };
  await client.responses.create({ ...ask, input: [reference, { role: 'user', content: 'Why?' }] });
  assert.deepEqual(sentLast().body.input[0], {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Nine.' }],
  });
  const listed = await client.responses.inputItems.list(second.id);
  assert.equal(listed.data[0]?.type, 'custom_tool_call_output');
});

test('a model that does not think is not asked to encrypt thoughts; a short answer, a conversation and a short balance are translated', async () => {
  await post({ model: 'our-gpt-4o-up', include: [...ENCRYPT] });
  assert.deepEqual(sentLast().body.include, []);
  await post({ max_output_tokens: 8 });
  assert.equal(sentLast().path, '/v1/chat/completions');
  const conversation = await client.conversations.create();
  await post({ conversation: conversation.id });
  assert.equal(sentLast().path, '/v1/chat/completions');
  const poor = await service.account({ credits: 12 });
  const { status } = await post({ model: 'our-gpt-4o-up', stream: true }, poor.liveKey);
  assert.deepEqual([status, sentLast().path], [200, '/v1/chat/completions']);
});

test('nothing that a customer names is fetched by the upstream: images and documents are read here, also those of results', async () => {
  const image = `data:image/gif;base64,${((await plain(8, 8, '#4080c0')) as Buffer).toString('base64')}`;
  const file = `data:application/pdf;base64,${smallPdf('The answer is forty-two').toString('base64')}`;
  const parts = [
    { type: 'input_image', image_url: image, detail: 'low' },
    { type: 'input_file', filename: 'notes.pdf', file_data: file },
  ];
  const call = { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' };
  const told = await post({
    input: [{ role: 'user', content: parts }, call, { type: 'function_call_output', call_id: 'c', output: parts }],
  });
  assert.equal(told.status, 200, told.text);
  const [message, , result] = sentLast().body.input;
  for (const [picture, document] of [message.content, result.output]) {
    assert.match(picture.image_url, /^data:image\/png;base64,/);
    assert.equal(document.text, '<document name="notes.pdf">\nThe answer is forty-two\n</document>');
  }
  const calls = upstream.calls.length;
  for (const url of ['http://169.254.169.254/latest', 'file-of-somebody'])
    for (const part of [
      { type: 'input_image', image_url: url },
      { type: 'input_file', file_url: url },
    ]) {
      const refused = await post({ input: [{ role: 'user', content: [part] }] });
      assert.equal(refused.status, 400, refused.text);
      assert.equal(refused.json.error.param, 'input[0].content[0]');
    }
  assert.equal(upstream.calls.length, calls);
});

test('an upstream that goes on beyond the limit is cut off, whoever leaves pays for prompt and part, and a failure is told', async () => {
  const cut = await client.responses
    .stream({ ...ask, model: 'our-gpt-endless', max_output_tokens: 50 })
    .finalResponse();
  assert.deepEqual([cut.status, cut.incomplete_details?.reason], ['incomplete', 'max_output_tokens']);
  assert.ok(cut.output_text.startsWith('word word') && cut.output_text.length < 500, cut.output_text);

  const before = (await charged(-1)).length;
  const leaving = client.responses.stream({ ...ask, model: 'our-gpt-stalls', max_output_tokens: 50 });
  leaving.on('response.output_text.delta', () => leaving.abort());
  await assert.rejects(leaving.finalResponse(), OpenAI.APIUserAbortError);
  const [left] = await until(() => charged(before), { saying: 'the part is charged' });
  assert.ok(-left.credits > (20 * PRICE.input) / 1e6, `${left.credits} for a prompt that nobody told`);

  const breaking = client.responses.stream({ ...ask, model: 'our-gpt-breaks' });
  let heard = '';
  breaking.on('response.output_text.delta', ({ delta }) => (heard += delta));
  const events: string[] = [];
  breaking.on('event', ({ type }) => events.push(type));
  await breaking.finalResponse().catch(() => undefined);
  assert.equal(heard, 'One two three');
  assert.equal(events.at(-1), 'response.failed');
});

test('an upstream’s refusal has OpenAI’s shape, and an upstream of chat completions answers where this one cannot', async () => {
  const refused = await post({ model: 'our-gpt-picky' });
  assert.deepEqual(
    [refused.status, refused.json.error.message, refused.json.error.param],
    [400, 'Unsupported value', 'text'],
  );
  const answer = await client.responses.create({ ...ask, model: 'our-gpt-busy' });
  assert.deepEqual([answer.output_text, answer.model], ['From a chat', 'chat-only']);
  const streamed = await client.responses.stream({ ...ask, model: 'our-gpt-busy' }).finalResponse();
  assert.deepEqual([streamed.output_text, streamed.usage?.output_tokens], ['From a chat', 3]);
});
