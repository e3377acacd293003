// The data in the database that depends on SECRET, for its rotation.
import { sql } from 'kysely';
import type { Transaction } from './database.ts';

export interface SealedSecrets {
  id: string;
  secret: Buffer;
  previousSecret: Buffer | null;
}

/** Locks the rows, so that no signing secret is rotated at the same time. */
export async function lockSealedSecrets(trx: Transaction): Promise<SealedSecrets[]> {
  const { rows } = await sql<SealedSecrets>`
    select id, secret, previous_secret as "previousSecret" from webhook_endpoints order by id for update`.execute(trx);
  return rows;
}

export async function putSealedSecrets(trx: Transaction, sealed: SealedSecrets): Promise<void> {
  await sql`update webhook_endpoints set secret = ${sealed.secret}, previous_secret = ${sealed.previousSecret}
    where id = ${sealed.id}`.execute(trx);
}

/** All session cookies were signed with the old SECRET. */
export async function endAllSessions(trx: Transaction): Promise<void> {
  await sql`delete from auth_sessions`.execute(trx);
}
