// Attacks by an upstream that names absurd places in lists: a number must not become the length of a list.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { configWith } from '../support/config-file.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const PRICE = { input: 1, output: 1 };
const PLACES = [4_294_967_290, 300_000_000, 1e300, -1, 0.5];

let place = 0;
let server: Server;
let service: TestService;
let account: TestAccount;

before(async () => {
  server = createServer((request, response) => {
    request.resume();
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
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const upstream = (name: string, responses: boolean) => ({
    name,
    base_url,
    responses,
    list_models: false,
    models: [{ id: name, price: PRICE }],
  });
  service = await startService({ CONFIG: await configWith([upstream('chats', false), upstream('own', true)]) });
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
