// People who sign in: the rows behind better-auth's users that our own code writes.
import { sql } from 'kysely';
import { newId } from '../core/ids.ts';
import { updateAccount } from './accounts.ts';
import type { Queries, Transaction } from './database.ts';

/** The person of an account, made where there is none yet; undefined when there is no such account. */
export async function claimAccount(trx: Transaction, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string; name: string; userId: string | null }>`
    select email, name, user_id as "userId" from accounts where id = ${accountId} for update`.execute(trx);
  const [account] = rows;
  if (!account || account.userId) return account?.userId ?? undefined;
  const userId = newId('user');
  // The account first: the database takes a person with this address only when the account is theirs.
  await updateAccount(trx, accountId, { userId });
  await sql`insert into auth_users (id, name, email, email_verified)
    values (${userId}, ${account.name || account.email}, ${account.email.toLowerCase()}, true)`.execute(trx);
  return userId;
}

/** The account's address changes with it, by a trigger. Throws a unique violation when the address is taken. */
export async function changeAddress(queries: Queries, userId: string, email: string): Promise<void> {
  await sql`update auth_users set email = ${email.toLowerCase()}, email_verified = true, updated_at = now()
    where id = ${userId}`.execute(queries);
}

/** For a person whose account could not be opened: a sign-up is whole or it is not. */
export async function removePerson(queries: Queries, userId: string): Promise<void> {
  await sql`delete from auth_users where id = ${userId}`.execute(queries);
}

/** Whether a person or an account other than this person's has the address. */
export async function isAddressTaken(queries: Queries, email: string, userId: string | null = null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select 1 from accounts where lower(email) = ${email.toLowerCase()} and (user_id is null or user_id is distinct from ${userId}))
      or exists (select 1 from auth_users where lower(email) = ${email.toLowerCase()} and id is distinct from ${userId}) as taken`.execute(
    queries,
  );
  return rows[0]?.taken ?? false;
}

export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === '23505';
}
