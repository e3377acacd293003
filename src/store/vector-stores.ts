// Vector stores: made, changed, listed and deleted by their account, with the sums that a trigger keeps of their files.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';
import { storableText } from './storable-text.ts';

declare module './json-columns.ts' {
  interface JsonColumns {
    'vector_stores.metadata': Record<string, string>;
  }
}

export interface VectorStoreRow {
  id: string;
  name: string;
  description: string | null;
  metadata: Record<string, string> | null;
  model: string;
  dimensions: number;
  expiresDays: number | null;
  createdAt: Date;
  lastActiveAt: Date;
  expiresAt: Date | null;
  inProgress: number;
  completed: number;
  failed: number;
  cancelled: number;
  usageBytes: number;
  chunks: number;
}

export type NewVectorStore = Pick<
  VectorStoreRow,
  'id' | 'name' | 'description' | 'metadata' | 'model' | 'dimensions' | 'expiresDays'
>;

/** One page in the order of creation; `before` and `after` are ids of the pages around it. */
export interface StorePage {
  limit: number;
  order: 'asc' | 'desc';
  after: string | undefined;
  before: string | undefined;
}

const COLUMNS = sql`id, name, description, metadata, model, dimensions, expires_days as "expiresDays", created_at as "createdAt",
  last_active_at as "lastActiveAt", expires_at as "expiresAt", in_progress as "inProgress", completed, failed, cancelled,
  usage_bytes as "usageBytes", chunks`;
/** How often the use of a store is noted at most. */
const NOTED_SECONDS = 60;

export async function insertVectorStore(queries: Queries, owner: Owner, store: NewVectorStore): Promise<void> {
  await sql`
    insert into vector_stores (id, account_id, environment, name, description, metadata, model, dimensions, expires_days, expires_at)
    values (${store.id}, ${owner.accountId}, ${owner.environment}, ${storableText(store.name)}, ${store.description === null ? null : storableText(store.description)},
      ${toJson('vector_stores.metadata', store.metadata)}, ${store.model}, ${store.dimensions}, ${store.expiresDays},
      now() + ${store.expiresDays}::integer * interval '1 day')`.execute(queries);
}

export async function findVectorStores(
  queries: Queries,
  owner: Owner,
  ids: readonly string[],
): Promise<VectorStoreRow[]> {
  const { rows } = await sql<VectorStoreRow>`
    select ${COLUMNS} from vector_stores where id = any(${[...ids]}::text[]) and ${ownedBy(owner)}`.execute(queries);
  return rows;
}

/** Returns up to `limit` + 1 rows, so that the caller can see whether more follow. */
export async function listVectorStores(queries: Queries, owner: Owner, page: StorePage): Promise<VectorStoreRow[]> {
  // The page before a row is read backwards and turned round.
  const isBackwards = page.after === undefined && page.before !== undefined;
  const at = page.after ?? page.before;
  const isNewestFirst = (page.order === 'desc') !== isBackwards;
  const beyond = isNewestFirst ? sql`<` : sql`>`;
  const direction = isNewestFirst ? sql`desc` : sql`asc`;
  const from =
    at === undefined
      ? sql``
      : sql`and (created_at, id) ${beyond} (select created_at, id from vector_stores where id = ${at} and account_id = ${owner.accountId})`;
  const { rows } = await sql<VectorStoreRow>`
    select ${COLUMNS} from vector_stores where ${ownedBy(owner)} ${from}
    order by created_at ${direction}, id ${direction} limit ${page.limit + 1}`.execute(queries);
  return isBackwards ? rows.slice(0, page.limit).reverse() : rows;
}

export async function updateVectorStore(
  queries: Queries,
  owner: Owner,
  store: Pick<VectorStoreRow, 'id' | 'name' | 'metadata' | 'expiresDays'>,
): Promise<void> {
  await sql`
    update vector_stores set name = ${storableText(store.name)}, metadata = ${toJson('vector_stores.metadata', store.metadata)},
      expires_days = ${store.expiresDays}, last_active_at = now(), expires_at = now() + ${store.expiresDays}::integer * interval '1 day'
    where id = ${store.id} and ${ownedBy(owner)}`.execute(queries);
}

/** A store is kept as long as it is used. */
export async function noteUseOfStores(queries: Queries, ids: readonly string[]): Promise<void> {
  await sql`
    update vector_stores set last_active_at = now(), expires_at = now() + expires_days * interval '1 day'
    where id = any(${[...ids]}::text[]) and last_active_at < now() - ${NOTED_SECONDS} * interval '1 second'`.execute(
    queries,
  );
}

export async function deleteVectorStore(queries: Queries, owner: Owner, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from vector_stores where id = ${id} and ${ownedBy(owner)}`.execute(
    queries,
  );
  return numAffectedRows > 0n;
}

/** Waits for whoever adds files or stores to this account, so that bounds hold for all of them together. */
export async function lockVectorStores(trx: Transaction, { accountId }: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`vector stores ${accountId}`}, 0))`.execute(trx);
}

export async function countVectorStores(queries: Queries, owner: Owner): Promise<number> {
  const { rows } = await sql<{ stores: number }>`
    select count(*)::integer as stores from vector_stores where ${ownedBy(owner)}`.execute(queries);
  return rows[0]?.stores ?? 0;
}

/** Empties stores that were not used as long as they say. Returns how many files left. */
export async function emptyExpiredStores(queries: Queries, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from vector_files where (store_id, file_id) in (
      select f.store_id, f.file_id from vector_stores s join vector_files f on f.store_id = s.id
      where s.expires_at < now() limit ${limit})`.execute(queries);
  return Number(numAffectedRows);
}
