// Messages that branches share: every conversation reads as if its branch had copied them, whatever is added, replaced and deleted; each message is stored once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { pagePlaced, readPlaced, replacePlaced } from '../../src/store/conversation-items.ts';
import {
  appendMessages,
  branchConversation,
  deleteConversation,
  findConversation,
  lockConversationQuota,
  shareCopiedMessages,
} from '../../src/store/conversations.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { lastRelease } from '../support/last-conversations.ts';

const OWNER = { accountId: 'acct', environment: 'live' } as const;
const SEED = Number(process.env.SEED ?? 1);
const HISTORIES = Number(process.env.HISTORIES ?? 12);
const STEPS = 60;

let created: TestDatabase;
let database: Database;

before(async () => {
  created = await createTestDatabase();
  database = openDatabase({ connectionString: created.url, max: 4 }, (error) => {
    throw error;
  });
  await sql`insert into accounts (id, email, name, plan) values ('acct', 'a@example.com', '', 'free')`.execute(
    database.queries,
  );
});
after(async () => {
  await database.close();
  await created.drop();
});

type Placed = Map<number, string>;

/** What each conversation would hold if branches copied. */
interface Copies {
  root: string;
  said: Map<string, { placed: Placed; count: number }>;
}

/** The writers of this release, and those of the last one, which still run during an update. */
interface Writers {
  append(id: string, text: string): Promise<void>;
  branch(from: string, id: string, messages: number): Promise<void>;
  replace(id: string, position: number, text: string | null): Promise<void>;
  remove(id: string): Promise<void>;
}

const message = (text: string) => ({ role: 'user' as const, content: text });

const present: Writers = {
  append: (id, text) => appendMessages(database.queries, { id, ...OWNER, title: 'Test', model: 'm' }, [message(text)]),
  branch: (from, id, messages) =>
    database.transaction(async (trx) => {
      await lockConversationQuota(trx, OWNER);
      const source = await findConversation(trx, OWNER, from);
      assert.ok(source);
      assert.ok(await branchConversation(trx, { ...source, ...OWNER }, { id, messages, most: 100 }));
    }),
  replace: (id, position, text) =>
    replacePlaced(database.queries, id, { position, message: text === null ? null : message(text) }),
  remove: async (id) => assert.ok(await deleteConversation(database, OWNER, id)),
};

function startRandom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0;
    return (state >>> 1) % below;
  };
}

async function playStep(copies: Copies, writers: Writers, random: (below: number) => number, name: string) {
  const ids = [...copies.said.keys()];
  const id = ids[random(ids.length)] ?? copies.root;
  const own = copies.said.get(id) ?? { placed: new Map<number, string>(), count: 0 };
  const places = [...own.placed.keys()];
  const place = places[random(places.length || 1)];
  switch (random(6)) {
    case 0:
    case 1:
      await writers.append(id, name);
      own.placed.set(own.count, name);
      own.count += 1;
      break;
    case 2: {
      const messages = random(own.count + 1);
      await writers.branch(id, name, messages);
      const placed = new Map([...own.placed].filter(([position]) => position < messages));
      copies.said.set(name, { placed, count: messages });
      break;
    }
    case 3:
      if (place === undefined) break;
      await writers.replace(id, place, null);
      own.placed.delete(place);
      break;
    case 4:
      if (place === undefined) break;
      await writers.replace(id, place, `${name} instead`);
      own.placed.set(place, `${name} instead`);
      break;
    default:
      if (id === copies.root) break;
      await writers.remove(id);
      copies.said.delete(id);
  }
}

async function assertReadsAsCopies(copies: Copies): Promise<void> {
  for (const [id, { placed }] of copies.said) {
    const wanted = [...placed].toSorted(([a], [b]) => a - b);
    const read = (await readPlaced(database.queries, id)).map(({ position, message: { content } }) => [
      position,
      content,
    ]);
    assert.deepEqual(read, wanted, id);
    const from = wanted[Math.floor(wanted.length / 2)]?.[0];
    const { rows: page } = await pagePlaced(database.queries, id, { from, order: 'desc', limit: 3 });
    const half = wanted.filter(([position]) => position <= (from ?? 0));
    assert.deepEqual(
      page.map(({ position }) => position),
      half
        .slice(-3)
        .map(([position]) => position)
        .toReversed(),
    );
  }
}

/** Nothing is stored that no conversation shows, and the count of every conversation is that of its rows. */
async function assertNothingIsLeft(copies: Copies): Promise<void> {
  const { rows: stray } = await sql`
    select i.* from inherited_messages i left join conversations s on s.id = i.source_id where s.id is null
    union all select i.* from inherited_messages i, unnest(i.positions) r
      where (select count(*) from stored_messages m where m.conversation_id = i.source_id and m.position <@ r) <> upper(r) - lower(r)`.execute(
    database.queries,
  );
  assert.deepEqual(stray, [], 'every inheritance leads to messages');
  const { rows } = await sql<{ id: string; bytes: number; real: number }>`
    select id, bytes::float8 as bytes, (
      (select coalesce(sum(octet_length(message::text)), 0) from stored_messages where conversation_id = c.id)
      + (select coalesce(sum(bytes_of_inheritance(positions)), 0) from inherited_messages where conversation_id = c.id))::float8 as real
    from conversations c where id = ${copies.root} or root_id = ${copies.root}`.execute(database.queries);
  for (const { id, bytes, real } of rows) assert.equal(bytes, real, id);
  assert.equal(rows.length, copies.said.size);
}

async function countStored(root: string): Promise<number> {
  const { rows } = await sql<{ stored: number }>`
    select count(*)::int as stored from stored_messages m join conversations c on c.id = m.conversation_id
    where c.id = ${root} or c.root_id = ${root}`.execute(database.queries);
  return rows[0]?.stored ?? 0;
}

function distinctIn({ said }: Copies): number {
  const texts = [...said.values()].flatMap(({ placed }) => [...placed].map(([at, text]) => `${at} ${text}`));
  return new Set(texts).size;
}

async function play(seed: number, writersOf: (random: (below: number) => number) => Writers): Promise<Copies> {
  const random = startRandom(seed);
  const root = `root-${seed}-${random(1e9)}`;
  await present.append(root, 'first');
  const copies: Copies = { root, said: new Map([[root, { placed: new Map([[0, 'first']]), count: 1 }]]) };
  for (let step = 0; step < STEPS; step += 1) await playStep(copies, writersOf(random), random, `${root}-${step}`);
  await assertReadsAsCopies(copies);
  await assertNothingIsLeft(copies);
  return copies;
}

test(`${HISTORIES} random histories read as copies would, and store each message once`, async () => {
  for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
    const copies = await play(seed, () => present);
    assert.equal(await countStored(copies.root), distinctIn(copies), `seed ${seed}`);
    await present.remove(copies.root);
    assert.equal(await countStored(copies.root), 0, 'the root takes all of its family with it');
  }
});

test('nodes of the last release write and read beside, and their copies are shared afterwards', async () => {
  const last: Writers = lastRelease(database.pool, OWNER);
  for (let seed = SEED + 100; seed < SEED + 100 + HISTORIES; seed += 1) {
    const copies = await play(seed, (random) => (random(2) ? present : last));
    while (await shareCopiedMessages(database.queries, 3));
    await assertReadsAsCopies(copies);
    await assertNothingIsLeft(copies);
    for (const [id, { placed }] of copies.said)
      assert.deepEqual(
        await lastRelease(database.pool, OWNER).read(id),
        [...placed].toSorted(([a], [b]) => a - b).map(([, text]) => text),
      );
    await last.remove(copies.root);
    assert.equal(await countStored(copies.root), 0);
  }
});

test('a database of copies is shared by the migration of its rows: once what branches had copied many times', async () => {
  const last = lastRelease(database.pool, OWNER);
  await present.append('copied', 'a'.repeat(100_000));
  for (let index = 0; index < 20; index += 1) {
    await last.branch(index === 0 ? 'copied' : `copied-${index - 1}`, `copied-${index}`, 1 + index);
    await last.append(`copied-${index}`, `turn ${index}`);
  }
  const bytesOf = async () =>
    (
      await sql<{ bytes: number }>`
        select sum(bytes)::float8 as bytes from conversations where id = 'copied' or root_id = 'copied'`.execute(
        database.queries,
      )
    ).rows[0]?.bytes ?? 0;
  const before = await bytesOf();
  const texts = await last.read('copied-19');
  assert.equal(texts.length, 21);
  while (await shareCopiedMessages(database.queries, 50));
  assert.deepEqual(await last.read('copied-19'), texts);
  assert.equal(await countStored('copied'), 21);
  const now = await bytesOf();
  assert.ok(before > 2_000_000 && now < 130_000, `${before} bytes became ${now}`);
});

test('branches, answers and deletions at once neither fail nor lose a message', async () => {
  await present.append('busy', 'first');
  await present.branch('busy', 'busy-0', 1);
  const branches = Array.from({ length: 12 }, (_, index) => `busy-${index + 1}`);
  for (const id of branches) await present.branch('busy-0', id, 1);
  // The first message goes from one conversation to the next while each of them is answered.
  await Promise.all([
    present.replace('busy', 0, null),
    present.remove('busy-0'),
    ...branches.slice(0, 6).map((id) => present.remove(id)),
    ...branches.slice(6).map((id) => present.replace(id, 0, `${id} instead`)),
    ...branches.slice(6).map((id) => answer(id)),
  ]);
  assert.deepEqual(await readPlaced(database.queries, 'busy'), []);
  for (const id of branches.slice(6)) {
    const texts = (await readPlaced(database.queries, id)).map(({ message: { content } }) => content);
    assert.deepEqual(texts, [`${id} instead`, 'answer']);
  }
  assert.equal(await countStored('busy'), 12);
});

function answer(id: string): Promise<void> {
  return database.transaction(async (trx) => {
    await lockConversationQuota(trx, OWNER);
    await appendMessages(trx, { id, ...OWNER, title: 'Test', model: 'm' }, [message('answer')]);
  });
}
