// Users who sign in: the rows of better-auth's user table that our own code writes.
import { sql } from 'kysely';
import { newId } from '../core/ids.ts';
import { updateAccount } from './accounts.ts';
import type { Queries, Transaction } from './database.ts';

/** The user of an account, created if it has none; undefined if the account does not exist. */
export async function claimAccount(trx: Transaction, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string; name: string; userId: string | null }>`
    select email, name, user_id as "userId" from accounts where id = ${accountId} for update`.execute(trx);
  const [account] = rows;
  if (!account || account.userId) return account?.userId ?? undefined;
  const userId = newId('user');
  // The account first: the database accepts a user with this email only if the account belongs to that user.
  await updateAccount(trx, accountId, { userId });
  await sql`insert into auth_users (id, name, email, email_verified)
    values (${userId}, ${account.name || account.email}, ${account.email.toLowerCase()}, true)`.execute(trx);
  return userId;
}

/** A trigger changes the account's email too. Throws a unique violation if the email is taken. */
export async function changeEmail(queries: Queries, userId: string, email: string): Promise<void> {
  await sql`update auth_users set email = ${email.toLowerCase()}, email_verified = true, updated_at = now()
    where id = ${userId}`.execute(queries);
}

/** Undoes a sign-up whose account could not be created. */
export async function deleteUser(queries: Queries, userId: string): Promise<void> {
  await sql`delete from auth_users where id = ${userId}`.execute(queries);
}

/** Whether another user, or an account of another user, has this email. */
export async function isEmailTaken(queries: Queries, email: string, userId: string | null = null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select 1 from accounts where lower(email) = ${email.toLowerCase()} and (user_id is null or user_id is distinct from ${userId}))
      or exists (select 1 from auth_users where lower(email) = ${email.toLowerCase()} and id is distinct from ${userId}) as taken`.execute(
    queries,
  );
  return rows[0]?.taken ?? false;
}

/** Keeps concurrent requests of one user from both passing a check. */
export async function lockUser(trx: Transaction, userId: string): Promise<void> {
  await sql`select 1 from auth_users where id = ${userId} for update`.execute(trx);
}

/** False if the user has a password. */
export async function insertFirstPassword(trx: Transaction, userId: string, hash: string): Promise<boolean> {
  // Of two requests at once, one sets it.
  await lockUser(trx, userId);
  const { numAffectedRows = 0n } = await sql`
    insert into auth_credentials (id, account_id, provider_id, user_id, password, updated_at)
    select ${newId('cred')}, ${userId}, 'credential', ${userId}, ${hash}, now()
    where not exists (select 1 from auth_credentials where user_id = ${userId} and provider_id = 'credential')`.execute(
    trx,
  );
  return numAffectedRows > 0n;
}

/** A trigger changes the account's email too. The new address is not verified yet. */
export async function replacePlaceholder(trx: Transaction, userId: string, email: string): Promise<void> {
  await sql`update auth_users set email = ${email}, email_verified = false, updated_at = now() where id = ${userId}`.execute(
    trx,
  );
}

/** Whether the user has proved to own their email address. */
export async function isEmailVerified(queries: Queries, userId: string): Promise<boolean> {
  const { rows } = await sql<{ verified: boolean }>`
    select email_verified as verified from auth_users where id = ${userId}`.execute(queries);
  return rows[0]?.verified ?? false;
}

/** Removes another service from the user's sign-in methods; false if it is not one of them or the only one. */
export async function removeProvider(trx: Transaction, userId: string, providerId: string): Promise<boolean> {
  // Two concurrent removals must not leave the user without any.
  await lockUser(trx, userId);
  const { numAffectedRows = 0n } = await sql`
    delete from auth_credentials c where c.user_id = ${userId} and c.provider_id = ${providerId} and c.provider_id <> 'credential'
      and (exists (select 1 from auth_credentials other where other.user_id = c.user_id and other.provider_id <> c.provider_id)
        or exists (select 1 from auth_passkeys p where p.user_id = c.user_id))`.execute(trx);
  return numAffectedRows > 0n;
}

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === '23505';
}
