// The sandbox's own models over HTTP: seen only there, the same answer each time, failing as often as they are asked to.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { chunkText, readEvents } from '../support/sse.ts';

let service: TestService;
let account: TestAccount;

before(async () => {
  service = await startService();
  account = await service.account();
});

after(() => service.stop());

test('they are listed and answer in the sandbox, and do not exist in production', async () => {
  const ids = async (base: string, key: string): Promise<string[]> => {
    const { json } = await service.call('GET', `${base}/models`, { key });
    return json.data.map(({ id }: { id: string }) => id);
  };
  assert.ok((await ids('/sandbox/v1', account.testKey)).includes('sandbox-echo-1'));
  assert.ok(!(await ids('/v1', account.liveKey)).some((id) => id.startsWith('sandbox-')));
  const live = await service.call('POST', '/v1/chat/completions', {
    key: account.liveKey,
    body: body('sandbox-echo-1'),
  });
  assert.equal(live.json.error.code, 'unknown_model');
  assert.equal((await service.call('GET', '/v1/models/sandbox-echo-1', { key: account.liveKey })).status, 404);
});

test('the same order gets the same answer, whole, streamed and several times at once', async () => {
  const first = await ask(body('sandbox-echo-1'));
  const second = await ask(body('sandbox-echo-1', { n: 2 }));
  const text = first.json.choices[0].message.content;
  assert.match(text, /Hello there/);
  assert.deepEqual(
    second.json.choices.map(({ message }: { message: { content: string } }) => message.content),
    [text, text],
  );
  assert.equal(second.json.usage.completion_tokens, 2 * first.json.usage.completion_tokens);
  assert.equal(second.json.usage.prompt_tokens, first.json.usage.prompt_tokens);
  const events = await stream(body('sandbox-echo-1', { stream_options: { include_usage: true } }));
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event));
  assert.equal(chunks.map((chunk) => (chunk.choices.length > 0 ? chunkText(chunk) : '')).join(''), text);
  assert.equal(chunks.at(-1).usage.total_tokens, first.json.usage.total_tokens);
});

test('a failing one fails the same way however often it is asked', async () => {
  for (let round = 0; round < 8; round += 1) {
    assert.equal((await ask(body('sandbox-fail-500'))).status, 500);
    const limited = await ask(body('sandbox-fail-429', { stream: true }));
    assert.equal(limited.status, 429);
    assert.ok(Number(limited.headers.get('retry-after')) > 0);
  }
});

test('a stream that breaks ends with an error event, and costs what was delivered', async () => {
  const events = await stream(body('sandbox-stream-break'));
  assert.equal(events.at(-1), '[DONE]');
  assert.equal(JSON.parse(events.at(-2) ?? '').error.code, 'engine_failed');
  const { json } = await service.call('GET', '/sandbox/v1/payments/transactions?limit=1', { key: account.testKey });
  assert.ok(json.data[0].credits < 0);
  assert.equal(json.data[0].model, 'sandbox-stream-break');
});

test('a completion is echoed where that is asked for', async () => {
  const answer = await service.call('POST', '/sandbox/v1/completions', {
    key: account.testKey,
    body: { model: 'sandbox-echo-1', prompt: ['One two three', 'Four five six'], echo: true, max_tokens: 50 },
  });
  const texts = answer.json.choices.map(({ text }: { text: string }) => text);
  assert.equal(texts.length, 2);
  assert.ok(texts[0].startsWith('One two three'));
  assert.ok(texts[1].startsWith('Four five six'));
});

test('with include_usage every chunk has the field, and only the last one a value', async () => {
  const events = await stream(body('sandbox-echo-1', { stream_options: { include_usage: true } }));
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event));
  assert.ok(chunks.length > 3);
  for (const chunk of chunks.slice(0, -1)) assert.equal(chunk.usage, null, JSON.stringify(chunk));
  assert.ok(chunks.at(-1).usage.total_tokens > 0);
  const plain = await stream(body('sandbox-echo-1'));
  assert.ok(!plain.some((event) => event.includes('"usage"')));
});

test('what is not done is refused by name, not left out', async () => {
  const parameters = { type: 'object', properties: {} };
  const tools = [{ type: 'function', function: { name: 'known', parameters } }];
  const format = (schema: object) => ({
    response_format: { type: 'json_schema', json_schema: { name: 's', strict: true, schema } },
  });
  const cases: [object, string][] = [
    [{ logprobs: true }, 'logprobs'],
    [{ logprobs: true, stream: true }, 'logprobs'],
    [{ top_logprobs: 3 }, 'top_logprobs'],
    [{ functions: [{ name: 'f', parameters }] }, 'functions'],
    [{ function_call: { name: 'f' } }, 'function_call'],
    [{ modalities: ['text', 'audio'] }, 'modalities'],
    [{ tools, tool_choice: { type: 'function', function: { name: 'unknown' } } }, 'tool_choice'],
    [{ tool_choice: 'required' }, 'tool_choice'],
    [format({ type: 'banana' }), 'response_format.json_schema.schema'],
    [format({ type: 'string', pattern: '^a$' }), 'response_format.json_schema.schema'],
  ];
  for (const [change, param] of cases) {
    const { status, json } = await ask(body('sandbox-tool-call', change));
    assert.deepEqual([status, json.error?.param], [400, param], JSON.stringify([change, json]));
  }
  for (const change of [
    { logprobs: false },
    { functions: [] },
    { modalities: ['text'] },
    { store: false, service_tier: 'flex', metadata: { a: 'b' } },
    { tools, tool_choice: 'auto' },
  ])
    assert.equal((await ask(body('sandbox-echo-1', change))).status, 200, JSON.stringify(change));
  const completion = { model: 'sandbox-echo-1', prompt: 'One' };
  for (const [change, param] of [
    [{ logprobs: 2 }, 'logprobs'],
    [{ best_of: 3 }, 'best_of'],
  ] as const) {
    const { status, json } = await service.call('POST', '/sandbox/v1/completions', {
      key: account.testKey,
      body: { ...completion, ...change },
    });
    assert.deepEqual([status, json.error?.param], [400, param], JSON.stringify(json));
  }
});

function body(model: string, change: object = {}): object {
  return { model, messages: [{ role: 'user', content: 'Hello there, how are you today?' }], ...change };
}

function ask(content: object) {
  return service.call('POST', '/sandbox/v1/chat/completions', { key: account.testKey, body: content });
}

async function stream(content: object): Promise<string[]> {
  const response = await fetch(`${service.origin}/sandbox/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...content, stream: true }),
  });
  return readEvents(response);
}
