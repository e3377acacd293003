// Attacks through the pictures of a chat: an address that a customer names must not reach an upstream or the inside of a network.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ObedientUpstream, startObedientUpstream } from '../support/obedient-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

let upstream: ObedientUpstream;
let service: TestService;
let account: TestAccount;
let stranger: TestAccount;

before(async () => {
  upstream = await startObedientUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
  stranger = await service.account();
});

after(async () => {
  await service.stop();
  await upstream.close();
});

function look(url: string, more: object = {}) {
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url } },
  ];
  return service.call('POST', '/v1/chat/completions', {
    key: account.liveKey,
    body: { model: 'obedient-1', messages: [{ role: 'user', content }], max_tokens: 5, ...more },
  });
}

/** Where this service serves an uploaded picture. */
async function keepFile(owner: TestAccount): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(PIXEL, 'base64')]), 'pixel.png');
  const headers = { authorization: `Bearer ${owner.liveKey}` };
  const response = await fetch(`${service.origin}/v1/files`, { method: 'POST', headers, body: form });
  return ((await response.json()) as { url: string }).url;
}

for (const url of [
  'http://127.0.0.1:PORT/secret.png',
  'https://127.0.0.1/latest/meta-data',
  'https://[::ffff:127.0.0.1]/a.png',
  'https://[::1]/a.png',
  'https://2130706433/a.png',
  'https://0x7f.1/a.png',
  'https://169.254.169.254/latest/meta-data/iam',
  'https://localhost/a.png',
  'https://user:pass@example.com/a.png',
  'http://example.com/a.png',
  'file:///etc/passwd',
  'ftp://example.com/a.png',
  'gopher://127.0.0.1:6379/_FLUSHALL',
]) {
  test(`a customer makes an upstream or this service fetch ${url}`, async () => {
    const calls = upstream.bodies.length;
    const { status, json } = await look(url.replace('PORT', new URL(upstream.origin).port));
    assert.equal(status, 400, JSON.stringify(json));
    assert.equal(json.error.code, 'unsafe_url');
    assert.equal(json.error.param, 'messages[0].content[1].image_url.url');
    assert.equal(upstream.bodies.length, calls, 'the upstream heard of it');
    assert.deepEqual(upstream.fetched, []);
  });
}

for (const [what, url] of [
  ['an SVG that loads other files', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
  ['a web page', `data:text/html;base64,${Buffer.from('<html>').toString('base64')}`],
  ['text that calls itself a PNG', `data:image/png;base64,${Buffer.from('#EXTM3U').toString('base64')}`],
  ['plain words', 'not an address at all'],
] as const) {
  test(`a customer sends ${what} to an upstream as an image`, async () => {
    const calls = upstream.bodies.length;
    const { status, json } = await look(url);
    assert.equal(status, 400, JSON.stringify(json));
    assert.equal(upstream.bodies.length, calls);
  });
}

test('a customer looks into the file of another account', async () => {
  const { status } = await look(await keepFile(stranger));
  assert.equal(status, 404);
});

test('a customer fills the memory with an image of 21 MB', async () => {
  const large = Buffer.concat([Buffer.from(PIXEL, 'base64'), Buffer.alloc(21 * 1024 * 1024)]).toString('base64');
  const { status } = await look(`data:image/png;base64,${large}`);
  assert.equal(status, 413);
});

test('a conversation remembers a dangerous address and lets a later turn fetch it', async () => {
  const first = await look('https://127.0.0.1/a.png', { conversation_id: 'new' });
  assert.equal(first.status, 400);
  const { json } = await service.call('GET', '/v1/chat/conversations', { key: account.liveKey });
  assert.deepEqual(json.data, []);
});

test('data URIs and files of this service reach the upstream as data', async () => {
  for (const url of [`data:image/png;base64,${PIXEL}`, await keepFile(account)]) {
    const { status } = await look(url);
    assert.equal(status, 200);
    const { messages } = upstream.bodies.at(-1) as { messages: { content: { image_url?: { url: string } }[] }[] };
    assert.equal(messages[0]?.content[1]?.image_url?.url, `data:image/png;base64,${PIXEL}`);
  }
});
