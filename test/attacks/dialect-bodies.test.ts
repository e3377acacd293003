// Hostile requests in the forms of other APIs: the same bounds as a chat's, errors in the form of that API, nothing of another account.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const GENERATE = '/sandbox/v1beta/models/sandbox-echo-1:generateContent';
const CHAT = '/sandbox/api/chat';
const MB = 1024 * 1024;

let upstream: MisbehavingUpstream;
let service: TestService;
let attacker: TestAccount;
let victim: TestAccount;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  attacker = await service.account();
  victim = await service.account();
});
after(async () => {
  await upstream.close();
  await service.stop();
});

const generate = (body: object, key = attacker.testKey) => service.call('POST', GENERATE, { key, body });
const chat = (change: object) =>
  service.call('POST', CHAT, { key: attacker.testKey, body: { model: 'sandbox-echo-1', stream: false, ...change } });
const user = (...parts: object[]) => ({ contents: [{ role: 'user', parts }] });
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

test('a body nested too deeply is refused in the form of each API', async () => {
  const call = { functionCall: { name: 'a', args: nested(70) } };
  const gemini = await generate({ contents: [{ role: 'model', parts: [call] }] });
  deepEqual([gemini.status, gemini.json.error.status], [400, 'INVALID_ARGUMENT']);
  const ollama = await chat({ messages: [{ role: 'user', content: 'x' }], format: nested(70) });
  equal(ollama.status, 400);
  match(ollama.json.error, /deeper than 64/);
});

test('what is too long or too much has the same bounds as in a chat', async () => {
  const long = 'x'.repeat(5 * MB);
  const cases: [Promise<{ status: number; json: { error: unknown } }>, number][] = [
    [generate(user({ text: long })), 413],
    [generate({ contents: Array(4097).fill(user({ text: 'x' }).contents[0]) }), 400],
    [generate(user({ text: 'x'.repeat(33 * MB) })), 413],
    [chat({ messages: [{ role: 'user', content: long }] }), 413],
    [chat({ messages: Array(4097).fill({ role: 'user', content: 'x' }) }), 400],
    [chat({ messages: [{ role: 'user', content: 'x'.repeat(33 * MB) }] }), 413],
    [
      service.call('POST', '/v1/rerank', {
        key: attacker.liveKey,
        body: { query: 'x', documents: ['x'.repeat(5 * MB)] },
      }),
      413,
    ],
  ];
  for (const [answer, status] of cases) equal((await answer).status, status);
});

test('a schema with names that objects inherit, and one with thousands of properties, harm nobody', async () => {
  const schema = '{"type":"OBJECT","properties":{"__proto__":{"type":"OBJECT"},"constructor":{"type":"STRING"}}}';
  const answer = await generate({
    ...user({ text: 'x' }),
    generationConfig: { responseMimeType: 'application/json', responseSchema: JSON.parse(schema) },
  });
  deepEqual(Object.keys(JSON.parse(answer.json.candidates[0].content.parts[0].text)), ['__proto__', 'constructor']);
  equal(({} as Record<string, unknown>).type, undefined);

  const names = Array.from({ length: 40_000 }, (_, index) => `p${index}`);
  const before = process.cpuUsage();
  const large = await generate({
    ...user({ text: 'x' }),
    generationConfig: {
      responseMimeType: 'application/json',
      responseSchema: {
        type: 'OBJECT',
        properties: Object.fromEntries(names.map((name) => [name, {}])),
        propertyOrdering: names.toReversed(),
      },
    },
  });
  ok(large.status < 500, large.text.slice(0, 200));
  // Processor time, which a busy machine does not stretch.
  ok(process.cpuUsage(before).user < 5_000_000);
});

test('a file of another account is not found, and an address inside the network is refused', async () => {
  const upload = await fetch(`${service.origin}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${victim.liveKey}` },
    body: fileForm(),
  });
  const { id } = (await upload.json()) as { id: string };
  ok(id);
  const show = (fileUri: string, key: string) =>
    service.call('POST', '/v1beta/models/mock-good-1:generateContent', { key, body: user({ fileData: { fileUri } }) });
  const refused: [string, number, string][] = [
    [id, 404, 'NOT_FOUND'],
    [`/files/${id}.png`, 404, 'NOT_FOUND'],
    ['http://169.254.169.254/latest', 400, 'UNSAFE_URL'],
    ['https://127.0.0.1/a.png', 400, 'UNSAFE_URL'],
    ['file:///etc/passwd', 400, 'UNSAFE_URL'],
  ];
  const before = upstream.calls.length;
  for (const [uri, status, reason] of refused) {
    const answer = await show(uri, attacker.liveKey);
    deepEqual([answer.status, answer.json.error.details[0].reason], [status, reason], uri);
  }
  equal(upstream.calls.length, before);
  equal((await show(id, victim.liveKey)).status, 200);
});

test('keys of another environment, without the scope, or in the URL of another API open nothing', async () => {
  const models = '/v1beta/models';
  equal((await service.call('GET', models, { key: attacker.testKey })).status, 403);
  equal((await service.call('GET', `${models}?key=${attacker.testKey}`)).json.error.status, 'PERMISSION_DENIED');
  equal((await service.call('GET', `/api/tags?key=${attacker.liveKey}`)).status, 401);
  equal((await service.call('POST', `/v1/rerank?key=${attacker.liveKey}`, { body: {} })).status, 401);
});

test('an error never repeats the key of the URL', async () => {
  const { status, text } = await service.call('GET', `/v1beta/models/none?key=${attacker.liveKey}`);
  equal(status, 404);
  ok(!text.includes(attacker.liveKey));
});

function fileForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from('iVBORw0KGgo=', 'base64')], { type: 'image/png' }), 'a.png');
  form.append('purpose', 'vision');
  return form;
}
