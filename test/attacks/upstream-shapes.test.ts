// Attacks by an upstream with the shape of its answers: absurd places in lists, deep nesting, endless items, events and models.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { configWith } from '../support/config-file.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const PRICE = { input: 1, output: 1 };
const PLACES = [4_294_967_290, 300_000_000, 1e300, -1, 0.5];

let place = 0;
/** What the next whole answer, the next stream and the list of models are; undefined: as below. */
let sentWhole: string | undefined;
let sentEvents: (() => Iterable<object>) | undefined;
let server: Server;
let service: TestService;
let account: TestAccount;

before(async () => {
  server = createServer((request, response) => {
    request.resume();
    if (request.url?.endsWith('/models')) {
      const models = Array.from({ length: 200_000 }, (_, index) => ({ id: `listed-${index}`, object: 'model' }));
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'x'.repeat(5_000) }, ...models] }));
      return;
    }
    if (sentWhole !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(sentWhole);
      return;
    }
    const isResponse = request.url?.includes('/responses') === true;
    const chunk = (choice: object) => ({ object: 'chat.completion.chunk', model: 'liar', choices: [choice] });
    const call = { index: place, id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } };
    const item = { type: 'message', role: 'assistant', status: 'in_progress', content: [] };
    const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
    const events = isResponse
      ? [
          { type: 'response.output_item.added', output_index: place, item },
          { type: 'response.output_text.delta', output_index: place, delta: 'hi' },
          { type: 'response.completed', response: { output: [], usage: { input_tokens: 5, output_tokens: 3 } } },
        ]
      : [
          chunk({ index: place, delta: { content: 'hi' } }),
          chunk({ index: 0, delta: { tool_calls: [call] } }),
          chunk({ index: 0, delta: {}, finish_reason: 'stop' }),
          { ...chunk({}), choices: [], usage },
        ];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of sentEvents?.() ?? events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const upstream = (name: string, responses: boolean) => ({
    name,
    base_url,
    responses,
    list_models: false,
    retries: 0,
    // A model that fails repeatedly is paused, so each call that must fail asks another.
    models: [name, ...Array.from({ length: 12 }, (_, index) => `${name}-${index}`)].map((id) => ({ id, price: PRICE })),
  });
  const listed = { ...upstream('lists', false), list_models: true };
  service = await startService({
    CONFIG: await configWith([upstream('chats', false), upstream('own', true), listed]),
    TEST_WORKER: '0',
  });
  account = await service.account();
});
after(async () => {
  server.close();
  await service.stop();
});

const messages = [{ role: 'user', content: 'Hello' }];
const DOORS = [
  ['a chat', '/v1/chat/completions', { model: 'chats', messages }],
  ['a stored chat', '/v1/chat/completions', { model: 'chats', messages, store: true }],
  ['a message', '/v1/messages', { model: 'chats', messages, max_tokens: 50 }],
  ['a translated response', '/v1/responses', { model: 'chats', input: 'Hello' }],
  ['a response of its own', '/v1/responses', { model: 'own', input: 'Hello' }],
] as const;

for (const [what, path, body] of DOORS) {
  test(`an absurd place in ${what} costs neither time nor memory`, async () => {
    const before = process.memoryUsage().rss;
    for (const one of PLACES) {
      for (const stream of [true, false]) {
        place = one;
        const { status } = await service.call('POST', path, { key: account.liveKey, body: { ...body, stream } });
        assert.ok(status === 200 || status === 502, `${place}: ${status}`);
      }
    }
    assert.ok(process.memoryUsage().rss - before < 200e6, 'memory grew');
  });
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const items = (one: string, count: number) => Array(count).fill(one).join(',');
const WHOLE: [string, string][] = [
  ['nested two million levels deep', nested(2_000_000)],
  ['nested nine thousand levels deep', nested(9_000)],
  ['with 600,000 entries', items('{"type":"message"}', 600_000)],
];
let asked = 0;
for (const [what, odd] of WHOLE) {
  test(`a whole answer ${what} is a failure of the upstream`, async () => {
    const list = odd.startsWith('[') ? odd : `[${odd}]`;
    for (const [, path, body] of DOORS) {
      sentWhole = `{"choices":[{"index":0,"message":{"role":"assistant","content":"hi","odd":${list}},"finish_reason":"stop"}],"output":${list},"usage":{"prompt_tokens":5,"completion_tokens":3,"total_tokens":8,"input_tokens":5,"output_tokens":3}}`;
      const { status, json } = await service.call('POST', path, {
        key: account.liveKey,
        body: { ...body, model: `${body.model}-${asked++ % 12}`, max_tokens: 16, max_output_tokens: 16 },
      });
      assert.equal(status, 502, JSON.stringify(json).slice(0, 200));
    }
    sentWhole = undefined;
  });
}

test('a stream of events without text ends, and repeats nothing large', async () => {
  const instructions = 'i'.repeat(100_000);
  sentEvents = function* () {
    for (let turn = 0; turn < 500; turn += 1) yield { type: 'response.in_progress', response: { output: [] } };
    for (let index = 0; index < 5_000; index += 1)
      yield { type: 'response.output_item.added', output_index: index, item: { type: 'message', content: [] } };
    yield { type: 'response.completed', response: { output: [], usage: { input_tokens: 5, output_tokens: 3 } } };
  };
  const body = { model: 'own', input: 'Hello', instructions, stream: true, max_output_tokens: 16 };
  const { status, text } = await service.call('POST', '/v1/responses', { key: account.liveKey, body });
  assert.equal(status, 200, text);
  assert.ok(text.length < 3_000_000, `${text.length} bytes`);
  assert.equal(text.match(/"type":"response.in_progress"/g)?.length, 1);
  const filler = 'f'.repeat(1_000_000);
  for (const [model, path, event] of [
    ['own', '/v1/responses', { type: 'response.odd', filler }],
    ['chats', '/v1/chat/completions', { object: 'chat.completion.chunk', choices: [], filler }],
  ] as const) {
    let sent = 0;
    sentEvents = function* () {
      for (; sent < 30; sent += 1) yield event;
    };
    const asked = { model, input: 'Hello', messages, stream: true, max_tokens: 16, max_output_tokens: 16 };
    const ended = await service.call('POST', path, { key: account.liveKey, body: asked });
    assert.match(ended.text, /far more bytes than the tokens/);
  }
  sentEvents = undefined;
});

test('a list of 200,000 models is read to a bound, and the lists of this service stay short', async () => {
  const { json } = await service.call('GET', '/v1/models', { key: account.liveKey });
  const listed = json.data.filter(({ id }: { id: string }) => id.startsWith('listed-'));
  assert.ok(listed.length <= 2_000, `${listed.length} models`);
  assert.ok(json.data.every(({ id }: { id: string }) => id.length <= 200));
});
