// Every request takes the same way in: whatever its path, method, query or headers, the entry gates see it.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { after, before } from 'node:test';
import { BASES } from '../../src/http/common-headers.ts';
import { templateOf } from '../../src/http/route.ts';
import { servePages } from '../support/pages-server.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
const seen: string[] = [];
let server: Awaited<ReturnType<typeof servePages>>;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  const note = (incoming: { method: string; url: string }) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    return false;
  };
  const { database, routes } = service.app;
  server = await servePages([], { database, routes, entryGates: [note] });
});
after(async () => {
  await server.close();
  await service.stop();
});

test('a gate at the entry sees every route under every base, with and without parameters, queries and proxies', async () => {
  const headerSets = [{}, { origin: 'https://elsewhere.example' }, { 'x-forwarded-for': '10.1.2.3' }];
  for (const route of service.app.routes) {
    const path = templateOf(route.path).replace(/\{\w+\}/g, 'some-id');
    for (const [index, base] of BASES[route.prefix].entries()) {
      for (const url of [`${base.path}${path}`, `${base.path}${path}?a=b`]) {
        seen.length = 0;
        const headers = headerSets[index % headerSets.length] ?? {};
        const answer = await fetch(`${server.origin}${url}`, { method: route.method, headers });
        await answer.body?.cancel();
        assert.equal(answer.status, 401, `${route.method} ${url}`);
        assert.deepEqual(seen, [`${route.method} ${url}`]);
      }
    }
  }
});

test('a gate at the entry sees unknown paths, odd methods and paths that cannot be decoded', async () => {
  for (const [method, url, status] of [
    ['GET', '/nothing', 404],
    ['GET', '/v1/nothing/at/all', 404],
    ['POST', '/v1/%FF', 404],
    ['DELETE', '/v1/models', 405],
    ['OPTIONS', '/v1/models', 405],
    ['GET', `/v1/models/${'a'.repeat(400)}`, 404],
  ] as const) {
    seen.length = 0;
    const answer = await fetch(`${server.origin}${url}`, { method });
    assert.equal(answer.status, status, `${method} ${url}`);
    assert.equal(
      ((await answer.json()) as { error: { request_id: string } }).error.request_id,
      answer.headers.get('x-request-id'),
    );
    assert.deepEqual(seen, [`${method} ${url}`]);
  }
});

test('HEAD answers like GET without a body, and never runs what GET does not', async () => {
  const { liveKey } = await service.account();
  const headers = { authorization: `Bearer ${liveKey}` };
  const head = await fetch(`${service.origin}/v1/models`, { method: 'HEAD', headers });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), '');
  assert.ok(Number(head.headers.get('content-length')) > 0);
  const post = await fetch(`${service.origin}/v1/embeddings`, { method: 'HEAD', headers });
  assert.equal(post.status, 405);
  assert.equal(post.headers.get('allow'), 'POST');
});

test('requests that run while the server closes are answered, and their connections are closed', async () => {
  let arrive = () => undefined as unknown;
  let finish = () => undefined as unknown;
  const bothArrived = new Promise<void>((resolve) => {
    let arrived = 0;
    arrive = () => ++arrived === 2 && resolve();
  });
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const run = async () => {
    arrive();
    await finished;
    return { status: 200, headers: {}, body: 'done' };
  };
  const other = await servePages([{ methods: ['GET'], path: '/slow', bodyLimitBytes: 0, run }]);
  const socket = connect(Number(new URL(other.origin).port), '127.0.0.1').resume();
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  const slow = fetch(`${other.origin}/slow`);
  await bothArrived;
  const closing = other.close();
  finish();
  assert.equal(await (await slow).text(), 'done');
  await Promise.all([closing, ended]);
});
