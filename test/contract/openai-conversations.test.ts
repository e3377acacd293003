// OpenAI's own package with conversations: made, filled, continued by responses, read, changed and deleted, unchanged but for base URL and key.
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

const model = 'mock-good-1';
const sent = () =>
  ((upstream.calls.at(-1)?.body.messages ?? []) as { role: string; content: unknown }[]).map(({ role, content }) => [
    role,
    content,
  ]);
const begin = () =>
  client.conversations.create({
    metadata: { topic: 'tides' },
    items: [
      { type: 'message', role: 'developer', content: 'Be kind.' },
      { type: 'message', role: 'user', content: 'Hello!' },
    ],
  });

test('responses continue a conversation, and its items tell what was said', async () => {
  const { id, object, metadata } = await begin();
  match(id, /^conv_/);
  deepEqual([object, metadata], ['conversation', { topic: 'tides' }]);
  const first = await client.responses.create({ model, conversation: id, input: 'How far is the moon?' });
  deepEqual([first.conversation?.id, first.output_text], [id, SENTENCE]);
  deepEqual(sent(), [
    ['developer', 'Be kind.'],
    ['user', 'Hello!'],
    ['user', 'How far is the moon?'],
  ]);
  const streamed = client.responses.stream({
    model,
    conversation: { id },
    input: 'And the sun?',
    instructions: 'Rhyme.',
  });
  strictEqual((await streamed.finalResponse()).output_text, SENTENCE);
  deepEqual(sent().slice(-2), [
    ['assistant', SENTENCE],
    ['user', 'And the sun?'],
  ]);
  ok(sent().some(([, content]) => content === 'Rhyme.') && sent().some(([, content]) => content === 'Be kind.'));
  await client.responses.create({ model, conversation: id, input: 'Thanks.' });
  ok(!sent().some(([, content]) => content === 'Rhyme.'), 'instructions hold for one response');
  const roles: unknown[] = [];
  for await (const item of client.conversations.items.list(id, { order: 'asc', limit: 3 }))
    roles.push(item.type === 'message' ? item.role : item.type);
  deepEqual(roles, ['developer', 'user', 'user', 'assistant', 'user', 'assistant', 'user', 'assistant']);
  const counted = await client.responses.inputTokens.count({ model, conversation: id, input: 'x' });
  const alone = await client.responses.inputTokens.count({ model, input: 'x' });
  ok(counted.input_tokens > alone.input_tokens + 20);
});

test('items are added, read and deleted, and what is deleted is not sent any more', async () => {
  const { id } = await begin();
  const call = { type: 'function_call' as const, call_id: 'call_1', name: 'tide', arguments: '{"day":1}' };
  const output = { type: 'function_call_output' as const, call_id: 'call_1', output: 'high' };
  const added = await client.conversations.items.create(id, { items: [call, output] });
  deepEqual(
    added.data.map(({ type }) => type),
    ['function_call', 'function_call_output'],
  );
  const [first] = added.data;
  const read = await client.conversations.items.retrieve(first?.id ?? '', { conversation_id: id });
  deepEqual([read.type, 'arguments' in read && read.arguments], ['function_call', '{"day":1}']);
  for (const { id: item_id } of added.data)
    await client.conversations.items.delete(item_id ?? '', { conversation_id: id });
  await rejects(client.conversations.items.retrieve(first?.id ?? '', { conversation_id: id }), { status: 404 });
  await client.responses.create({ model, conversation: id, input: 'Well?' });
  deepEqual(sent().slice(1), [
    ['user', 'Hello!'],
    ['user', 'Well?'],
  ]);
  deepEqual((await client.conversations.update(id, { metadata: { topic: 'moon' } })).metadata, { topic: 'moon' });
  const kept = await service.call('GET', `/v1/chat/conversations/${id}`, { key: account.liveKey });
  strictEqual(kept.json.messages.at(-1).content, SENTENCE);
  strictEqual((await client.conversations.delete(id)).deleted, true);
  await rejects(client.conversations.retrieve(id), { status: 404 });
});

test('a conversation belongs to its account and environment alone', async () => {
  const { id } = await begin();
  const [item] = (await client.conversations.items.list(id)).data;
  for (const other of [stranger, sandbox])
    for (const attempt of [
      () => other.conversations.retrieve(id),
      () => other.conversations.update(id, { metadata: {} }),
      () => other.conversations.delete(id),
      () => other.conversations.items.list(id),
      () => other.conversations.items.create(id, { items: [{ type: 'message', role: 'user', content: 'x' }] }),
      () => other.conversations.items.retrieve(item?.id ?? '', { conversation_id: id }),
      () => other.conversations.items.delete(item?.id ?? '', { conversation_id: id }),
      () => other.responses.create({ model: 'sandbox-echo-1', conversation: id, input: 'x' }),
      () => other.responses.inputTokens.count({ model: 'sandbox-echo-1', conversation: id, input: 'x' }),
    ])
      await rejects(attempt(), { status: 404 });
  strictEqual((await client.conversations.items.list(id)).data.length, 2);
});

test('what cannot be is refused, and storage without a paid call has a bound', async () => {
  const { id } = await begin();
  const both = { model, conversation: id, previous_response_id: 'resp_x', input: 'x' };
  await rejects(client.responses.create(both), { status: 400, param: 'conversation' });
  await rejects(client.responses.create({ model, conversation: 'new', input: 'x' }), { status: 404 });
  const item = { type: 'message' as const, role: 'user' as const, content: 'x' };
  await rejects(client.conversations.items.create(id, { items: Array(21).fill(item) }), { status: 400 });
  await rejects(client.conversations.items.list(id, { after: 'item_x' }), { status: 400, param: 'after' });
  const { pool } = service.app.database;
  await pool.query('update conversations set sent_bytes = 99999999999 where id = $1', [id]);
  await rejects(client.conversations.items.create(id, { items: [item] }), { status: 413 });
  await rejects(client.conversations.create({ items: [item] }), { status: 413 });
  strictEqual(
    (await pool.query('select count(*)::int as n from conversations where title = $1', ['Conversation'])).rows[0].n,
    3,
  );
});

test('a document in a conversation is listed as it was sent', async () => {
  const file = { type: 'input_file' as const, filename: 'a.txt', file_data: 'data:text/plain;base64,aGVsbG8=' };
  const { id } = await stranger.conversations.create({ items: [{ type: 'message', role: 'user', content: [file] }] });
  const [item] = (await stranger.conversations.items.list(id)).data;
  ok(item?.type === 'message');
  deepEqual(item.content, [{ ...file, file_id: null }]);
});
