// Attacks by what an upstream says, and with what it gives away: false counts, and errors that quote a key or an inside address.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type ObedientUpstream, sendJson, startObedientUpstream } from '../support/obedient-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const KEY = 'upstreamkey-0123456789abcdef';
const SAID = `Incorrect API key provided: ${KEY}; also upstream…9abcdef at http://10.0.0.5:8000/v1/internal, 192.168.1.7:9000 (Bearer abcdef0123456789)`;

let upstream: ObedientUpstream;
let service: TestService;
let account: TestAccount;

before(async () => {
  upstream = await startObedientUpstream(['obedient-1', 'text-embedding-3-small']);
  service = await startService({
    OPENAI_BASE_URL: upstream.baseUrl,
    OPENAI_API_KEY: KEY,
    ALLOW_PRIVATE_WEBHOOKS: '1',
    WEBHOOK_RETRY_SECONDS: '1,1,1',
  });
  account = await service.account();
});

after(async () => {
  await service.stop();
  await upstream.close();
});

const post = (path: string, body: object) => service.call('POST', path, { key: account.liveKey, body });
const chat = (more: object = {}) =>
  post('/v1/chat/completions', { model: 'obedient-1', messages: [{ role: 'user', content: 'Hi' }], ...more });
const embed = () => post('/v1/embeddings', { model: 'text-embedding-3-small', input: 'Hello there' });

function assertNothingLeaks(text: string): void {
  for (const secret of [KEY, '9abcdef', '10.0.0.5', '192.168.1.7', 'internal', 'abcdef0123456789'])
    assert.ok(!text.includes(secret), `${secret} in ${text}`);
}

for (const status of [400, 401, 404, 422, 500])
  test(`a customer reads the operator's key out of an upstream's error ${status}`, async () => {
    const error = { message: SAID, type: 'invalid_request_error', param: null, code: null };
    upstream.answerWith((_body, response) => sendJson(response, status, { error }));
    assertNothingLeaks((await chat()).text);
    upstream.answerWith((_body, response) => sendJson(response, status, { error }));
    assertNothingLeaks((await embed()).text);
  });

test('a customer reads the key out of an error in a whole answer and in a stream', async () => {
  for (let tries = 0; tries < 2; tries += 1) {
    upstream.answerWith((_body, response) => sendJson(response, 200, { error: { message: SAID } }));
    assertNothingLeaks((await chat()).text);
  }
  upstream.answerWith((body, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const first = { id: 'x', model: body.model, choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }] };
    response.end(`data: ${JSON.stringify(first)}\n\ndata: ${JSON.stringify({ error: { message: SAID } })}\n\n`);
  });
  assertNothingLeaks((await chat({ stream: true })).text);
});

/** What PostgreSQL refuses to store in a text. */
const UNSTORABLE = 'a\0b\ud800c';
const STORED = 'a\ufffdb\ufffdc';

function sayUnstorable(body: Record<string, unknown>, response: ServerResponse): void {
  const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
  const head = { id: 'x', created: 1, model: body.model, usage };
  const delta = { role: 'assistant', content: UNSTORABLE };
  if (!body.stream) {
    sendJson(response, 200, { ...head, choices: [{ index: 0, message: delta, finish_reason: 'stop' }] });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
  );
}

for (const stream of [false, true])
  test(`a model breaks what is stored by saying NUL and half a character (stream: ${stream})`, async () => {
    const key = { key: account.liveKey };
    upstream.answerWith(sayUnstorable);
    const said = await post('/v1/responses', { model: 'obedient-1', input: 'Hi', stream });
    assert.equal(said.status, 200, said.text);
    assert.doesNotMatch(said.text, /response\.failed/);
    const [id] = /resp_[0-9a-z]{26}/.exec(said.text) ?? [];
    const stored = await service.call('GET', `/v1/responses/${id}`, key);
    assert.deepEqual([stored.status, stored.json.output_text], [200, STORED]);
    const next = await post('/v1/responses', { model: 'obedient-1', input: 'And?', previous_response_id: id });
    assert.equal(next.status, 200, next.text);

    upstream.answerWith(sayUnstorable);
    const turn = await chat({ conversation_id: 'new', stream });
    assert.equal(turn.status, 200, turn.text);
    const [conversation] = /conv_[0-9a-z]{26}/.exec(turn.text) ?? [];
    const { json } = await service.call('GET', `/v1/chat/conversations/${conversation}`, key);
    assert.deepEqual(
      json.messages.map(({ content }: { content: string }) => content),
      ['Hi', STORED],
    );
    assert.equal((await chat({ conversation_id: conversation })).status, 200);
  });

test('a repeated call gets the unstorable answer of the first one again, byte by byte', async () => {
  const headers = { 'Idempotency-Key': 'unstorable' };
  const body = { model: 'obedient-1', messages: [{ role: 'user', content: 'Hi' }] };
  upstream.answerWith(sayUnstorable);
  const first = await service.call('POST', '/v1/chat/completions', { key: account.liveKey, body, headers });
  const again = await service.call('POST', '/v1/chat/completions', { key: account.liveKey, body, headers });
  assert.deepEqual([first.status, again.headers.get('idempotent-replayed'), again.text], [200, 'true', first.text]);
});

for (const tokens of [-5_000_000, 9_007_199_254_740_991, '12', Number.NaN, 0.5])
  test(`an upstream pays the customer or breaks the books by counting ${tokens} tokens for an embedding`, async () => {
    upstream.answerWith((_body, response) =>
      sendJson(response, 200, {
        data: [{ index: 0, embedding: Array.from({ length: 1536 }, () => 0.1) }],
        usage: { prompt_tokens: tokens },
      }),
    );
    const { status, json } = await embed();
    assert.equal(status, 200, JSON.stringify(json));
    assert.ok(json.usage.prompt_tokens > 0 && json.usage.prompt_tokens < 20, JSON.stringify(json.usage));
  });

for (const body of ['null', '[]', '{"data":null}', '{"data":[null]}', '{"data":[{"embedding":"x"}]}', 'not json'])
  test(`an upstream stops the service by answering an embedding with ${body}`, async () => {
    upstream.answerWith((_body, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
    const { status, json } = await embed();
    assert.equal(status, 502, JSON.stringify(json));
    assert.equal(json.error.code, 'engine_failed');
  });

test('an upstream fills the memory with an endless line', { timeout: 240_000 }, async () => {
  upstream.answerWith(async (_body, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const piece = 'x'.repeat(1024 * 1024);
    const closed = once(response, 'close');
    response.write('data: {"choices":[{"delta":{"content":"');
    for (let sent = 0; sent < 64 && !response.destroyed; sent += 1)
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
    response.end();
  });
  const { status, json } = await chat({ stream: true });
  assert.equal(status, 502, JSON.stringify(json));
});

test('an upstream speaks without an end', { timeout: 240_000 }, async () => {
  let sent = 0;
  upstream.answerWith(async (body, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const frame = {
      id: 'x',
      model: body.model,
      choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }],
    };
    for (; sent < 1_000_000 && !response.destroyed; sent += 1)
      if (!response.write(`data: ${JSON.stringify(frame)}\n\n`))
        await new Promise((go) => response.once('drain', go).once('close', go));
  });
  const { status, text } = await chat({ stream: true, max_tokens: 50 });
  assert.equal(status, 200);
  assert.match(text, /"finish_reason":"length"[\s\S]*\[DONE\]/);
  assert.equal(text.split(' word').length - 1, 50);
  assert.ok(sent < 1_000_000);
});

test('a rotated secret locks out a receiver that still has the old one', { timeout: 240_000 }, async (t) => {
  const seen: { signature: string; body: string }[] = [];
  let secret = '';
  const isSigned = (one: { signature: string; body: string }, by: string) =>
    one.signature === `sha256=${createHmac('sha256', by).update(one.body).digest('hex')}`;
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = { signature: String(request.headers['x-service-signature']), body: Buffer.concat(chunks).toString() };
    seen.push(one);
    response.writeHead(isSigned(one, secret) ? 200 : 401).end();
  }).listen(0, '127.0.0.1');
  t.after(() => receiver.close());
  await new Promise((resolve) => receiver.once('listening', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const made = await post('/v1/webhooks', { url });
  const path = `/v1/webhooks/${made.json.id}`;
  const rotated = await post(`${path}/rotate-secret`, { overlap_seconds: 600 });
  for (const [who, known] of [
    ['the old secret', made.json.secret],
    ['the new secret', rotated.json.secret],
  ]) {
    secret = known;
    seen.length = 0;
    await post(`${path}/test`, {});
    await until(() => seen.some((one) => isSigned(one, known)), {
      saying: `a receiver with ${who} verified an attempt`,
    });
  }
});
