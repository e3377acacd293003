// Passkeys of users: listed, counted, renamed and removed. better-auth adds them and reads them at a sign-in.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';
import { lockUser } from './users.ts';

export interface Passkey {
  id: string;
  name: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const MAX_LISTED = 100;

/** Oldest first. */
export async function listPasskeys(queries: Queries, userId: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from auth_passkeys where user_id = ${userId} order by created_at limit ${MAX_LISTED}`.execute(queries);
  return rows;
}

/**
 * Removes a passkey that better-auth has just added if the user now has more than `most`, or if the session has ended
 * meanwhile.
 */
export async function keepPasskey(
  trx: Transaction,
  { userId, id, most, sessionId }: { userId: string; id: string; most: number; sessionId: string },
): Promise<boolean> {
  // Of two added concurrently, the second sees the first.
  await lockUser(trx, userId);
  const { numAffectedRows = 0n } = await sql`
    delete from auth_passkeys where id = ${id} and user_id = ${userId}
      and ((select count(*) from auth_passkeys where user_id = ${userId}) > ${most}
        or not exists (select 1 from auth_sessions where id = ${sessionId}))`.execute(trx);
  return numAffectedRows === 0n;
}

export async function touchPasskey(queries: Queries, credentialId: string): Promise<void> {
  await sql`update auth_passkeys set last_used_at = now() where credential_id = ${credentialId}`.execute(queries);
}

/** Returns the previous name; undefined if the user has no such passkey. */
export async function renamePasskey(
  trx: Transaction,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<{ before: string | null } | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    update auth_passkeys p set name = ${name}
    from (select id, name from auth_passkeys where id = ${id} and user_id = ${userId} for update) old
    where p.id = old.id returning old.name as before`.execute(trx);
  return rows[0];
}

/** `last`: it is the user's only way to sign in, so it stays. */
export async function removePasskey(
  trx: Transaction,
  userId: string,
  id: string,
): Promise<{ name: string | null } | 'missing' | 'last'> {
  // Two concurrent removals must not leave the user without a way to sign in.
  await lockUser(trx, userId);
  const { rows } = await sql<{ name: string | null; hasOther: boolean }>`
    select name, exists (select 1 from auth_credentials where user_id = ${userId})
      or exists (select 1 from auth_passkeys other where other.user_id = ${userId} and other.id <> ${id}) as "hasOther"
    from auth_passkeys where id = ${id} and user_id = ${userId}`.execute(trx);
  const [found] = rows;
  if (!found) return 'missing';
  if (!found.hasOther) return 'last';
  await sql`delete from auth_passkeys where id = ${id}`.execute(trx);
  return { name: found.name };
}
