// A conversation's memory: kept on the server, condensed by the model when it no longer fits, readable and deletable.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { meetAt } from '../support/meet-at.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { readEvents } from '../support/sse.ts';

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
});

after(async () => {
  await upstream.close();
  await service.stop();
});

test("earlier turns are sent to the model again, and the answer contains the conversation's id", async () => {
  const id = await begin('My name is Ada.');
  await say(id, 'What is my name?');
  assert.deepEqual(upstream.calls.at(-1)?.body.messages, [
    { role: 'user', content: 'My name is Ada.' },
    { role: 'assistant', content: WORDS.join('') },
    { role: 'user', content: 'What is my name?' },
  ]);
  const { json } = await get(`/v1/chat/conversations/${id}`);
  assert.equal(json.messages.length, 4);
  assert.equal(json.title, 'My name is Ada.');
  assert.deepEqual(json.condensed, []);
});

test('a streamed turn is remembered too, and its first chunk carries the id', async () => {
  const response = await fetch(`${service.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'mock-good-1',
      stream: true,
      conversation_id: 'new',
      messages: [{ role: 'user', content: 'Hi' }],
    }),
  });
  const [first = ''] = await readEvents(response);
  const id = JSON.parse(first).conversation_id;
  const { json } = await get(`/v1/chat/conversations/${id}`);
  assert.deepEqual(json.messages.at(-1), { role: 'assistant', content: WORDS.join('') });
});

test('a new system message replaces the old one', async () => {
  const started = await post({
    conversation_id: 'new',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ],
  });
  const id = started.json.conversation_id;
  await post({
    conversation_id: id,
    messages: [
      { role: 'system', content: 'Be long.' },
      { role: 'user', content: 'Again' },
    ],
  });
  const instructions = upstream.calls.at(-1)?.body.messages?.filter(({ role }) => role === 'system');
  assert.deepEqual(instructions, [{ role: 'system', content: 'Be long.' }]);
});

test('turns that no longer fit are condensed by the model itself, and what stands for them can be read', async () => {
  const names = ['Ada', 'Bela', 'Cleo', 'Dora', 'Emil', 'Fritz'];
  const filler = 'and then we talked about the weather for a while '.repeat(12);
  let id = 'new';
  for (const name of names) {
    const { json } = await post({
      model: 'mock-small-window-1',
      max_tokens: 60,
      conversation_id: id,
      messages: [{ role: 'user', content: `${name} came by ${filler}` }],
    });
    id = json.conversation_id;
    assert.ok(id, JSON.stringify(json));
  }
  const { json } = await post({
    model: 'mock-small-window-1',
    max_tokens: 60,
    conversation_id: id,
    messages: [{ role: 'user', content: 'Who came by?' }],
  });
  const answer = json.choices[0].message.content;
  for (const name of names) assert.ok(answer.includes(name), `${name} is forgotten in: ${answer}`);
  const conversation = (await get(`/v1/chat/conversations/${id}`)).json;
  assert.ok(conversation.condensed.length > 0);
  assert.match(conversation.condensed.at(-1).text, /Ada/);
  assert.equal(conversation.messages.length, 14, 'every message is still there to read');
  const { json: transactions } = await get('/v1/payments/transactions?limit=100');
  assert.ok(transactions.data.some(({ description }: { description: string }) => description.includes('condensing')));
});

test('conversations are listed last used first, page by page', async () => {
  const reader = await service.account();
  const ids: string[] = [];
  for (const content of ['one', 'two', 'three']) ids.unshift(await begin(content, reader));
  const first = await service.call('GET', '/v1/chat/conversations?limit=2', { key: reader.liveKey });
  assert.deepEqual(
    first.json.data.map(({ id }: { id: string }) => id),
    ids.slice(0, 2),
  );
  assert.equal(first.json.has_more, true);
  const second = await service.call('GET', `/v1/chat/conversations?limit=2&cursor=${first.json.next_cursor}`, {
    key: reader.liveKey,
  });
  assert.deepEqual(
    second.json.data.map(({ id }: { id: string }) => id),
    ids.slice(2),
  );
  assert.equal(second.json.next_cursor, null);
});

test("another account's, the other environment's and deleted conversations do not exist", async () => {
  const id = await begin('secret');
  const other = await service.account();
  for (const [path, key] of [
    ['/v1', other.liveKey],
    ['/sandbox/v1', account.testKey],
  ] as const) {
    assert.equal((await service.call('GET', `${path}/chat/conversations/${id}`, { key })).status, 404);
    assert.equal((await service.call('DELETE', `${path}/chat/conversations/${id}`, { key })).status, 404);
    assert.equal((await service.call('GET', `${path}/chat/conversations/${id}/branches`, { key })).status, 404);
    const renamed = { key, body: { title: 'mine' } };
    assert.equal((await service.call('PATCH', `${path}/chat/conversations/${id}`, renamed)).status, 404);
    const branched = { key, body: { messages: 0 } };
    assert.equal((await service.call('POST', `${path}/chat/conversations/${id}/branches`, branched)).status, 404);
    assert.deepEqual((await service.call('GET', `${path}/chat/conversations?q=secret`, { key })).json.data, []);
    const body = { model: 'mock-good-1', conversation_id: id, messages: [{ role: 'user', content: 'x' }] };
    assert.equal((await service.call('POST', `${path}/chat/completions`, { key, body })).status, 404);
  }
  const deleted = await service.call('DELETE', `/v1/chat/conversations/${id}`, { key: account.liveKey });
  assert.deepEqual(
    { ...deleted.json, attribution: undefined },
    { id, object: 'conversation.deleted', deleted: true, attribution: undefined },
  );
  assert.equal((await get(`/v1/chat/conversations/${id}`)).status, 404);
});

test('a branch takes the first messages along and leaves the original as it was', async () => {
  const id = await begin('root of it');
  await say(id, 'second');
  const branched = await branch(id, 2);
  assert.deepEqual([branched.json.root_id, branched.json.parent_id, branched.json.branched_at], [id, id, 2]);
  await say(branched.json.id, 'another second');
  const sent = upstream.calls.at(-1)?.body.messages?.filter(({ role }) => role === 'user');
  assert.deepEqual(
    sent?.map(({ content }) => content),
    ['root of it', 'another second'],
  );
  assert.equal((await get(`/v1/chat/conversations/${id}`)).json.messages[2].content, 'second');
  const again = await branch(branched.json.id, 0);
  const family = await get(`/v1/chat/conversations/${again.json.id}/branches`);
  assert.deepEqual(
    family.json.data.map((one: { id: string }) => one.id),
    [id, branched.json.id, again.json.id],
  );
  const listed = (await get('/v1/chat/conversations?limit=100')).json.data.map((one: { id: string }) => one.id);
  assert.equal(listed[0], id, 'what is said in a branch brings its family to the top');
  assert.ok(!listed.includes(branched.json.id));
  const tooMany = await branch(id, 5);
  assert.deepEqual([tooMany.status, tooMany.json.error.param], [400, 'messages']);
  await service.call('DELETE', `/v1/chat/conversations/${id}`, { key: account.liveKey });
  assert.equal((await get(`/v1/chat/conversations/${branched.json.id}`)).status, 404);
});

test('a conversation has at most a hundred branches, also when they are made at once', async () => {
  const id = await begin('many ways');
  await sql`insert into conversations (id, account_id, environment, title, model, root_id, parent_id)
    select 'conv_race' || n, account_id, environment, title, model, id, id from conversations, generate_series(1, 98) n
    where id = ${id}`.execute(service.app.database.queries);
  const calls = Array.from({ length: 8 }, () => () => branch(id, 1));
  // A new branch checks its account after the others were counted.
  const lock = sql`select 1 from accounts where id = ${account.id} for update`;
  const answers = await meetAt(service.app.database, lock, calls);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 400, 400, 400, 400, 400, 400]);
});

test('a conversation is renamed, and found by its title or by what was said, in a branch too', async () => {
  const reader = await service.account();
  const id = await begin('about 100% of tides', reader);
  await begin('about moons', reader);
  const call = (method: string, path: string, body?: object) =>
    service.call(method, `/v1/chat/conversations${path}`, { key: reader.liveKey, ...(body ? { body } : {}) });
  const found = async (text: string) =>
    (await call('GET', `?q=${encodeURIComponent(text)}`)).json.data.map((one: { id: string }) => one.id);
  const branched = (await call('POST', `/${id}/branches`, { messages: 0 })).json.id;
  await post({ conversation_id: branched, messages: [{ role: 'user', content: 'only in the branch' }] }, reader);
  assert.equal((await call('PATCH', `/${id}`, { title: 'The sea' })).json.title, 'The sea');
  assert.deepEqual(await found('the SEA'), [id]);
  assert.deepEqual(await found('100%'), [id]);
  assert.deepEqual(await found('only in the'), [id]);
  assert.deepEqual(await found('%'), [id], 'signs of patterns are taken by the letter');
  assert.deepEqual(await found('nowhere'), []);
  assert.equal((await call('PATCH', `/${id}`, { title: '' })).status, 400);
});

test('two answers at once lose nothing', async () => {
  const id = await begin('start');
  await Promise.all(Array.from({ length: 6 }, (_, index) => say(id, `turn ${index}`)));
  const { json } = await get(`/v1/chat/conversations/${id}`);
  assert.equal(json.messages.length, 14);
  assert.equal(json.messages_count, 14);
});

async function begin(content: string, who = account): Promise<string> {
  const { json } = await post({ conversation_id: 'new', messages: [{ role: 'user', content }] }, who);
  return json.conversation_id;
}

function say(id: string, content: string) {
  return post({ conversation_id: id, messages: [{ role: 'user', content }] });
}

function branch(id: string, messages: number) {
  const call = { key: account.liveKey, body: { messages } };
  return service.call('POST', `/v1/chat/conversations/${id}/branches`, call);
}

function post(change: object, who = account) {
  return service.call('POST', '/v1/chat/completions', { key: who.liveKey, body: { model: 'mock-good-1', ...change } });
}

function get(path: string) {
  return service.call('GET', path, { key: account.liveKey });
}
