// A free key that wants to fill the database with conversations and their branches, or to have it search them for seconds.
import { ok, strictEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MEGABYTE = 1024 * 1024;
const QUOTA_MB = 4;

let service: TestService;
let attacker: TestAccount;

before(async () => {
  const prices = JSON.parse(await readFile(new URL('../../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.conversation_megabytes = QUOTA_MB;
  const path = join(await mkdtemp(join(tmpdir(), 'atelier-quota-')), 'prices.json');
  await writeFile(path, JSON.stringify(prices));
  service = await startService({ TEST_WORKER: '0', PRICES: path });
  attacker = await service.account();
});
after(() => service.stop());

/** The sandbox's window is small: images are stored as they were given, and are not read by its models. */
function say(conversation: string, letters = 1_000_000) {
  return service.call('POST', '/sandbox/v1/chat/completions', {
    key: attacker.testKey,
    body: {
      model: 'sandbox-echo-1',
      conversation_id: conversation,
      max_tokens: 1,
      messages: [{ role: 'user', content: 'hello', name: randomBytes(letters / 2).toString('hex') }],
    },
  });
}

async function storedBytes(): Promise<number> {
  const { rows } = await service.app.database.pool.query(
    `select coalesce(sum(octet_length(message::text)), 0)::float8 as bytes from stored_messages m
     join conversations c on c.id = m.conversation_id where c.account_id = $1`,
    [attacker.id],
  );
  return rows[0].bytes;
}

test('thirty calls and branches stay within the megabytes of the plan, and a branch stores no message again', async (t) => {
  const first = await say('new');
  strictEqual(first.status, 200, first.text);
  const { conversation_id: id } = first.json;
  const statuses: number[] = [];
  const before = await databaseBytes();
  for (let time = 0; time < 30; time += 1) {
    const branch = await service.call('POST', `/sandbox/v1/chat/conversations/${id}/branches`, {
      key: attacker.testKey,
      body: { messages: 2 },
    });
    strictEqual(branch.status, 200, branch.text);
    const read = await service.call('GET', `/sandbox/v1/chat/conversations/${branch.json.id}`, {
      key: attacker.testKey,
    });
    strictEqual(read.json.messages[0].name.length, 1_000_000);
  }
  const grown = (await databaseBytes()) - before;
  ok(grown < MEGABYTE / 2, `thirty branches of a megabyte took ${grown} bytes`);
  t.diagnostic(`thirty branches of a conversation of 1 MB took ${grown} bytes of the database`);
  for (let time = 0; time < 10; time += 1) statuses.push((await say(id)).status);
  statuses.push(
    ...(await Promise.all(Array.from({ length: 10 }, () => say('new', 300_000)))).map(({ status }) => status),
  );
  const bytes = await storedBytes();
  ok(bytes <= (QUOTA_MB + 2) * MEGABYTE, `${bytes} bytes are stored`);
  ok(bytes > 2 * MEGABYTE, `${bytes} bytes are stored`);
  const refused = statuses.filter((status) => status !== 200);
  ok(refused.length > 0 && refused.every((status) => status === 413), statuses.join(' '));
});

async function databaseBytes(): Promise<number> {
  const tables = ['stored_messages', 'inherited_messages', 'conversations', 'conversation_condensations'];
  const { rows } = await service.app.database.pool.query(
    `select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) name`,
    [tables],
  );
  return rows[0].bytes;
}

test('what is deleted makes room again, and the count is that of the rows', async () => {
  const list = await service.call('GET', '/sandbox/v1/chat/conversations', { key: attacker.testKey });
  const counted = await service.app.database.pool.query(
    `select c.bytes::float8 as bytes, (
       (select coalesce(sum(octet_length(message::text)), 0) from stored_messages m where m.conversation_id = c.id)
       + (select coalesce(sum(bytes_of_inheritance(positions)), 0) from inherited_messages i where i.conversation_id = c.id))::float8 as real
     from conversations c where account_id = $1`,
    [attacker.id],
  );
  for (const { bytes, real } of counted.rows) strictEqual(bytes, real);
  for (const { id } of list.json.data)
    await service.call('DELETE', `/sandbox/v1/chat/conversations/${id}`, { key: attacker.testKey });
  strictEqual(await storedBytes(), 0);
  strictEqual((await say('new')).status, 200);
});

test('a search reads a bounded part of what is stored', async () => {
  const { queries } = { queries: service.app.database.pool };
  await queries.query(
    `insert into conversations (id, account_id, environment, title, model, updated_at)
     select 'conv_' || n, $1, 'live', 'title ' || n, 'm', now() - n * interval '1 minute' from generate_series(1, 40) n`,
    [attacker.id],
  );
  await queries.query(
    `insert into stored_messages (conversation_id, position, message)
     select 'conv_' || n, 0, jsonb_build_object('role', 'user', 'content', repeat('a', 1000000) || 'needle') from generate_series(1, 40) n`,
  );
  const { json } = await service.call('GET', '/v1/chat/conversations?q=needle&limit=100', { key: attacker.liveKey });
  ok(json.data.length >= 16 && json.data.length <= 17, `${json.data.length} of 40 were searched`);
});

test('items put into conversations share the quota, also when they are sent at once and what was branched is deleted', async () => {
  const other = await service.account();
  const call = (method: string, path: string, body?: object) =>
    service.call(method, `/sandbox/v1${path}`, { key: other.testKey, ...(body ? { body } : {}) });
  const item = { type: 'message', role: 'user', content: 'b'.repeat(200_000) };
  const put = async () => {
    const made = await call('POST', '/conversations', { items: [item] });
    return made.status === 200 ? made.json.id : undefined;
  };
  const ids = (await Promise.all(Array.from({ length: 30 }, put))).filter((id) => id !== undefined);
  ok(ids.length >= 18 && ids.length <= 21, `${ids.length} of thirty were stored`);
  // The stored item outlives its conversation, and still counts.
  const root = ids[0];
  const branch = await call('POST', `/chat/conversations/${root}/branches`, { messages: 1 });
  const second = await call('POST', `/chat/conversations/${branch.json.id}/branches`, { messages: 1 });
  strictEqual((await call('DELETE', `/chat/conversations/${branch.json.id}`)).status, 200);
  strictEqual((await call('GET', `/chat/conversations/${second.json.id}`)).json.messages[0].content.length, 200_000);
  strictEqual(await put(), undefined);
  for (const id of ids) strictEqual((await call('DELETE', `/conversations/${id}`)).status, 200);
  ok(await put());
});
