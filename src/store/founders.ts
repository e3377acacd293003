// Whom an account was opened for: the user whose address it has.
import { sql } from 'kysely';
import { announceAccountChange } from './accounts.ts';
import type { Queries, Transaction } from './database.ts';

export async function hasOwnAccount(queries: Queries, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from accounts where user_id = ${userId}) as found`.execute(queries);
  return rows[0]?.found ?? false;
}

/** null: the account has an address of its own, which no user has. */
export async function setFounder(
  trx: Transaction,
  accountId: string,
  { userId, email }: { userId: string | null; email: string },
): Promise<void> {
  await sql`update accounts set user_id = ${userId}, email = ${email} where id = ${accountId}`.execute(trx);
  await announceAccountChange(trx, accountId);
}

/** A user whom no account has as a member any more; returns whether there was one. */
export async function deleteLonelyUser(trx: Transaction, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from auth_users u where u.id = ${userId} and not exists (select 1 from members m where m.user_id = u.id)`.execute(
    trx,
  );
  return numAffectedRows > 0n;
}
