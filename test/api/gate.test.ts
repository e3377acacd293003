// The gate: what every request meets before and after its route.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { templateOf } from '../../src/http/route.ts';
import { insertKey } from '../../src/store/keys.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let customer: TestAccount;

before(async () => {
  service = await startService();
  customer = await service.account();
});
after(() => service.stop());

test('the same routes answer under all four bases, each with its own key', async () => {
  for (const [base, key] of [
    ['/v1', customer.liveKey],
    ['/api/v1', customer.liveKey],
    ['/sandbox/v1', customer.testKey],
    ['/sandbox/api/v1', customer.testKey],
  ] as const) {
    const answer = await service.call('GET', `${base}/payments/balance`, { key });
    assert.equal(answer.status, 200, base);
    assert.equal(answer.json.object, 'balance');
  }
});

test('every answer carries a request id, the limits and the attribution', async () => {
  const answer = await service.call('GET', '/v1/account', { key: customer.liveKey });
  assert.match(answer.headers.get('x-request-id') ?? '', /^req_/);
  assert.equal(answer.headers.get('x-ratelimit-limit'), '1000');
  assert.ok(Number(answer.headers.get('x-ratelimit-remaining')) < 1000);
  assert.ok(Number(answer.headers.get('x-ratelimit-reset')) * 1000 > Date.now());
  assert.match(answer.headers.get('x-attribution') ?? '', /Atelier/);
  assert.deepEqual(Object.keys(answer.json.attribution), ['service', 'text', 'url']);
});

test('a waived attribution disappears from header and body', async () => {
  const payer = await service.account();
  const patched = await service.call('PATCH', '/v1/account', { key: payer.liveKey, body: { attribution: 'waived' } });
  assert.equal(patched.status, 200);
  // A node hears of the change a moment after it.
  const ask = () => service.call('GET', '/v1/account', { key: payer.liveKey });
  await until(async () => !(await ask()).json.attribution, { saying: 'the attribution is gone' });
  const answer = await ask();
  assert.equal(answer.headers.get('x-attribution'), null);
  assert.equal(answer.json.attribution, undefined);
  assert.equal(answer.json.attribution_setting, 'waived');
});

interface Bad {
  name: string;
  status: number;
  code: string;
  param?: string | null;
  body?: string | Buffer;
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
}

const BAD: Bad[] = [
  { name: 'broken JSON', body: '{"name": ', status: 400, code: 'invalid_json' },
  { name: 'wrong type', body: '{"name": 7}', status: 400, code: 'invalid_parameter', param: 'name' },
  { name: 'missing field', body: '{}', status: 400, code: 'missing_parameter', param: 'name' },
  {
    name: 'nested bad field',
    body: '{"name":"a","scopes":["music", 3]}',
    status: 400,
    code: 'invalid_parameter',
    param: 'scopes[1]',
  },
  { name: 'an array as body', body: '[1]', status: 400, code: 'invalid_parameter' },
  { name: 'deep nesting', body: `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`, status: 400, code: 'invalid_json' },
  { name: 'NUL character', body: '{"name":"a\\u0000b"}', status: 400, code: 'invalid_parameter' },
  { name: 'NUL byte', body: Buffer.from('{"name":"a\0b"}'), status: 400, code: 'invalid_json' },
  {
    name: 'bytes that are no UTF-8',
    body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    status: 400,
    code: 'invalid_json',
  },
  {
    name: 'a form',
    body: 'name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    name: 'no content type',
    body: '{"name":"x"}',
    headers: { 'content-type': '' },
    status: 415,
    code: 'unsupported_media_type',
  },
  { name: 'an unknown path', path: '/v1/nothing/here', status: 404, code: 'not_found' },
  { name: 'a path outside of the API', path: '/wp-login.php', status: 404, code: 'not_found' },
  { name: 'a wrong method', path: '/v1/usage', method: 'DELETE', status: 405, code: 'method_not_allowed' },
  {
    name: 'a doubled header',
    body: '{"name":"x"}',
    headers: { 'idempotency-key': ['a', 'b'] },
    status: 400,
    code: 'invalid_parameter',
  },
  {
    name: 'an endless idempotency key',
    path: '/v1/payments/checkout',
    body: '{}',
    headers: { 'idempotency-key': 'x'.repeat(300) },
    status: 400,
    code: 'invalid_parameter',
  },
];

for (const bad of BAD) {
  test(`${bad.name} gets ${bad.status} ${bad.code} and nothing else`, async () => {
    const answer = await rawCall(bad);
    assert.equal(answer.status, bad.status, answer.text);
    const { error } = JSON.parse(answer.text);
    assert.equal(error.code, bad.code);
    if (bad.param !== undefined) assert.equal(error.param, bad.param);
    assert.match(error.request_id, /^req_/);
    assert.doesNotMatch(answer.text, /node_modules|\.ts:\d|select |<html/i);
  });
}

test('a body of 100 MB is refused without being read', async () => {
  const answer = await rawCall({
    name: 'large',
    body: Buffer.alloc(100 * 1024 * 1024, 0x20),
    status: 413,
    code: 'payload_too_large',
  });
  assert.equal(answer.status, 413);
  assert.equal(JSON.parse(answer.text).error.code, 'payload_too_large');
});

test('a chunked body over the limit gets 413 before it is complete; a body that never ends is disconnected', async () => {
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (piece) => {
    heard += piece;
  });
  const ended = once(socket, 'close');
  const lines = ['POST /v1/webhooks HTTP/1.1', 'host: x', `authorization: Bearer ${customer.liveKey}`];
  socket.write([...lines, 'content-type: application/json', 'transfer-encoding: chunked', '', ''].join('\r\n'));
  const piece = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  for (let pieces = 0; !heard; pieces += 1) {
    assert.ok(pieces < 10_000, 'it was refused before 640 MB were sent');
    if (!socket.write(piece)) await once(socket, 'drain');
    await setImmediate();
  }
  assert.match(heard, /^HTTP\/1\.1 413 /);
  assert.match(heard, /"code":"payload_too_large"/);
  await ended;
});

test('a query that does not fit names its field', async () => {
  const answer = await service.call('GET', '/v1/usage?group_by=moon', { key: customer.liveKey });
  assert.equal(answer.status, 400);
  assert.equal(answer.json.error.param, 'group_by');
  assert.match(answer.json.error.message, /"day"/);
});

/** The last status: asked until it is a refusal or the time is over. */
async function refusedWithin(limitMs: number, key: string): Promise<number> {
  const deadlineMs = Date.now() + limitMs;
  let status = 200;
  while (status === 200 && Date.now() < deadlineMs) status = (await service.call('GET', '/v1/account', { key })).status;
  return status;
}

test('a revoked key stops working within a second, an expired and a foreign one never work', async () => {
  const { json: made } = await service.call('POST', '/v1/account/keys', {
    key: customer.liveKey,
    body: { name: 'short life' },
  });
  assert.equal((await service.call('GET', '/v1/account', { key: made.key })).status, 200);
  assert.equal((await service.call('DELETE', `/v1/account/keys/${made.id}`, { key: customer.liveKey })).status, 200);
  const status = await refusedWithin(1_000, made.key);
  assert.equal(status, 401);
});

test('a rotated key works with both secrets while they overlap, and only with the new one after', async () => {
  const { json: made } = await service.call('POST', '/v1/account/keys', {
    key: customer.liveKey,
    body: { name: 'rotating' },
  });
  const { json: rotated } = await service.call('POST', `/v1/account/keys/${made.id}/rotate`, {
    key: customer.liveKey,
    body: { overlap_seconds: 60 },
  });
  assert.notEqual(rotated.key, made.key);
  assert.equal((await service.call('GET', '/v1/account', { key: made.key })).status, 200);
  assert.equal((await service.call('GET', '/v1/account', { key: rotated.key })).status, 200);
  await service.call('POST', `/v1/account/keys/${made.id}/rotate`, {
    key: customer.liveKey,
    body: { overlap_seconds: 0 },
  });
  assert.equal(await refusedWithin(1_000, made.key), 401);
});

test('a key bound to other addresses is refused, one bound to ours is not', async () => {
  const elsewhere = await service.call('POST', '/v1/account/keys', {
    key: customer.liveKey,
    body: { name: 'a', ip_allow_list: ['203.0.113.0/24'] },
  });
  const refused = await service.call('GET', '/v1/account', { key: elsewhere.json.key });
  assert.equal(refused.status, 403);
  assert.equal(refused.json.error.code, 'ip_not_allowed');
  const here = await service.call('POST', '/v1/account/keys', {
    key: customer.liveKey,
    body: { name: 'b', ip_allow_list: ['127.0.0.1'] },
  });
  assert.equal((await service.call('GET', '/v1/account', { key: here.json.key })).status, 200);
});

test('a key cannot make a key that may do more than itself', async () => {
  const { secret } = (await insertKey(
    service.app.database.queries,
    { accountId: customer.id, environment: 'live' },
    { name: 'narrow', scopes: ['account:write'] },
  )) as { secret: string };
  const answer = await service.call('POST', '/v1/account/keys', { key: secret, body: { name: 'wide', scopes: ['*'] } });
  assert.equal(answer.status, 403);
  assert.equal(answer.json.error.code, 'scope_missing');
});

test('no secret is ever listed, and none is in the database', async () => {
  const list = await service.call('GET', '/v1/account/keys', { key: customer.liveKey });
  assert.equal(list.text.includes(customer.liveKey), false);
  const { rows } = await service.app.database.pool.query('select row_to_json(k)::text as row from api_keys k');
  for (const { row } of rows as { row: string }[]) assert.equal(row.includes(customer.liveKey.slice(12, 36)), false);
});

test('the contract for machines names every route with its scope', async () => {
  const answer = await service.call('GET', '/openapi.json');
  assert.equal(answer.json.openapi, '3.1.0');
  for (const route of service.app.routes) {
    const path = templateOf(`${route.prefix === '/v1' ? '' : route.prefix}${route.path}`);
    const operation = answer.json.paths[path]?.[route.method.toLowerCase()];
    assert.equal(operation?.['x-scope'], route.anyKey ? undefined : route.scope, `${route.method} ${route.path}`);
  }
  assert.equal((await service.call('GET', '/docs')).status, 200);
});

test('health, readiness and metrics answer without a key', async () => {
  assert.equal((await service.call('GET', '/healthz')).status, 200);
  assert.equal((await service.call('GET', '/readyz')).json.status, 'ready');
  const { json } = await service.call('GET', '/readyz');
  assert.deepEqual(Object.keys(json.engines).sort(), [
    'builder',
    'embeddings',
    'image',
    'music',
    'speech',
    'text',
    'video',
  ]);
  assert.equal(json.engines.builder, true);
  // What is not ready is said, and makes nobody wait who does not ask for it.
  for (const [name, isReady] of Object.entries(json.engines)) {
    const asked = await service.call('GET', `/readyz?engines=builder,${name}`);
    assert.equal(asked.status, isReady ? 200 : 503, name);
  }
  assert.equal((await service.call('GET', '/readyz?engines=poetry')).status, 503);
  assert.match((await service.call('GET', '/metrics')).text, /atelier_requests_total/);
});

test('a database that does not answer is not ready, and holds up nobody who asks for readiness', async () => {
  const own = await startService({ TEST_WORKER: '0' });
  const admin = new pg.Client({ connectionString: own.databaseUrl });
  await admin.connect();
  assert.equal((await own.call('GET', '/readyz')).status, 200);
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  try {
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    const { status, json } = await own.call('GET', '/readyz');
    assert.deepEqual([status, json.status, json.parts.store], [503, 'not ready', false]);
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT');
  }
  await until(() => own.app.database.isAlive(), { saying: 'the database answers again' });
  assert.equal((await own.call('GET', '/readyz')).status, 200);
  await admin.end();
  await own.stop();
});

function rawCall(bad: Bad): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${service.origin}${bad.path ?? '/v1/account/keys'}`,
      {
        method: bad.method ?? (bad.path && !bad.body ? 'GET' : 'POST'),
        headers: { authorization: `Bearer ${customer.liveKey}`, 'content-type': 'application/json', ...bad.headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    // The server may hang up on a body that it does not want while we still write it.
    outgoing.on('error', (error) =>
      'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET') ? undefined : reject(error),
    );
    if (bad.body) outgoing.write(bad.body);
    outgoing.end();
  });
}
