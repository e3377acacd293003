// The client library against faulty servers: when it retries, after how long, and with which key.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock, test } from 'node:test';
import {
  Atelier,
  ConnectionError,
  InsufficientCreditsError,
  RateLimitError,
  verifyWebhook,
  WebhookSignatureError,
} from '@atelier/client';
import { newSigningSecret, signatureHeaders, signingKey } from '../../src/outbox/sign.ts';

interface Tried {
  atMs: number;
  key: string | undefined;
  lastEventId: string | undefined;
}

/** Answers the nth request with the nth answer, the last one from then on. */
async function withServer(
  answers: ((request: IncomingMessage, response: ServerResponse) => void)[],
  use: (client: Atelier, tried: Tried[]) => Promise<void>,
): Promise<void> {
  const tried: Tried[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(tried.length, answers.length - 1)];
    const text = (name: string) => request.headers[name]?.toString();
    tried.push({ atMs: Date.now(), key: text('idempotency-key'), lastEventId: text('last-event-id') });
    request.resume().once('end', () => answer?.(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await use(new Atelier({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sk_live_x' }), tried);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const fail =
  (status: number, type: string, code: string, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, headers).end(JSON.stringify({ error: { message: 'no', type, code } }));
const succeed = (body: object) => (_: IncomingMessage, response: ServerResponse) => response.end(JSON.stringify(body));
const hangUp = (request: IncomingMessage) => request.socket.destroy();
const order = { prompt: 'a ball' };

test('a call that broke off or met a passing error is made again with the same Idempotency-Key', async () => {
  const answers = [hangUp, fail(502, 'engine_error', 'engine_failed'), succeed({ id: 'img_1', image_url: 'x' })];
  await withServer(answers, async (client, tried) => {
    assert.equal((await client.image.generate(order)).id, 'img_1');
    assert.equal(tried.length, 3);
    assert.ok(tried[0]?.key);
    assert.equal(new Set(tried.map((one) => one.key)).size, 1);
    const waits = tried.slice(1).map((one, index) => one.atMs - (tried[index]?.atMs ?? 0));
    assert.ok((waits[0] ?? 0) >= 750 && (waits[1] ?? 0) >= 1_500, `waited ${waits}`);
  });
});

test('a 429 is waited for as long as Retry-After says', async () => {
  const answers = [fail(429, 'rate_limit_error', 'rate_limit_exceeded', { 'retry-after': '2' }), succeed({ data: [] })];
  await withServer(answers, async (client, tried) => {
    await client.models.list();
    assert.ok((tried[1]?.atMs ?? 0) - (tried[0]?.atMs ?? 0) >= 1_990);
  });
});

test('a Retry-After of an hour is for the caller to decide', async () => {
  const answers = [fail(429, 'rate_limit_error', 'daily_limit_exceeded', { 'retry-after': '3600' })];
  await withServer(answers, async (client, tried) => {
    await assert.rejects(
      client.models.list(),
      (error) => error instanceof RateLimitError && error.retryAfterSeconds === 3_600,
    );
    assert.equal(tried.length, 1);
  });
});

test('what cannot get better is not tried again, nor is a lost answer to what must not happen twice', async () => {
  await withServer([fail(402, 'insufficient_credits', 'insufficient_credits')], async (client, tried) => {
    await assert.rejects(client.image.generate(order), InsufficientCreditsError);
    assert.equal(tried.length, 1);
  });
  await withServer([hangUp], async (client, tried) => {
    await assert.rejects(client.keys.create({ name: 'x' }), ConnectionError);
    assert.equal(tried.length, 1);
  });
});

test('a signal ends the waiting between two tries', async () => {
  await withServer([fail(503, 'engine_error', 'engine_unavailable', { 'retry-after': '50' })], async (client) => {
    await assert.rejects(client.models.list({ signal: AbortSignal.timeout(100) }), { name: 'TimeoutError' });
  });
});

test('a job is followed over a connection that breaks, from where it was', async () => {
  const state = (status: string) => JSON.stringify({ id: 'job_1', status, progress: 0.5 });
  const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
  const answers = [
    succeed({ id: 'job_1', status: 'processing' }),
    (_: IncomingMessage, response: ServerResponse) => {
      begin(response).write(`id: 7\nevent: progress\ndata: ${state('processing')}\n\n`);
      setTimeout(() => response.destroy(), 50);
    },
    (_: IncomingMessage, response: ServerResponse) =>
      begin(response).end(`id: 8\r\ndata: ${state('completed')}\r\n\r\n`),
  ];
  await withServer(answers, async (client, tried) => {
    const onProgress = mock.fn();
    const done = await client.music.generate({ prompt: 'x' }).result({ onProgress });
    assert.equal(done.status, 'completed');
    assert.equal(onProgress.mock.callCount(), 2);
    assert.equal(tried[2]?.lastEventId, '7');
  });
});

test('webhooks: both signatures are checked, a changed body, another secret and an old one refused', async () => {
  const secret = newSigningSecret();
  const body = JSON.stringify({ id: 'evt_1', type: 'user.created', created_at: 'x', data: {} });
  const signed = (ms: number) =>
    signatureHeaders({ eventId: 'evt_1', timestampSeconds: Math.floor(ms / 1_000), body, keys: [signingKey(secret)] });
  const headers = signed(Date.now());
  const { 'x-service-signature': plain = '' } = headers;
  assert.equal((await verifyWebhook({ body, headers, secret })).type, 'user.created');
  assert.equal(
    (await verifyWebhook({ body, headers: new Headers(headers), secret: ['whsec_b2xk', secret] })).id,
    'evt_1',
  );
  assert.equal((await verifyWebhook({ body, headers: { 'X-Service-Signature': plain }, secret })).id, 'evt_1');
  const refused = (change: object) =>
    assert.rejects(verifyWebhook({ body, headers, secret, ...change }), WebhookSignatureError);
  await refused({ body: body.replace('evt_1', 'evt_2') });
  await refused({ secret: newSigningSecret() });
  await refused({ headers: {} });
  await refused({ headers: { 'x-service-signature': plain.replace(/.$/, (last) => (last === '0' ? '1' : '0')) } });
  const old = signed(Date.now() - 400_000);
  await refused({ headers: old });
});
