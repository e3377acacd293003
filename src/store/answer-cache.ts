// The answer cache: one row an answer, read by account, environment, key and digest, deleted when it expires.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { type JsonColumns, toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';

/** Whose answer: never one of another account, environment or key. */
export interface CachedId extends Owner {
  keyId: string;
  digest: Buffer;
}

export interface CachedAnswer {
  facts: JsonColumns['cached_answers.facts'];
  content: string;
}

const BATCH = 1000;
/** What a row takes beside its content. */
const ROW_BYTES = 512;

export async function findCachedAnswer(
  queries: Queries,
  { keyId, digest, ...owner }: CachedId,
  maxAgeSeconds: number,
): Promise<CachedAnswer | undefined> {
  const { rows } = await sql<CachedAnswer>`
    select facts, content from cached_answers
    where ${ownedBy(owner)} and key_id = ${keyId} and digest = ${digest}
      and expires_at > now() and created_at > now() - ${maxAgeSeconds} * interval '1 second'`.execute(queries);
  return rows[0];
}

export interface NewCachedAnswer extends CachedAnswer {
  model: string;
  ttlSeconds: number;
}

/** What an entry takes. */
export function sizeOfCached(content: string): number {
  return Buffer.byteLength(content) + ROW_BYTES;
}

/** Of a key that is gone by now, nothing is kept. */
export async function insertCachedAnswer(
  queries: Queries,
  { keyId, digest, ...owner }: CachedId,
  { facts, content, model, ttlSeconds }: NewCachedAnswer,
): Promise<void> {
  await sql`
    insert into cached_answers (account_id, environment, key_id, digest, model, facts, content, bytes, expires_at)
    select ${owner.accountId}, ${owner.environment}, ${keyId}, ${digest}, ${model}, ${toJson('cached_answers.facts', facts)}::json,
      ${content}, ${sizeOfCached(content)}, now() + ${ttlSeconds} * interval '1 second'
    where exists (select 1 from api_keys k where k.id = ${keyId} and k.revoked_at is null)
    on conflict (account_id, environment, key_id, digest) do update set model = excluded.model, facts = excluded.facts,
      content = excluded.content, bytes = excluded.bytes, created_at = now(), expires_at = excluded.expires_at`.execute(
    queries,
  );
}

/** Deletes the oldest entries until the rest takes no more than that. */
export async function shrinkCachedAnswers(queries: Queries, owner: Owner, bytes: number): Promise<void> {
  await sql`
    delete from cached_answers where ${ownedBy(owner)} and created_at <= (
      select max(kept.created_at) from (
        select created_at, sum(bytes) over (order by created_at desc) as newer from cached_answers where ${ownedBy(owner)}
      ) kept where kept.newer > ${bytes})`.execute(queries);
}

export async function sumCachedAnswers(queries: Queries, owner: Owner): Promise<{ entries: number; bytes: number }> {
  const { rows } = await sql<{ entries: number; bytes: number }>`
    select count(*)::float8 as entries, coalesce(sum(bytes), 0)::float8 as bytes from cached_answers where ${ownedBy(owner)}`.execute(
    queries,
  );
  return rows[0] ?? { entries: 0, bytes: 0 };
}

/** Deletes at most one batch; returns how many. */
export async function deleteCachedAnswers(
  queries: Queries,
  { owner, model }: { owner?: Owner; model?: string | undefined },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from cached_answers where ctid = any(array(
      select ctid from cached_answers where true
        ${owner ? sql`and ${ownedBy(owner)}` : sql``} ${model === undefined ? sql`` : sql`and model = ${model}`}
      limit ${BATCH}))`.execute(queries);
  return Number(numAffectedRows);
}

/** Expired ones, and those of revoked keys. */
export async function deleteEndedAnswers(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from cached_answers where ctid = any(array(
      select ctid from cached_answers where expires_at <= now() limit ${BATCH} for update skip locked))
    or ctid = any(array(
      select c.ctid from api_keys k join cached_answers c on c.key_id = k.id where k.revoked_at is not null limit ${BATCH} for update of c skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}
