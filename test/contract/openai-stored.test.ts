// OpenAI's own package with stored chat completions and counted input, unchanged but for base URL and key.
import { deepEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const SENTENCE = WORDS.join('');

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let client: OpenAI;
let sandbox: OpenAI;
let stranger: OpenAI;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  account = await service.account();
  const open = (apiKey: string, base = '/v1') => new OpenAI({ baseURL: service.origin + base, apiKey, maxRetries: 0 });
  client = open(account.liveKey);
  sandbox = open(account.testKey, '/sandbox/v1');
  stranger = open((await service.account()).liveKey);
});
after(async () => {
  await service.stop();
  await upstream.close();
});

/** The service sends it; the package's type lacks it. */
const withMetadata = <T>(completion: T) => completion as T & { metadata: unknown };

const ask = (metadata: Record<string, string> = {}) => ({
  model: 'mock-good-1',
  messages: [{ role: 'user' as const, content: `Say something about ${metadata.topic ?? 'it'}.` }],
  store: true,
  metadata,
});

test('a completion with store is listed, read with its messages, labelled and deleted by its account alone', async () => {
  const made = await client.chat.completions.create(ask({ topic: 'fox' }));
  match(made.id, /^chatcmpl_/);
  ok(!('store' in (upstream.calls.at(-1)?.body ?? { store: true })), 'the upstream was not asked to store it too');
  const read = withMetadata(await client.chat.completions.retrieve(made.id));
  deepEqual([read.id, read.choices, read.metadata], [made.id, made.choices, { topic: 'fox' }]);
  strictEqual(made.choices[0]?.message.refusal, null);
  const { data: messages } = await client.chat.completions.messages.list(made.id);
  deepEqual(
    messages.map(({ role, content }) => [role, content]),
    [['user', 'Say something about fox.']],
  );
  for (const other of [stranger, sandbox]) {
    await rejects(other.chat.completions.retrieve(made.id), { status: 404 });
    await rejects(other.chat.completions.messages.list(made.id), { status: 404 });
    await rejects(other.chat.completions.update(made.id, { metadata: {} }), { status: 404 });
    await rejects(other.chat.completions.delete(made.id), { status: 404 });
    strictEqual((await other.chat.completions.list()).data.length, 0);
  }
  const labelled = await client.chat.completions.update(made.id, { metadata: { topic: 'hen' } });
  deepEqual(withMetadata(labelled).metadata, { topic: 'hen' });
  strictEqual((await client.chat.completions.list({ metadata: { topic: 'fox' } })).data.length, 0);
  strictEqual((await client.chat.completions.list({ metadata: { topic: 'hen' } })).data[0]?.id, made.id);
  strictEqual((await client.chat.completions.delete(made.id)).deleted, true);
  await rejects(client.chat.completions.retrieve(made.id), { status: 404 });
});

test('a streamed completion is stored whole, under the id of its chunks', async () => {
  const ids = new Set<string>();
  let text = '';
  let last: OpenAI.ChatCompletionChunk | undefined;
  for await (const chunk of await client.chat.completions.create({ ...ask({ topic: 'stream' }), stream: true })) {
    ids.add(chunk.id);
    text += chunk.choices[0]?.delta.content ?? '';
    last = chunk;
  }
  const [id = ''] = ids;
  deepEqual([ids.size, text, last?.usage ?? null], [1, SENTENCE, null]);
  const read = await client.chat.completions.retrieve(id);
  deepEqual(
    [read.choices[0]?.message.content, read.choices[0]?.finish_reason, read.usage?.total_tokens],
    [SENTENCE, 'stop', 22],
  );
  await client.chat.completions.delete(id);
});

test('pages follow each other, and what was not to be stored is not', async () => {
  const made: string[] = [];
  for (const topic of ['a', 'b', 'c']) made.push((await client.chat.completions.create(ask({ topic }))).id);
  const { store: _store, ...plain } = ask();
  await client.chat.completions.create(plain);
  const listed: string[] = [];
  for await (const { id } of client.chat.completions.list({ limit: 2 })) listed.push(id);
  deepEqual(listed, made);
  deepEqual((await client.chat.completions.list({ order: 'desc', limit: 1 })).data[0]?.id, made[2]);
  strictEqual((await client.chat.completions.list({ model: 'other' })).data.length, 0);
});

test('what cannot be stored is refused before it costs anything, and an answer that fails is not stored', async () => {
  const before = (await client.chat.completions.list({ limit: 100 })).data.length;
  const long = { ...ask(), messages: [{ role: 'user' as const, content: 'word '.repeat(900_000) }] };
  await rejects(client.chat.completions.create(long), { status: 400 });
  const metadata = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`n${index}`, 'x']));
  await rejects(client.chat.completions.create(ask(metadata)), { status: 400, param: 'metadata' });
  await rejects(client.chat.completions.create({ ...ask(), model: 'mock-500-1' }), { status: 502 });
  strictEqual((await client.chat.completions.list({ limit: 100 })).data.length, before);
});

test('the tokens of an input are counted as the call would count them, free of charge', async () => {
  const balance = async () =>
    (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits as number;
  const before = await balance();
  const short = await client.responses.inputTokens.count({ model: 'mock-good-1', input: 'Say something.' });
  const long = await client.responses.inputTokens.count({
    model: 'mock-good-1',
    instructions: 'Be kind, and answer in rhymes.',
    input: [{ role: 'user', content: 'Say something.' }],
  });
  strictEqual(short.object, 'response.input_tokens');
  ok(short.input_tokens > 0 && long.input_tokens > short.input_tokens);
  strictEqual(await balance(), before);
  await rejects(client.responses.inputTokens.count({ model: 'no-such-1', input: 'x' }), { status: 400 });
});
