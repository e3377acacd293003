// Attacks with answers of an upstream that cannot be read: where it has worked, the call is paid, and nobody is asked again.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { configWith } from '../../support/config-file.ts';
import { moneyOf } from '../../support/paid-calls.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** In millionths of a credit: a charge tells both counts. */
const READ = 1_000;
const WRITTEN = 1_000_000;
const TOLD = 50 * READ + 40 * WRITTEN;
const MAX = 100;
const WORDS = 200;
const PROMPT = 'word '.repeat(WORDS);
const MEGABYTE = 1024 * 1024;

interface Dialect {
  name: string;
  family: 'gpt' | 'claude' | 'gem';
  path(model: string, stream: boolean): string;
  body: object;
  /** The member that is the answer, and how the usage is told beside it. */
  member: string;
  usage: string;
  /** Honest events of a stream that has no text yet. */
  opening: object[];
}

const messages = [{ role: 'user', content: PROMPT }];
const COUNTS = '"usage":{"input_tokens":50,"output_tokens":40}';
const DIALECTS: Dialect[] = [
  {
    name: 'chat',
    family: 'gpt',
    path: () => '/v1/chat/completions',
    body: { messages, max_tokens: MAX },
    member: 'choices',
    usage: '"usage":{"prompt_tokens":50,"completion_tokens":40}',
    opening: [{ id: 'x', choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }],
  },
  {
    name: 'responses',
    family: 'gpt',
    path: () => '/v1/responses',
    body: { input: PROMPT, max_output_tokens: MAX },
    member: 'output',
    usage: COUNTS,
    opening: [{ type: 'response.created', response: { id: 'r', object: 'response', output: [] } }],
  },
  {
    name: 'messages',
    family: 'claude',
    path: () => '/v1/messages',
    body: { messages, max_tokens: MAX },
    member: 'content',
    usage: COUNTS,
    opening: [{ type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: {} } }],
  },
  {
    name: 'gemini',
    family: 'gem',
    path: (model, stream) => `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: { contents: [{ role: 'user', parts: [{ text: PROMPT }] }], generationConfig: { maxOutputTokens: MAX } },
    member: 'candidates',
    usage: '"usageMetadata":{"promptTokenCount":50,"candidatesTokenCount":40}',
    opening: [{ candidates: [{ index: 0, content: { role: 'model', parts: [] } }] }],
  },
];

const USELESS = ['<html>Bad gateway</html>', '', '{}', '{"status":"ok"}'];
const IDS = ['paid', 'large', 'streamed', 'translated', ...USELESS.map((_, index) => `useless-${index}`)];

let answer: (response: ServerResponse) => void;
const asked: string[] = [];
const upstream = createServer((request, response) => {
  request.resume().once('end', () => {
    asked.push(request.url ?? '');
    answer(response);
  });
});

let service: TestService;
let account: TestAccount;

before(async () => {
  upstream.listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const price = { input: READ, output: WRITTEN };
  const models = (family: string) =>
    IDS.map((id) => ({ id: `${family}-${id}`, price, context_window: 8_192, max_output_tokens: 4_096 }));
  const common = { list_models: false, retries: 1 };
  const pair = (entry: { name: string }, path: string, family: string) =>
    ['1', '2'].map((place) => ({
      ...{ ...common, ...entry },
      name: entry.name + place,
      base_url: base + path,
      models: models(family),
    }));
  const CONFIG = await configWith([
    ...pair({ name: 'open', ...{ responses: true } }, '/v1', 'gpt'),
    ...pair({ name: 'claude', ...{ kind: 'anthropic', api_key_env: 'SOME_KEY' } }, '/v1', 'claude'),
    ...pair({ name: 'google', ...{ kind: 'google', api_key_env: 'SOME_KEY' } }, '/v1beta', 'gem'),
  ]);
  service = await startService({ CONFIG, SOME_KEY: 'sk-some', TEST_WORKER: '0' });
  account = await service.account({ credits: 1_000_000 });
});

after(async () => {
  await service.stop();
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
});

async function ask({ path, body, family }: Dialect, id: string, stream = false) {
  const before = (await moneyOf(service, account.id)).balance;
  asked.length = 0;
  const model = `${family}-${id}`;
  const sent = family === 'gem' ? body : { model, ...body, ...(stream ? { stream } : {}) };
  const { status, text } = await service.call('POST', path(model, stream), { key: account.liveKey, body: sent });
  await until(async () => (await moneyOf(service, account.id)).held === 0, { saying: 'the call has ended' });
  return { status, text, spent: before - (await moneyOf(service, account.id)).balance, asked: asked.length };
}

function whole(text: string): void {
  answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function events(...data: string[]): void {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(data.map((one) => `data: ${one}\n\n`).join(''));
  };
}

/** Its prompt by our own count, and no word of an answer. */
function assertPromptIsPaid(spent: number, way: string): void {
  assert.ok(spent >= WORDS * READ && spent < 2 * WORDS * READ, `${way}: ${spent}`);
}

for (const dialect of DIALECTS) {
  const { name, member, usage } = dialect;
  const begin = `{"id":"x","object":"response","${member}":`;

  test(`${name}: an answer that cannot be read pays the usage that it tells, and nobody else is asked`, async () => {
    const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
    const wide = `[${'{"a":1},'.repeat(150_000)}1]`;
    const forged = `[{"input":{${usage.replaceAll(/\d+/g, '1')},"text":"\\"}],${usage.replaceAll('"', '\\"')}"}},${deep}]`;
    for (const [way, value] of Object.entries({ deep, wide, forged })) {
      whole(`${begin}${value},${usage}}`);
      const ended = await ask(dialect, 'paid');
      assert.deepEqual([ended.status, ended.spent, ended.asked], [502, TOLD, 1], `${way}: ${ended.text.slice(0, 300)}`);
      assert.match(ended.text, /after it had worked on the call/);
    }
    const impossible = usage.replaceAll(/\d+/g, '9000000000000000');
    for (const rest of ['[{"text":"wor', '[{ no JSON }]}', `${deep},${impossible}}`]) {
      whole(begin + rest);
      const ended = await ask(dialect, 'paid');
      assert.deepEqual([ended.status, ended.asked], [502, 1], ended.text.slice(0, 300));
      assertPromptIsPaid(ended.spent, rest.slice(0, 20));
    }
  });

  test(`${name}: six such answers pause the model for nobody`, async () => {
    const said = {
      ...{ id: 'x', type: 'message', role: 'assistant', object: 'response', created_at: 1, status: 'completed' },
      choices: [{ index: 0, message: { role: 'assistant', content: 'word' }, finish_reason: 'stop' }],
      output: [{ id: 'm', type: 'message', content: [{ type: 'output_text', text: 'word', annotations: [] }] }],
      content: [{ type: 'text', text: 'word' }],
      candidates: [{ content: { role: 'model', parts: [{ text: 'word' }] }, finishReason: 'STOP' }],
    };
    whole(`${JSON.stringify(said).slice(0, -1)},${usage}}`);
    const ended = await ask(dialect, 'paid');
    assert.deepEqual([ended.status, ended.spent], [200, TOLD], ended.text.slice(0, 300));
  });

  test(`${name}: what is no answer is free, and another upstream is asked`, async () => {
    for (const [index, text] of USELESS.entries()) {
      whole(text);
      const ended = await ask(dialect, `useless-${index}`);
      assert.deepEqual([ended.status, ended.spent, ended.asked], [502, 0, 2], `${text}: ${ended.text.slice(0, 300)}`);
    }
  });

  test(`${name}: a stream that becomes unreadable pays its prompt, and nobody else is asked`, async () => {
    const opening = dialect.opening.map((event) => JSON.stringify(event));
    const endless = `${begin}["${'x'.repeat(9 * MEGABYTE)}`;
    for (const [way, sent] of Object.entries({
      'no JSON': [...opening, `${begin}[nonsense,"usage":{}`],
      'first no JSON': [`${begin}[nonsense`],
      'too long': [...opening, endless],
      'first too long': [endless],
    })) {
      events(...sent);
      const ended = await ask(dialect, 'streamed', true);
      assert.equal(ended.asked, 1, way);
      assert.match(ended.text, /after it had worked on the call/, way);
      assertPromptIsPaid(ended.spent, way);
    }
    events('<html>Bad gateway</html>');
    const { spent, asked: times } = await ask(dialect, 'useless-0', true);
    assert.deepEqual([spent, times], [0, 2]);
  });
}

test('an answer beyond our bound pays its prompt and what it must hold at least, and is not ordered again', async () => {
  for (const dialect of DIALECTS.slice(0, 3)) {
    whole(`{"id":"x","${dialect.member}":["${'x'.repeat(65 * MEGABYTE)}"],${dialect.usage}}`);
    const ended = await ask(dialect, 'large');
    assert.deepEqual([ended.status, ended.asked], [502, 1], ended.text.slice(0, 300));
    assertPromptIsPaid(ended.spent - MAX * WRITTEN, dialect.name);
  }
});

test('a translated stream that becomes unreadable pays its prompt, and nobody else is asked', async () => {
  const chat = DIALECTS[0] ?? assert.fail();
  const opening = JSON.stringify({
    type: 'message_start',
    message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 50 } },
  });
  for (const sent of [[opening, '{ no JSON'], ['{"type":"message_start","message":{ no JSON']])
    for (const stream of [true, false]) {
      events(...sent);
      const ended = await ask({ ...chat, family: 'claude' }, 'translated', stream);
      assert.equal(ended.asked, 1, ended.text);
      assert.match(ended.text, /after it had worked on the call/);
      assertPromptIsPaid(ended.spent, `${sent}`);
    }
});
