// What HTTP asks of a server: compressed bodies both ways, ranges, authentication and retry headers; and answers that say what is wrong.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
});
after(() => service.stop());

const read = (path: string) => service.call('GET', path, { key: account.liveKey });
const createKey = (body: object) => service.call('POST', '/v1/account/keys', { key: account.liveKey, body });

async function sendPacked(encoding: string, bytes: Buffer): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await fetch(`${service.origin}/sandbox/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.testKey}`,
      'content-type': 'application/json',
      'content-encoding': encoding,
    },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

/** The answer as it travels: fetch would decompress it. */
function fetchRaw(path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const call = request(`${service.origin}${path}`, { method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(pieces) }));
    });
    call.on('error', reject);
    call.end();
  });
}

const CHAT = Buffer.from(JSON.stringify({ model: 'sandbox-echo-1', messages: [{ role: 'user', content: 'packed' }] }));

test('a body may be compressed with gzip, deflate, br or zstd', async () => {
  const packed = {
    gzip: gzipSync(CHAT),
    deflate: deflateSync(CHAT),
    br: brotliCompressSync(CHAT),
    zstd: zstdCompressSync(CHAT),
  };
  for (const [encoding, bytes] of Object.entries({ ...packed, identity: CHAT })) {
    const { status, json } = await sendPacked(encoding, bytes);
    equal(status, 200, `${encoding} ${JSON.stringify(json)}`);
  }
});

test('a compressed body that is broken, too large or of an unknown kind is refused in words', async () => {
  equal((await sendPacked('gzip', CHAT)).status, 400);
  equal((await sendPacked('compress', CHAT)).status, 415);
  equal((await sendPacked('constructor', CHAT)).status, 415);
  const bomb = await sendPacked('gzip', gzipSync(Buffer.alloc(40_000_000, 0x20)));
  equal(bomb.status, 413);
  match(JSON.stringify(bomb.json), /decompressed/);
});

test('large JSON answers to GET are compressed for clients that take it, small ones and HEAD are not', async () => {
  const key = { authorization: `Bearer ${account.liveKey}` };
  const whole = await fetchRaw('/v1/music/voices', key);
  equal(whole.headers['content-encoding'], undefined);
  const gzipped = await fetchRaw('/v1/music/voices', { ...key, 'accept-encoding': 'gzip' });
  equal(gzipped.headers['content-encoding'], 'gzip');
  match(String(gzipped.headers.vary), /Accept-Encoding/);
  deepEqual(JSON.parse(String(gunzipSync(gzipped.bytes))), JSON.parse(String(whole.bytes)));
  ok(gzipped.bytes.length < whole.bytes.length / 2);
  const best = await fetchRaw('/openapi.json', { 'accept-encoding': 'gzip;q=0.5, br' });
  equal(best.headers['content-encoding'], 'br');
  equal(JSON.parse(String(brotliDecompressSync(best.bytes))).openapi, '3.1.0');
  equal((await fetchRaw('/v1/account', { ...key, 'accept-encoding': 'gzip' })).headers['content-encoding'], undefined);
  equal(
    (await fetchRaw('/v1/music/voices', { ...key, 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'],
    undefined,
  );
  const head = await fetchRaw('/v1/music/voices', { ...key, 'accept-encoding': 'gzip' }, 'HEAD');
  deepEqual([head.bytes.length, head.headers['content-length']], [0, String(whole.bytes.length)]);
});

test('a compressed answer still names what else it varies by', async () => {
  const headers = { authorization: `Bearer ${account.liveKey}`, origin: 'https://app.example' };
  const answer = await fetchRaw('/v1/music/voices', { ...headers, 'accept-encoding': 'gzip' });
  equal(answer.headers.vary, 'Origin, Accept-Encoding');
});

test('If-Range sends the part of a file only if it is still the same file', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await plain(64, 64, '#123456'))]), 'x.png');
  const made = await fetch(`${service.origin}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}` },
    body: form,
  });
  const { url } = (await made.json()) as { url: string };
  const ask = (ifRange: string) => fetch(url, { headers: { range: 'bytes=0-9', 'if-range': ifRange } });
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  equal((await ask(etag)).status, 206);
  equal((await ask('"another"')).status, 200);
  equal((await ask('Wed, 21 Oct 2015 07:28:00 GMT')).status, 200);
});

test('401 says how to authenticate, and 503 when to try again', async () => {
  const nobody = await service.call('GET', '/v1/models');
  deepEqual([nobody.status, nobody.headers.get('www-authenticate')], [401, 'Bearer realm="api"']);
  const body = { model: 'sandbox-fail-503', messages: [{ role: 'user', content: 'x' }] };
  const failed = await service.call('POST', '/sandbox/v1/chat/completions', { key: account.testKey, body });
  equal(failed.status, 503, failed.text);
  ok(Number(failed.headers.get('retry-after')) > 0);
});

test('a path that is not UTF-8 gets the documented error', async () => {
  for (const path of ['/v1/models/%FF', '/v1/jobs/%ED%A0%80', '/files/%FF.png', '/%FF']) {
    const answer = await read(path);
    ok([400, 404].includes(answer.status), `${path} ${answer.status}`);
    equal(answer.json.error.request_id, answer.headers.get('x-request-id'));
  }
});

test('an error about one of several shapes names the field and what it takes', async () => {
  const limit = await createKey({ name: 'k', requests_per_minute: 'many' });
  equal(limit.json.error.param, 'requests_per_minute');
  match(limit.json.error.message, /must be an integer from 1 to 1000000 or null \(it is "many"\)/);
  const stop = await service.call('POST', '/sandbox/v1/chat/completions', {
    key: account.testKey,
    body: { ...JSON.parse(String(CHAT)), stop: 7 },
  });
  equal(stop.json.error.param, 'stop');
  match(stop.json.error.message, /must be a string, a list, each a string or null/);
  for (const answer of [limit, stop]) ok(!answer.text.includes('anyOf'), answer.text);
});

test('a key cannot be created with an expiry in the past', async () => {
  const past = await createKey({ name: 'k', expires_at: '2020-01-01T00:00:00Z' });
  deepEqual([past.status, past.json.error.param], [400, 'expires_at']);
  const key = await createKey({ name: 'k', expires_at: new Date(Date.now() + 60_000).toISOString() });
  equal(key.status, 201);
  const path = `/v1/account/keys/${key.json.id}`;
  const changed = await service.call('PATCH', path, {
    key: account.liveKey,
    body: { expires_at: '2020-01-01T00:00:00Z' },
  });
  equal(changed.status, 400);
});

test('the usage report covers whole hours and says which', async () => {
  const { json } = await read('/v1/usage?from=2026-03-01T10:20:00Z&to=2026-03-01T12:40:00Z');
  deepEqual([json.from, json.to], ['2026-03-01T10:00:00.000Z', '2026-03-01T13:00:00.000Z']);
  const now = (await read('/v1/usage')).json;
  ok(Date.parse(now.to) > Date.now() && Date.parse(now.to) - Date.now() <= 3_600_000, now.to);
  equal(Date.parse(now.to) - Date.parse(now.from), 30 * 86_400_000);
});

test('amounts of money are written without the noise of floating point', async () => {
  const { roundToMicro } = await import('../../src/core/money.ts');
  equal(JSON.stringify(roundToMicro(0.00002 / 100)), '0');
  equal(JSON.stringify(roundToMicro(0.1 + 0.2)), '0.3');
  const poor = await service.account({ credits: 0.00002 });
  const { text } = await service.call('GET', '/v1/payments/balance', { key: poor.liveKey });
  ok(!/\d{7,}|e-/.test(text.replaceAll(/"[^"]*"/g, '')), text);
});

test('an account cannot be opened for something that is not an email address', async () => {
  const { isEmailAddress } = await import('../../src/core/email-address.ts');
  for (const bad of ['x', 'a@b', 'a b@c.de', '@c.de', `${'x'.repeat(260)}@c.de`])
    equal(isEmailAddress(bad), false, bad);
  equal(isEmailAddress('ada@example.org'), true);
  const { runAccounts } = await import('../../src/commands/accounts.ts');
  await rejects(runAccounts(['create', '--email', 'not-an-address']), /"not-an-address" is not an email address/);
});

test('a browser gets a page for an unknown address or file; a program gets JSON', async () => {
  const open = (path: string, accept: string) => fetch(`${service.origin}${path}`, { headers: { accept } });
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const path of [
    '/nothing/here',
    `/files/${'0'.repeat(26)}.png`,
    '/v1/nothing',
    '/%3Cscript%3Ealert(1)%3C/script%3E',
  ]) {
    const page = await open(path, browser);
    equal(page.status, 404, path);
    match(page.headers.get('content-type') ?? '', /^text\/html/);
    match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    match(page.headers.get('x-attribution') ?? '', /Made with/);
    const html = await page.text();
    match(html, /This page does not exist/);
    match(html, new RegExp(page.headers.get('x-request-id') ?? 'missing'));
    ok(!html.includes('<script'), path);
    const program = await open(path, '*/*');
    equal(program.status, 404, path);
    match(program.headers.get('content-type') ?? '', /^application\/json/);
  }
});
