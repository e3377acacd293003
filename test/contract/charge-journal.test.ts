// Charges that are noted on disk first: what was answered is charged once, whatever happens to the process, the disk's last block or
// the database meanwhile.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { JournaledBooks } from '../../src/billing/journaled-books.ts';
import { Ledger } from '../../src/billing/ledger.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { creditsToMicro } from '../../src/core/money.ts';
import { openAccountWithKeys } from '../../src/first-start.ts';
import { ChargeJournal, readLeftNotes } from '../../src/store/charge-journal.ts';
import { applyCharges, beginJournal, CLAIMS_WANTED, ownerWanting } from '../../src/store/claims.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startServerProcess } from '../support/server-process.ts';

let testDatabase: TestDatabase;
let database: Database;
let folder: string;
let complaints: string[] = [];
let made = 0;

before(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ connectionString: testDatabase.url }, () => undefined);
  await migrate(database.pool);
});
after(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-journal-'));
  complaints = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const noteFor = (seq: number, text = '') => JSON.stringify({ seq, text });
const openBooks = () => JournaledBooks.open(database, folder, (_problem, text) => complaints.push(text));
const openLedger = async () => new Ledger(database, async () => undefined, await openBooks());

async function account(credits: number) {
  made += 1;
  const opening = {
    email: `journal-${made}@example.com`,
    plan: 'free',
    liveCredits: credits,
    announce: async () => undefined,
  };
  const opened = await openAccountWithKeys(database, opening);
  const owner = { accountId: opened.account.id, environment: 'live' as const };
  return { ...owner, keyId: null, keyMonthlyCap: null, requestId: null };
}
type Payer = Awaited<ReturnType<typeof account>>;

function quoteOf(credits: number, minimum = credits) {
  const [amount, least] = [creditsToMicro(credits), creditsToMicro(minimum)];
  return { module: 'test', model: 'noop-1', amount, minimum: least, description: 'a test' };
}

async function pay(ledger: Ledger, payer: Payer, held: number, cost = held) {
  const work = async () => ({ value: null, cost: creditsToMicro(cost), usage: { promptTokens: 1 } });
  const { receipt } = await ledger.charge(payer, quoteOf(held), work);
  await receipt.written;
  return receipt;
}

async function booksOf({ accountId }: Payer) {
  const { rows } = await database.pool.query(
    `select b.balance, b.held,
       (select coalesce(sum(amount), 0)::bigint from ledger l where l.account_id = $1 and l.environment = 'live') as sum,
       (select coalesce(sum(amount), 0)::bigint from holds h where h.account_id = $1 and h.environment = 'live') as holds,
       (select count(*) from ledger l where l.account_id = $1 and type = 'usage') as entries,
       (select coalesce(sum(requests), 0)::bigint from usage_hourly u where u.account_id = $1) as counted,
       (select balance_after from ledger l where l.account_id = $1 and l.environment = 'live' order by seq desc limit 1) as last
     from balances b where b.account_id = $1 and b.environment = 'live'`,
    [accountId],
  );
  const [row] = rows;
  assert.equal(row.balance, row.sum, 'the balance is the sum of its rows');
  assert.equal(row.balance, row.last, 'the last row says the balance');
  assert.equal(row.held, row.holds, 'what is held is the sum of the holds');
  return { balance: row.balance, held: row.held, entries: row.entries, counted: row.counted };
}

test('what was appended is read again, in order, whatever was written over before', async () => {
  const journal = await ChargeJournal.open(folder);
  const filler = 'ä'.repeat(4_000);
  let last = 0;
  // Some 24 MB through two parts of 4 MB each: they take turns as the database follows.
  for (let round = 0; round < 60; round += 1) {
    const notes = await Promise.all(Array.from({ length: 50 }, () => journal.append((seq) => noteFor(seq, filler))));
    if (round < 59) journal.release(notes.at(-1)?.seq ?? 0);
    last = notes.at(-1)?.seq ?? 0;
  }
  await journal.close();
  const left = await readLeftNotes(folder);
  assert.equal(left.at(-1)?.upto, last);
  const seqs = left.flatMap(({ notes }) => (JSON.parse(`[${notes}]`) as { seq: number }[]).map(({ seq }) => seq));
  assert.deepEqual(
    seqs,
    [...seqs].sort((a, b) => a - b),
  );
  assert.deepEqual(
    seqs.slice(-50),
    Array.from({ length: 50 }, (_, index) => last - 49 + index),
  );
  assert.ok(left.every(({ journal: id }) => id === journal.id));
});

test('notes that come alone and notes that come together keep their order', async () => {
  const journal = await ChargeJournal.open(folder);
  const told: number[] = [];
  const append = async () => void told.push((await journal.append((seq) => noteFor(seq))).seq);
  for (let round = 0; round < 40; round += 1) {
    await delay(2);
    // From some time on the first of them is written on the spot, and the others behind it.
    await Promise.all(Array.from({ length: round % 3 === 2 ? 5 : 1 }, append));
  }
  await journal.close();
  const left = (await readLeftNotes(folder)).flatMap(({ notes }) => JSON.parse(`[${notes}]`) as { seq: number }[]);
  assert.deepEqual(
    left.map(({ seq }) => seq),
    told,
  );
  assert.equal(told.at(-1), told.length);
});

test('a block that was cut off is passed over, and what stands before it is not', async () => {
  const journal = await ChargeJournal.open(folder);
  for (const text of ['one', 'two', 'three']) await journal.append((seq) => noteFor(seq, text));
  await journal.close();
  const path = join(folder, 'charges-1');
  const bytes = await readFile(path);
  const third = bytes.indexOf('"three"');
  await truncate(path, third + 3);
  assert.equal((await readLeftNotes(folder)).length, 2, 'cut off');
  bytes[third + 1] = 'T'.charCodeAt(0);
  await writeFile(path, bytes);
  assert.equal((await readLeftNotes(folder)).length, 2, 'changed by the disk');
});

test('a journal that the database does not follow says that it is full, and writes over nothing', async () => {
  const journal = await ChargeJournal.open(folder);
  const filler = 'x'.repeat(400_000);
  let kept = 0;
  await assert.rejects(async () => {
    for (;;) {
      await journal.append((seq) => noteFor(seq, filler));
      kept += 1;
    }
  }, /full/);
  await journal.close();
  assert.equal((await readLeftNotes(folder)).length, kept);
});

test('a busy account is charged call by call, told exactly what remains, and owes nothing at the end', async () => {
  const ledger = await openLedger();
  const payer = await account(10_000);
  for (let call = 1; call <= 150; call += 1) {
    const { charged, remaining } = await pay(ledger, payer, 2, 0.5);
    assert.deepEqual({ charged, remaining }, { charged: 500_000, remaining: creditsToMicro(10_000 - call / 2) });
  }
  await ledger.allInOne(payer);
  assert.deepEqual(await booksOf(payer), { balance: creditsToMicro(9_925), held: 0, entries: 150, counted: 150 });
  await pay(ledger, payer, 2);
  await ledger.close();
  assert.deepEqual(await booksOf(payer), { balance: creditsToMicro(9_923), held: 0, entries: 151, counted: 151 });
  assert.deepEqual(complaints, []);
});

test('many accounts at once, some calls failing: the books hold exactly what was told', async () => {
  const ledger = await openLedger();
  const payers = await Promise.all(Array.from({ length: 8 }, () => account(5_000)));
  const told = new Map<Payer, number>(payers.map((payer) => [payer, 0]));
  const caller = async (index: number) => {
    const payer = payers[index % payers.length] as Payer;
    for (let call = 0; call < 60; call += 1) {
      const cost = creditsToMicro(((index * 7 + call * 3) % 10) / 10);
      const work = async () => {
        if (call % 9 === 0) throw new ServiceError('engine_failed', 'It was told to fail.');
        return { value: null, cost, usage: {} };
      };
      const paid = await ledger.charge(payer, quoteOf(1), work).catch(() => undefined);
      await paid?.receipt.written;
      if (paid) told.set(payer, (told.get(payer) ?? 0) + paid.receipt.charged);
    }
  };
  await Promise.all(Array.from({ length: 32 }, (_, index) => caller(index)));
  await ledger.allInOne();
  for (const payer of payers) {
    const { balance, held } = await booksOf(payer);
    assert.deepEqual({ balance, held }, { balance: creditsToMicro(5_000) - (told.get(payer) ?? 0), held: 0 });
  }
  await ledger.close();
});

test('who needs all credits gets those that were set aside, whole or in part', async () => {
  const ledger = await openLedger();
  const payer = await account(1_000);
  for (let call = 0; call < 50; call += 1) await pay(ledger, payer, 0.1);
  await ledger.upToDate();
  assert.ok((await booksOf(payer)).held > 0, 'some are set aside');
  const all = await ledger.open(payer, quoteOf(995));
  assert.equal(all.amount, creditsToMicro(995));
  await ledger.release(all);
  // A stream that may stop early takes what there is, to the last of it.
  const most = await ledger.open(payer, quoteOf(2_000, 1));
  assert.equal(most.amount, creditsToMicro(995));
  await assert.rejects(pay(ledger, payer, 0.1), /does not cover/);
  await ledger.release(most);
  await ledger.close();
  assert.equal((await booksOf(payer)).held, 0);
});

test('another process that needs all credits asks for those that are set aside here', async () => {
  const ledger = await openLedger();
  const ending = new AbortController();
  await database.listen(CLAIMS_WANTED, (payload) => void ledger.freeUp(ownerWanting(payload)), ending.signal);
  const payer = await account(1_000);
  for (let call = 0; call < 50; call += 1) await pay(ledger, payer, 0.1);
  await ledger.upToDate();
  assert.ok((await booksOf(payer)).held > 0, 'some are set aside');
  const other = new Ledger(database, async () => undefined);
  const all = await other.open(payer, quoteOf(995));
  assert.equal(all.amount, creditsToMicro(995));
  await assert.rejects(other.open(payer, quoteOf(1)), /does not cover/);
  await other.release(all);
  await other.close();
  await ledger.close();
  ending.abort();
  assert.equal((await booksOf(payer)).held, 0);
});

test('200 callers on a balance for 50 calls: exactly 50 succeed', async () => {
  const ledger = await openLedger();
  const payer = await account(50);
  const calls = Array.from({ length: 200 }, () => pay(ledger, payer, 1));
  const ends = await Promise.allSettled(calls);
  const strange = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
  assert.deepEqual(
    strange.filter((reason) => !reason.includes('does not cover')),
    [],
  );
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 50);
  await ledger.close();
  assert.deepEqual(await booksOf(payer), { balance: 0, held: 0, entries: 50, counted: 50 });
});

test('an account that runs dry while calls are quick pays for exactly as many as it can', async () => {
  const ledger = await openLedger();
  const payer = await account(300);
  let paid = 0;
  let refused = 0;
  const caller = async () => {
    for (let call = 0; call < 80; call += 1)
      await pay(ledger, payer, 0.5).then(
        () => (paid += 1),
        () => (refused += 1),
      );
  };
  await Promise.all(Array.from({ length: 10 }, caller));
  await ledger.close();
  assert.deepEqual({ paid, refused }, { paid: 600, refused: 200 });
  assert.deepEqual(await booksOf(payer), { balance: 0, held: 0, entries: 600, counted: 600 });
});

test('notes that come twice are charged once, and those of a journal that nobody knows not at all', async () => {
  const payer = await account(100);
  await beginJournal(database.pool, 'journal_a');
  const call = { lease: 'lease_gone', account_id: payer.accountId, environment: 'live', module: 'test', model: 'm' };
  const numbers = { prompt_tokens: 0, completion_tokens: 0, images: 0, milliseconds: 0 };
  const note = (seq: number) =>
    JSON.stringify({ seq, ...call, ...numbers, cost: 1_000_000, entry_id: `txn_twice_${seq}`, description: '' });
  await applyCharges(database.pool, { journal: 'journal_a', upto: 2, notes: `${note(1)},${note(2)}` });
  await applyCharges(database.pool, { journal: 'journal_a', upto: 2, notes: `${note(1)},${note(2)}` });
  await applyCharges(database.pool, { journal: 'journal_a', upto: 3, notes: `${note(1)},${note(2)},${note(3)}` });
  assert.deepEqual(await booksOf(payer), { balance: creditsToMicro(97), held: 0, entries: 3, counted: 3 });
  const other = await ChargeJournal.open(folder);
  await other.append(() => note(9));
  await other.close();
  await (await openBooks()).close();
  assert.equal((await booksOf(payer)).entries, 3);
});

test('a database that is away for a moment gets everything that was noted meanwhile', async () => {
  const ledger = await openLedger();
  const payer = await account(10_000);
  for (let call = 0; call < 25; call += 1) await pay(ledger, payer, 1);
  const { rows } = await database.pool.query('select pg_backend_pid() as own');
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> $1',
    [rows[0].own],
  );
  for (let call = 0; call < 20; call += 1) await pay(ledger, payer, 1).catch(() => undefined);
  await ledger.close();
  const { balance, held, entries } = await booksOf(payer);
  assert.ok(entries >= 25, `${entries} entries`);
  assert.deepEqual({ balance, held }, { balance: creditsToMicro(10_000 - entries), held: 0 });
});

test('what a killed process had noted and not told the database is charged by the next one', {
  timeout: 120_000,
}, async () => {
  const entry = new URL('../support/paid-server.ts', import.meta.url);
  const settings = { DATA_DIR: folder };
  const server = await startServerProcess(entry, settings);
  const { openStore } = await import('../../src/app-store.ts');
  const { silentLog } = await import('../../src/core/log.ts');
  const store = await openStore({ databaseUrl: null, dataDir: folder }, silentLog);
  const { pool } = store.database;
  const count = async () => {
    const { rows } = await pool.query("select count(*)::int as entries from ledger where type = 'usage'");
    return rows[0].entries as number;
  };
  try {
    const { liveKey } = await openAccountWithKeys(store.database, {
      email: 'killed@example.com',
      plan: 'enterprise',
      liveCredits: 100_000,
      announce: async () => undefined,
    });
    const call = async (origin: string) => {
      const answer = await fetch(`${origin}/v1/test/paid`, {
        method: 'POST',
        headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
        body: '{}',
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    for (let index = 0; index < 30; index += 1) assert.equal(await call(server.origin), 200);
    const transactions = await fetch(`${server.origin}/v1/payments/transactions?limit=100`, {
      headers: { authorization: `Bearer ${liveKey}` },
    });
    assert.equal(((await transactions.json()) as { data: unknown[] }).data.length, 31, 'who looks sees every charge');
    // Until this lock is gone, nothing that is noted reaches the ledger.
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from charge_journals for update');
    for (let index = 0; index < 30; index += 1) assert.equal(await call(server.origin), 200);
    await server.stop('SIGKILL');
    // The statement that waits for the lock does not know yet that nobody waits for it.
    await holder.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where query like '%apply_charges(%' and wait_event_type = 'Lock'`,
    );
    await holder.query('rollback');
    holder.release();
    const before = await count();
    assert.ok(before < 60, `${before} of 60 are in the ledger before the next start`);
    const next = await startServerProcess(entry, settings);
    assert.equal(await count(), 60);
    const { rows } = await pool.query(
      `select b.balance, b.held, (select sum(amount)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as sum
       from balances b where environment = 'live'`,
    );
    assert.deepEqual(rows, [{ balance: creditsToMicro(99_940), held: 0, sum: creditsToMicro(99_940) }]);
    await next.stop();
  } finally {
    await server.stop('SIGKILL');
    await store.close();
  }
});
