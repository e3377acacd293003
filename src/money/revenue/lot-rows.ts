// The lots of an account and its place in the ledger and the documents, as rows.
import { sql } from 'kysely';
import type { Queries, Transaction } from '../../store/database.ts';
import type { Lot, RevenueDocument, RevenueEntry, RevenueSum } from './lots.ts';

export interface RevenueMark {
  lastEntry: number;
  lastDocument: number;
  debt: number;
}

/** Accounts with live entries or documents that were not read yet, in the order of their ids. */
export async function listUnread(
  queries: Queries,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a left join revenue_marks m on m.account_id = a.id
    where a.id > ${after} and (
      coalesce((select l.seq from ledger l where l.account_id = a.id and l.environment = 'live' order by l.seq desc limit 1), 0)
        > coalesce(m.last_entry, 0)
      or coalesce((select d.seq from billing_documents d where d.account_id = a.id and d.environment = 'live' order by d.seq desc limit 1), 0)
        > coalesce(m.last_document, 0))
    order by a.id limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}

export async function readMark(queries: Queries, accountId: string): Promise<RevenueMark> {
  const { rows } = await sql<RevenueMark>`
    select last_entry as "lastEntry", last_document as "lastDocument", debt from revenue_marks where account_id = ${accountId}`.execute(
    queries,
  );
  return rows[0] ?? { lastEntry: 0, lastDocument: 0, debt: 0 };
}

interface Page {
  accountId: string;
  afterSeq: number;
  limit: number;
}

/** Entries of one account are written under the lock of its balance, so whoever sees one sees all earlier ones. */
export async function readRevenueEntries(
  queries: Queries,
  { accountId, afterSeq, limit }: Page,
): Promise<RevenueEntry[]> {
  const { rows } = await sql<RevenueEntry>`
    select l.seq, l.id, l.type, l.amount, l.payment_id as "paymentId", l.created_at as "createdAt",
      coalesce(g.kind = 'promotional', false) as "isPromotional", g.expires_at as "expiresAt"
    from ledger l left join credit_grants g on g.entry_id = l.id and l.type <> 'usage'
    where l.account_id = ${accountId} and l.environment = 'live' and l.seq > ${afterSeq} order by l.seq limit ${limit}`.execute(
    queries,
  );
  return rows;
}

/** Documents of one account are issued under its lock. */
export async function readRevenueDocuments(
  queries: Queries,
  { accountId, afterSeq, limit }: Page,
): Promise<RevenueDocument[]> {
  const { rows } = await sql<RevenueDocument>`
    select seq, payment_id as "paymentId", kind, amount, tax, currency, country, tax_rate as "taxRate", tax_kind as "taxKind",
      issued_at as "issuedAt"
    from billing_documents where account_id = ${accountId} and environment = 'live' and seq > ${afterSeq} order by seq limit ${limit}`.execute(
    queries,
  );
  return rows;
}

/** A call that is undone gives its credits back to one of these at most. */
const MAX_LAST_USED = 50;

const COLUMNS = sql`id, is_promotional as "isPromotional", expires_at as "expiresAt", seq, credits, used, last_used as "lastUsed", value, recognised,
  currency, country, tax_rate as "taxRate", tax_kind as "taxKind"`;

/** Lots with credits left, those of the payments, and the ones that were used last. */
export async function readLots(queries: Queries, accountId: string, paymentIds: readonly string[]): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select ${COLUMNS} from credit_lots where account_id = ${accountId} and used < credits
    union select ${COLUMNS} from credit_lots where id = any(${[...paymentIds]}::text[]) and account_id = ${accountId}
    union (select ${COLUMNS} from credit_lots where account_id = ${accountId} and used > 0 order by last_used desc limit ${MAX_LAST_USED})`.execute(
    queries,
  );
  return rows;
}

export async function writeLots(trx: Transaction, accountId: string, lots: readonly Lot[]): Promise<void> {
  if (lots.length === 0) return;
  await sql`
    insert into credit_lots as o (id, account_id, is_promotional, expires_at, seq, credits, used, last_used, value, recognised, currency, country,
      tax_rate, tax_kind)
    select n.id, ${accountId}, n.is_promotional, n.expires_at, n.seq, n.credits, n.used, n.last_used, n.value, n.recognised, n.currency, n.country,
      n.tax_rate, n.tax_kind
    from unnest(
      ${lots.map(({ id }) => id)}::text[], ${lots.map(({ isPromotional }) => isPromotional)}::boolean[],
      ${lots.map(({ expiresAt }) => expiresAt)}::timestamptz[], ${lots.map(({ seq }) => seq)}::bigint[],
      ${lots.map(({ credits }) => credits)}::bigint[], ${lots.map(({ used }) => used)}::bigint[], ${lots.map(({ lastUsed }) => lastUsed)}::bigint[],
      ${lots.map(({ value }) => value)}::bigint[], ${lots.map(({ recognised }) => recognised)}::bigint[],
      ${lots.map(({ currency }) => currency)}::text[], ${lots.map(({ country }) => country)}::text[],
      ${lots.map(({ taxRate }) => taxRate)}::integer[], ${lots.map(({ taxKind }) => taxKind)}::text[]
    ) as n(id, is_promotional, expires_at, seq, credits, used, last_used, value, recognised, currency, country, tax_rate, tax_kind)
    on conflict (id) do update set is_promotional = excluded.is_promotional, expires_at = excluded.expires_at, seq = excluded.seq,
      credits = excluded.credits, used = excluded.used, last_used = excluded.last_used, value = excluded.value, recognised = excluded.recognised,
      currency = excluded.currency, country = excluded.country, tax_rate = excluded.tax_rate, tax_kind = excluded.tax_kind
    where o.account_id = excluded.account_id`.execute(trx);
}

export async function writeMark(trx: Transaction, accountId: string, mark: RevenueMark): Promise<void> {
  await sql`
    insert into revenue_marks (account_id, last_entry, last_document, debt) values (${accountId}, ${mark.lastEntry}, ${mark.lastDocument}, ${mark.debt})
    on conflict (account_id) do update set last_entry = excluded.last_entry, last_document = excluded.last_document, debt = excluded.debt`.execute(
    trx,
  );
}

export async function addRevenue(trx: Transaction, sums: readonly RevenueSum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into revenue_months as m (month, currency, country, tax_rate, tax_kind, used, expired, other)
    select month::date, currency, country, tax_rate, tax_kind, used, expired, other from unnest(
      ${sums.map(({ month }) => month)}::text[], ${sums.map(({ currency }) => currency)}::text[], ${sums.map(({ country }) => country)}::text[],
      ${sums.map(({ taxRate }) => taxRate)}::integer[], ${sums.map(({ taxKind }) => taxKind)}::text[], ${sums.map(({ used }) => used)}::bigint[],
      ${sums.map(({ expired }) => expired)}::bigint[], ${sums.map(({ other }) => other)}::bigint[]
    ) as n(month, currency, country, tax_rate, tax_kind, used, expired, other)
    on conflict (month, currency, country, tax_rate, tax_kind) do update set
      used = m.used + excluded.used, expired = m.expired + excluded.expired, other = m.other + excluded.other`.execute(
    trx,
  );
}
