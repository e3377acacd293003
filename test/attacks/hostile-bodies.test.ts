// Bodies that are small enough to be read but made to keep the event loop busy: wide, deep, mixed, escaped, endless.
import { deepEqual, ok, strictEqual, throws } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseBounded } from '../../src/core/bounded-json.ts';
import { provePassing } from '../support/hostile-shapes-proof.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let attacker: TestAccount;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  attacker = await service.account();
});
after(() => service.stop());

/** One of each kind; test/full/attacks/hostile-shapes.test.ts sends them all. */
const SOME = [
  'a mixed array',
  'many messages',
  'many content parts',
  '300,000 keys',
  'nothing but opening brackets',
  'one letter to the sandbox',
  'a format with endless lists',
  'a format that refers to itself',
  'a format of one long constant',
  'a format of one wide enum',
  'a format of long texts',
  'a format with a long reference',
  'a format of wide parts',
  'a format with long patterns',
  'a format of 30,000 fields',
  'long code of backticks',
  'a long webhook URL',
];

for (const name of SOME)
  test(`an attacker blocks the event loop with ${name}`, { timeout: 240_000 }, () =>
    provePassing(service, attacker, name),
  );

async function refusalOf(path: string, body: string): Promise<string[]> {
  const { status, text } = await sendRaw(path, body);
  const { error } = JSON.parse(text) as { error: { code: string; param: string | null } };
  return [String(status), error.code, String(error.param)];
}

async function sendRaw(path: string, body: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${service.origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${attacker.liveKey}`, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, text: await response.text() };
}

test('an attacker has 200,000 values checked against a schema', async () => {
  const body = JSON.stringify({ model: 'm', input: Array.from({ length: 200_000 }, () => 1) });
  deepEqual(await refusalOf('/v1/embeddings', body), ['413', 'payload_too_large', 'null']);
});

test('the first bad item of a long list is still named', async () => {
  const messages = Array.from({ length: 3_000 }, (_, index) => ({
    role: index === 2_500 ? 'king' : 'user',
    content: 'x',
  }));
  const refusal = await refusalOf('/v1/chat/completions', JSON.stringify({ model: 'm', messages }));
  deepEqual(refusal, ['400', 'invalid_parameter', 'messages[2500].role']);
});

test('a list that is too long is refused by its length', async () => {
  const messages = Array.from({ length: 5_000 }, () => ({ role: 'user', content: 'x' }));
  const { status, text } = await sendRaw('/v1/chat/completions', JSON.stringify({ model: 'm', messages }));
  strictEqual(status, 400);
  ok(text.includes('must not have more than 4096 items'), text);
});

test('a customer stores half of a surrogate pair, which the database cannot hold', async () => {
  const body = '{"model":"m","messages":[{"role":"user","content":"\\ud83d"}]}';
  deepEqual(await refusalOf('/v1/chat/completions', body), ['400', 'invalid_parameter', 'messages']);
});

test('a body that holds an escaped pair is taken', async () => {
  const { text } = await sendRaw(
    '/v1/chat/completions',
    '{"model":"no-such-model","messages":[{"role":"user","content":"\\ud83d\\ude00"}]}',
  );
  strictEqual((JSON.parse(text) as { error: { code: string } }).error.code, 'unknown_model');
});

test('an attacker has 5 MB of words counted, token by token', async () => {
  for (const [path, fields, code] of [
    [
      '/sandbox/v1/chat/completions',
      { messages: [{ role: 'user', content: 'a '.repeat(2_500_000) }] },
      'payload_too_large',
    ],
    ['/sandbox/v1/completions', { prompt: 'a '.repeat(1_900_000) }, 'context_length_exceeded'],
  ] as const) {
    const answer = await service.call('POST', path, {
      key: attacker.testKey,
      body: { model: 'sandbox-echo-1', ...fields },
    });
    strictEqual(answer.json.error.code, code);
  }
});

test('an attacker has megabytes of fields parsed that are no body: the first line of a file, arguments of a tool call', async () => {
  const fields = `{${Array.from({ length: 600_000 }, (_, index) => `"k${index}":1`).join()}}`;
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob([fields]), 'lines.jsonl');
  const before = process.threadCpuUsage();
  const headers = { authorization: `Bearer ${attacker.liveKey}` };
  const uploaded = await fetch(`${service.origin}/v1/files`, { method: 'POST', headers, body: form });
  const { user, system } = process.threadCpuUsage(before);
  strictEqual(uploaded.status, 400, await uploaded.text());
  const tookMs = (user + system) / 1_000;
  ok(tookMs < 400, `reading the first line took ${Math.round(tookMs)} ms of CPU time`);
  throws(() => parseBounded(fields), { code: 'payload_too_large' });
  throws(() => parseBounded('['.repeat(100_000)), { code: 'invalid_json' });
  deepEqual(parseBounded('{"a":[1]}'), { a: [1] });
});
