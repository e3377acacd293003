// Second factors of users: which codes were used, their encrypted data for the rotation of SECRET, and their removal by the operator.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';

/** Longer than the three half-minutes in which a code is accepted. */
const CODE_LIFE_SECONDS = 120;

/** Marks a code as used. Of two calls with the same code, one gets true. */
export async function claimCode(queries: Queries, userId: string, code: string): Promise<boolean> {
  const { rows } = await sql<{ code: string }>`
    with dropped as (
      delete from auth_used_codes where user_id = ${userId} and code <> ${code}
        and used_at < now() - ${CODE_LIFE_SECONDS} * interval '1 second')
    insert into auth_used_codes (user_id, code) values (${userId}, ${code})
    on conflict (user_id, code) do update set used_at = now()
      where auth_used_codes.used_at < now() - ${CODE_LIFE_SECONDS} * interval '1 second'
    returning code`.execute(queries);
  return rows.length === 1;
}

export interface SealedFactor {
  id: string;
  secret: string;
  backupCodes: string;
}

export async function lockSealedFactors(trx: Transaction): Promise<SealedFactor[]> {
  const { rows } = await sql<SealedFactor>`
    select id, secret, backup_codes as "backupCodes" from auth_second_factors order by id for update`.execute(trx);
  return rows;
}

export async function putSealedFactors(trx: Transaction, sealed: readonly SealedFactor[]): Promise<void> {
  const [ids, secrets, codes] = [
    sealed.map(({ id }) => id),
    sealed.map(({ secret }) => secret),
    sealed.map(({ backupCodes }) => backupCodes),
  ];
  await sql`update auth_second_factors f set secret = given.secret, backup_codes = given.codes
    from unnest(${ids}::text[], ${secrets}::text[], ${codes}::text[]) as given (id, secret, codes)
    where f.id = given.id`.execute(trx);
}

/** Returns whether the account's user had a second factor. All of the user's sessions end with it. */
export async function removeSecondFactor(trx: Transaction, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from auth_second_factors where user_id = ${userId}`.execute(trx);
  await sql`update auth_users set two_factor_enabled = false where id = ${userId}`.execute(trx);
  await sql`delete from auth_sessions where user_id = ${userId}`.execute(trx);
  return numAffectedRows > 0n;
}
