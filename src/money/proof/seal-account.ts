// Seals the ledger of one account: hashes the entries since its last seal, signs the new hash, and adds the entries to the sums by month.
import { sql } from 'kysely';
import { readBookDays } from '../../store/book-days.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { chainHash, entryLine, FIRST_HASH, type LedgerRow } from './entry-line.ts';
import { type SigningKey, signStatement } from './seal-keys.ts';

export interface LedgerOf {
  accountId: string;
  /** live or test. */
  environment: string;
}

export interface LedgerSeal {
  entries: number;
  lastSeq: number;
  hash: string;
  statement: string;
  signature: string;
}

/** Few enough to block the event loop for only a few milliseconds of hashing. */
const PAGE_ENTRIES = 500;

/** Returns how many entries it sealed; if as many as the limit, there may be more. */
export async function sealAccount(
  trx: Transaction,
  { ledger, key, limit }: { ledger: LedgerOf; key: SigningKey; limit: number },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ledger seal:' || ${lockName(ledger)}, 0))`.execute(trx);
  const before = await findSeal(trx, ledger);
  // Sealed from the beginning, so the sums are complete.
  if (!before) await forgetMonths(trx, ledger);
  let { entries, lastSeq, hash } = before ?? { entries: 0, lastSeq: 0, hash: FIRST_HASH };
  const first = entries;
  let balance = 0;
  const months = new Map<string, MonthSum>();
  const days = await readBookDays(trx);
  while (entries - first < limit) {
    // Entries of one account are written under the lock of its balance, so whoever sees one sees all earlier ones.
    const rows = await readEntries(trx, ledger, { afterSeq: lastSeq, limit: PAGE_ENTRIES });
    for (const row of rows) {
      entries += 1;
      hash = chainHash(hash, entryLine(entries, row));
      addToMonth(months, row, days.monthOf(row.createdAt));
    }
    lastSeq = rows.at(-1)?.seq ?? lastSeq;
    balance = rows.at(-1)?.balanceAfter ?? balance;
    if (rows.length < PAGE_ENTRIES) break;
  }
  if (entries === first) return 0;
  const statement = JSON.stringify({
    version: 1,
    account_id: ledger.accountId,
    environment: ledger.environment,
    entries,
    balance,
    hash,
    sealed_at: new Date().toISOString(),
    key_id: key.id,
  });
  await writeSeal(trx, ledger, { entries, lastSeq, hash, statement, signature: signStatement(key, statement) });
  await addMonths(trx, ledger, [...months.values()]);
  return entries - first;
}

/** The newest seal, or the newest before a day. */
export async function findSeal(
  queries: Queries,
  { accountId, environment }: LedgerOf,
  beforeDay?: string,
): Promise<LedgerSeal | undefined> {
  const { rows } = await sql<LedgerSeal>`
    select entries, last_seq as "lastSeq", hash, statement, signature from ledger_seals
    where account_id = ${accountId} and environment = ${environment}
      ${beforeDay === undefined ? sql`` : sql`and day < ${beforeDay}::date`}
    order by day desc limit 1`.execute(queries);
  return rows[0];
}

/** In their order. */
export async function readEntries(
  queries: Queries,
  { accountId, environment }: LedgerOf,
  page: { afterSeq: number; upToSeq?: number; limit: number },
): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select seq, id, type, amount, balance_after as "balanceAfter", contra, module, model, key_id as "keyId", request_id as "requestId",
      job_id as "jobId", payment_id as "paymentId", description, created_at as "createdAt"
    from ledger
    where account_id = ${accountId} and environment = ${environment} and seq > ${page.afterSeq}
      ${page.upToSeq === undefined ? sql`` : sql`and seq <= ${page.upToSeq}`}
    order by seq limit ${page.limit}`.execute(queries);
  return rows;
}

/** One row a day: later seals of the day replace earlier ones. */
async function writeSeal(trx: Transaction, { accountId, environment }: LedgerOf, seal: LedgerSeal): Promise<void> {
  await sql`
    insert into ledger_seals (account_id, environment, day, entries, last_seq, hash, statement, signature)
    values (${accountId}, ${environment}, (now() at time zone 'utc')::date, ${seal.entries}, ${seal.lastSeq}, ${seal.hash}, ${seal.statement},
      ${seal.signature})
    on conflict (account_id, environment, day) do update set entries = excluded.entries, last_seq = excluded.last_seq, hash = excluded.hash,
      statement = excluded.statement, signature = excluded.signature`.execute(trx);
}

interface MonthSum {
  month: string;
  type: string;
  contra: string;
  isOfPayment: boolean;
  amount: number;
  entries: number;
}

function addToMonth(
  months: Map<string, MonthSum>,
  { type, contra, paymentId, amount }: LedgerRow,
  month: string,
): void {
  const isOfPayment = paymentId !== null;
  const name = `${month} ${type} ${contra} ${isOfPayment}`;
  const sum = months.get(name) ?? { month, type, contra, isOfPayment, amount: 0, entries: 0 };
  months.set(name, { ...sum, amount: sum.amount + amount, entries: sum.entries + 1 });
}

async function forgetMonths(trx: Transaction, { accountId, environment }: LedgerOf): Promise<void> {
  await sql`delete from ledger_months where account_id = ${accountId} and environment = ${environment}`.execute(trx);
}

async function addMonths(trx: Transaction, { accountId, environment }: LedgerOf, sums: MonthSum[]): Promise<void> {
  await sql`
    insert into ledger_months as m (account_id, environment, month, type, contra, is_of_payment, amount, entries)
    select ${accountId}, ${environment}, s.month::date, s.type, s.contra, s.is_of_payment, s.amount, s.entries from unnest(
      ${sums.map(({ month }) => month)}::text[], ${sums.map(({ type }) => type)}::text[], ${sums.map(({ contra }) => contra)}::text[],
      ${sums.map(({ isOfPayment }) => isOfPayment)}::boolean[], ${sums.map(({ amount }) => amount)}::bigint[],
      ${sums.map(({ entries }) => entries)}::bigint[]) as s(month, type, contra, is_of_payment, amount, entries)
    on conflict (account_id, environment, month, type, contra, is_of_payment) do update set
      amount = m.amount + excluded.amount, entries = m.entries + excluded.entries`.execute(trx);
}

function lockName({ accountId, environment }: LedgerOf): string {
  return `${accountId}/${environment}`;
}
