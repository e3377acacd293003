// Free credits that are granted once the email address is confirmed.
import { sql } from 'kysely';
import type { Transaction } from './database.ts';

/**
 * Takes the pending grant of this user's account; undefined if there is none or a grant was already made to this
 * mailbox.
 */
export async function takePendingGrant(
  trx: Transaction,
  userId: string,
  hashMailbox: (email: string) => Buffer,
): Promise<{ accountId: string; amount: number } | undefined> {
  const { rows } = await sql<{ accountId: string; amount: number; email: string }>`
    select id as "accountId", pending_grant as amount, email from accounts
    where user_id = ${userId} and pending_grant > 0 for update`.execute(trx);
  const [waiting] = rows;
  if (!waiting) return undefined;
  await sql`update accounts set pending_grant = 0 where id = ${waiting.accountId}`.execute(trx);
  const first = await sql`insert into granted_addresses (address_hash) values (${hashMailbox(waiting.email)})
    on conflict do nothing returning address_hash`.execute(trx);
  return first.rows.length > 0 ? waiting : undefined;
}
