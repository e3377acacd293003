// Attacks on /mcp: bodies from strangers, bodies that are slow to parse, calls that nobody counts, and a user's session instead of a key.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { accountOf, fromDashboard, signUp } from '../support/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const PATHS = ['/mcp', '/sandbox/mcp'];
const EVENTS = { accept: 'application/json, text/event-stream' };

let service: TestService;
let customer: TestAccount;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  customer = await service.account();
});
after(() => service.stop());

/** A text is sent as it is. */
async function post(body: unknown, key = customer.liveKey) {
  const response = await fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: { ...EVENTS, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, error: response.status < 400 ? undefined : JSON.parse(text).error };
}

/** Sends the head of a request whose body never comes, and returns what the service answers. */
async function headAlone(path: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port } = new URL(service.origin);
  const socket: Socket = connect(Number(port), hostname);
  const lines = Object.entries({ host: hostname, 'content-type': 'application/json', ...headers });
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{`);
  const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
  socket.destroy();
  return answer.toString('latin1').split('\r\n', 1)[0] ?? '';
}

test('a stranger sends megabytes: the service answers before it reads them', async () => {
  for (const path of PATHS) {
    const size = { 'content-length': String(4_000_000) };
    assert.equal(await headAlone(path, size), 'HTTP/1.1 401 Unauthorized');
    assert.equal(
      await headAlone(path, { ...size, authorization: `Bearer sk_live_${'x'.repeat(40)}` }),
      'HTTP/1.1 401 Unauthorized',
    );
  }
});

test('a key sends 380,000 fields, deep nesting or a broken message: refused as at every route', async () => {
  const fields = Array.from({ length: 380_000 }, (_, index) => `"${index}":1`).join(',');
  const wide = await post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{${fields}}}`);
  assert.deepEqual([wide.status, wide.error.code], [413, 'payload_too_large']);
  const deep = await post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(70)}${']'.repeat(70)}}`);
  assert.deepEqual([deep.status, deep.error.code], [400, 'invalid_json']);
  const longId = await post({ jsonrpc: '2.0', id: 'x'.repeat(1_000_000), method: 'ping' });
  assert.deepEqual([longId.status, longId.error.param], [400, 'id']);
  const broken = await post('{"jsonrpc":"2.0","id":"\\u0000","method":"ping"}');
  assert.equal(broken.status, 400);
});

test('calls of unknown tools and cancellations count against the limits of the plan', async () => {
  const free = await service.account({ plan: 'free' });
  const unknown = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'no_such_tool', arguments: {} } };
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const statuses: number[] = [];
  for (let count = 0; count < 15; count += 1) {
    statuses.push((await post(unknown, free.liveKey)).status);
    statuses.push((await post(cancelled, free.liveKey)).status);
  }
  // Ten a minute; the clock may begin a new minute meanwhile.
  assert.ok(statuses.filter((status) => status !== 429).length <= 20, statuses.join(' '));
});

test('a session of the dashboard opens nothing', async () => {
  const { cookie } = await signUp(service, 'user@example.com');
  assert.ok(await accountOf(service, cookie));
  const answer = await service.call('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { ...EVENTS, ...fromDashboard(service, cookie) },
  });
  assert.deepEqual([answer.status, answer.json.error.code], [401, 'invalid_api_key']);
});
