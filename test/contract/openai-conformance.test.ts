// Replies, stream events and errors against the description that OpenAI publishes of its API (test/fixtures/openai-openapi.json).
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { readEvents } from '../support/sse.ts';

const TOOL = { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } };

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let ajv: Ajv2020;

before(async () => {
  const description = await readFile(new URL('../fixtures/openai-openapi.json', import.meta.url), 'utf8');
  // OpenAPI adds keywords and formats of its own to JSON schema.
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(JSON.parse(description), 'openai');
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
});

after(async () => {
  await upstream.close();
  await service.stop();
});

function check(schema: string, value: unknown): void {
  const validate = ajv.getSchema(`openai#/components/schemas/${schema}`) ?? assert.fail(`no schema ${schema}`);
  if (validate(value)) return;
  const wrong = (validate.errors ?? []).slice(0, 8).map(({ instancePath, message }) => `${instancePath} ${message}`);
  assert.fail(`${schema}: ${wrong.join('; ')}\n${JSON.stringify(value).slice(0, 2_000)}`);
}

async function post(path: string, body: object, base = '/v1') {
  const key = base === '/v1' ? account.liveKey : account.testKey;
  const { status, json } = await service.call('POST', `${base}${path}`, { key, body });
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

async function stream(path: string, body: object, base = '/v1'): Promise<unknown[]> {
  const key = base === '/v1' ? account.liveKey : account.testKey;
  const response = await fetch(`${service.origin}${base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, stream: true }),
  });
  assert.equal(response.status, 200);
  return (await readEvents(response)).filter((data) => data !== '[DONE]').map((data) => JSON.parse(data));
}

test('the checks can fail', () => {
  assert.throws(() => check('Response', { id: 'resp_1', object: 'response' }));
  assert.throws(() => check('ResponseStreamEvent', { type: 'response.output_text.delta', delta: 'x' }));
});

const messages = [{ role: 'user', content: 'Say something.' }];
const chatTools = { tools: [{ type: 'function', function: TOOL }] };

test("chat completions of the service's own writing, whole and streamed, with and without tools", async () => {
  for (const body of [
    { model: 'sandbox-echo-1', messages },
    { model: 'sandbox-tool-call', messages, ...chatTools },
  ]) {
    check('CreateChatCompletionResponse', await post('/chat/completions', body, '/sandbox/v1'));
    const options = { stream_options: { include_usage: true } };
    for (const chunk of await stream('/chat/completions', { ...body, ...options }, '/sandbox/v1'))
      check('CreateChatCompletionStreamResponse', chunk);
  }
});

test('chat completions of an upstream that leaves out what OpenAI requires, whole and streamed, with and without a tool', async () => {
  for (const body of [
    { model: 'mock-good-1', messages },
    { model: 'mock-good-1', messages, ...chatTools, tool_choice: 'required' },
  ]) {
    check('CreateChatCompletionResponse', await post('/chat/completions', body));
    const options = { stream_options: { include_usage: true } };
    for (const chunk of await stream('/chat/completions', { ...body, ...options }))
      check('CreateChatCompletionStreamResponse', chunk);
  }
});

test('completions, embeddings and models', async () => {
  check(
    'CreateCompletionResponse',
    await post('/completions', { model: 'sandbox-echo-1', prompt: 'One' }, '/sandbox/v1'),
  );
  for (const chunk of await stream('/completions', { model: 'sandbox-echo-1', prompt: 'One' }, '/sandbox/v1'))
    check('CreateCompletionResponse', withReason(chunk as TextChunk));
  check('CreateEmbeddingResponse', await post('/embeddings', { model: 'mock-embedding-1', input: 'One' }));
  const { json } = await service.call('GET', '/v1/models', { key: account.liveKey });
  check('ListModelsResponse', json);
  check('Model', (await service.call('GET', '/v1/models/mock-good-1', { key: account.liveKey })).json);
});

type TextChunk = { choices: { finish_reason: string | null }[] };

/** The description has no shape for chunks of completions, whose reason is null until the last. */
function withReason(chunk: TextChunk): object {
  return {
    ...chunk,
    choices: chunk.choices.map((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? 'stop' })),
  };
}

const RESPONSES: Record<string, object> = {
  'a text': { model: 'mock-good-1', instructions: 'Be kind.', max_output_tokens: 50, temperature: 1, top_p: 1 },
  'a limit': { model: 'mock-good-1', max_output_tokens: 3 },
  'a call': {
    model: 'mock-good-1',
    tools: [{ type: 'function', ...TOOL }],
    tool_choice: { type: 'function', name: 'weather' },
  },
  'a schema': {
    model: 'mock-good-1',
    text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' } } },
  },
  thoughts: { model: 'mock-thinking-1', reasoning: { effort: 'low' }, metadata: { a: 'b' } },
  'a summary': { model: 'mock-thinking-1', reasoning: { summary: 'auto' } },
};

for (const [name, body] of Object.entries(RESPONSES))
  test(`responses with ${name}: whole, streamed, stored`, async () => {
    const input = [{ role: 'user', content: 'Say something.' }];
    const response = await post('/responses', { ...body, input });
    check('Response', response);
    for (const event of await stream('/responses', { ...body, input })) check('ResponseStreamEvent', event);
    const { json } = await service.call('GET', `/v1/responses/${response.id}`, { key: account.liveKey });
    check('Response', json);
    const items = await service.call('GET', `/v1/responses/${response.id}/input_items`, { key: account.liveKey });
    check('ResponseItemList', items.json);
  });

test('a response that fails in its stream', async () => {
  const events = await stream('/responses', { model: 'sandbox-stream-break', input: 'a b c d e f g' }, '/sandbox/v1');
  for (const event of events) check('ResponseStreamEvent', event);
});

test('a response in the background, while it waits, its events and its end', async () => {
  const order = { model: 'mock-good-1', input: 'Say something.', background: true };
  check('Response', await post('/responses', order));
  const told = (await stream('/responses', order)) as { type: string; response?: { id: string } }[];
  for (const event of told) check('ResponseStreamEvent', event);
  assert.equal(told.at(-1)?.type, 'response.completed');
  const { json } = await service.call('GET', `/v1/responses/${told[0]?.response?.id}`, { key: account.liveKey });
  check('Response', json);
});

test('a compacted conversation', async () => {
  check('CompactResource', await post('/responses/compact', { model: 'mock-good-1', input: 'The door is blue.' }));
});

test('a file that is uploaded in parts', async () => {
  const line = '{"custom_id":"a"}\n';
  const asked = { bytes: line.length, filename: 'a.jsonl', purpose: 'batch', mime_type: 'application/jsonl' };
  const upload = await post('/uploads', asked);
  check('Upload', upload);
  const form = new FormData();
  form.set('data', new Blob([line]), 'part');
  const headers = { authorization: `Bearer ${account.liveKey}` };
  const sent = await fetch(`${service.origin}/v1/uploads/${upload.id}/parts`, { method: 'POST', headers, body: form });
  const part = (await sent.json()) as { id: string };
  check('UploadPart', part);
  check('Upload', await post(`/uploads/${upload.id}/complete`, { part_ids: [part.id] }));
});

test('errors of every kind', async () => {
  const { liveKey: key } = account;
  for (const { json } of [
    await service.call('POST', '/v1/chat/completions', { key, body: {} }),
    await service.call('POST', '/v1/responses', { key, body: { model: 'no-such-model', input: 'x' } }),
    await service.call('POST', '/v1/responses', { key: 'wrong', body: {} }),
    await service.call('GET', '/v1/responses/resp_unknown', { key }),
    await service.call('POST', '/v1/embeddings', { key, body: { model: 'mock-embedding-1' } }),
  ])
    check('ErrorResponse', json);
});
