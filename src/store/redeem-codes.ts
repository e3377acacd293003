// Redeem codes and who redeemed them. A code is stored as a hash.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from './database.ts';
import type { Owner } from './owner.ts';

export interface RedeemCode {
  seq: number;
  id: string;
  batchId: string;
  /** The last characters of the code. */
  hint: string;
  environment: Environment;
  credits: MicroCredits;
  plan: string | null;
  planDays: number | null;
  maxUses: number;
  used: number;
  expiresAt: Date | null;
  revokedAt: Date | null;
  createdAt: Date;
}

const COLUMNS = sql`seq, id, batch_id as "batchId", hint, environment, credits, plan, plan_days as "planDays", max_uses as "maxUses", used,
  expires_at as "expiresAt", revoked_at as "revokedAt", created_at as "createdAt"`;

export interface NewCodes
  extends Pick<RedeemCode, 'environment' | 'credits' | 'plan' | 'planDays' | 'maxUses' | 'expiresAt'> {
  batchId: string;
  codes: readonly { id: string; hash: string; hint: string }[];
}

export async function insertCodes(trx: Transaction, batch: NewCodes): Promise<void> {
  const { environment, credits, plan, planDays, maxUses, expiresAt, codes } = batch;
  const ids = codes.map(({ id }) => id);
  const hashes = codes.map(({ hash }) => hash);
  const hints = codes.map(({ hint }) => hint);
  await sql`
    insert into redeem_codes (id, batch_id, code_hash, hint, environment, credits, plan, plan_days, max_uses, expires_at)
    select given.id, ${batch.batchId}, given.hash, given.hint, ${environment}, ${credits}, ${plan}, ${planDays}, ${maxUses}, ${expiresAt}
    from unnest(${ids}::text[], ${hashes}::text[], ${hints}::text[]) as given(id, hash, hint)`.execute(trx);
}

/** Locks the code until the end of the transaction, which serialises redemptions. */
export async function lockCode(
  trx: Transaction,
  hash: string,
  environment: Environment,
): Promise<RedeemCode | undefined> {
  const { rows } = await sql<RedeemCode>`
    select ${COLUMNS} from redeem_codes where code_hash = ${hash} and environment = ${environment} for update`.execute(
    trx,
  );
  return rows[0];
}

/** Counts one use; false if this account has redeemed the code before. */
export async function insertRedemption(
  trx: Transaction,
  owner: Owner,
  use: { id: string; codeId: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into redemptions (id, code_id, account_id, environment)
    values (${use.id}, ${use.codeId}, ${owner.accountId}, ${owner.environment})
    on conflict (code_id, account_id) do nothing returning id`.execute(trx);
  if (rows.length === 0) return false;
  await sql`update redeem_codes set used = used + 1 where id = ${use.codeId}`.execute(trx);
  return true;
}

/** Newest first. */
export async function listCodes(
  queries: Queries,
  filter: { limit: number; beforeSeq?: number; batchId?: string },
): Promise<RedeemCode[]> {
  const { rows } = await sql<RedeemCode>`
    select ${COLUMNS} from redeem_codes where true
      ${filter.beforeSeq === undefined ? sql`` : sql`and seq < ${filter.beforeSeq}`}
      ${filter.batchId === undefined ? sql`` : sql`and batch_id = ${filter.batchId}`}
    order by seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}

/** Revokes one code, or all codes of a batch; returns how many there are, and how many this call revoked. */
export async function revokeCodes(trx: Transaction, id: string): Promise<{ found: number; revoked: number }> {
  const { rows } = await sql<{ wasRevoked: boolean | null }>`
    with chosen as (
      select id, revoked_at from redeem_codes where id = ${id} or batch_id = ${id} for update
    ), changed as (
      update redeem_codes c set revoked_at = now() from chosen where c.id = chosen.id and chosen.revoked_at is null
    )
    select revoked_at is not null as "wasRevoked" from chosen`.execute(trx);
  return { found: rows.length, revoked: rows.filter(({ wasRevoked }) => !wasRevoked).length };
}
