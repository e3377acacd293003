// Invitations to an account's team: stored by the hash of their token, valid once and for a limited time.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '../core/roles.ts';
import type { Queries, Transaction } from './database.ts';

export interface Invitation {
  id: string;
  accountId: string;
  email: string | null;
  role: Role;
  monthlyCap: number | null;
  inviterId: string;
  inviterEmail: string;
  expiresAt: Date;
  createdAt: Date;
}

const COLUMNS = sql`id, account_id as "accountId", email, role, monthly_cap as "monthlyCap", inviter_id as "inviterId",
  inviter_email as "inviterEmail", expires_at as "expiresAt", created_at as "createdAt"`;
const IS_OPEN = sql`accepted_at is null and revoked_at is null and expires_at > now()`;

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export async function insertInvitation(
  trx: Transaction,
  invitation: Omit<Invitation, 'createdAt'>,
  token: string,
): Promise<Invitation> {
  const { id, accountId, email, role, monthlyCap, inviterId, inviterEmail, expiresAt } = invitation;
  const { rows } = await sql<Invitation>`
    insert into invitations (id, account_id, email, role, monthly_cap, token_hash, inviter_id, inviter_email, expires_at)
    values (${id}, ${accountId}, ${email}, ${role}, ${monthlyCap}, ${hashToken(token)}, ${inviterId}, ${inviterEmail}, ${expiresAt})
    returning ${COLUMNS}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('the invitation was not stored');
  return row;
}

/** How many are open, and how many were created within the last hour. */
export async function countInvitations(
  queries: Queries,
  accountId: string,
): Promise<{ open: number; lastHour: number }> {
  const { rows } = await sql<{ open: number; lastHour: number }>`
    select count(*) filter (where ${IS_OPEN}) as open, count(*) filter (where created_at > now() - interval '1 hour') as "lastHour"
    from invitations where account_id = ${accountId}`.execute(queries);
  return rows[0] ?? { open: 0, lastHour: 0 };
}

/** Open invitations, newest first. */
export async function listInvitations(queries: Queries, accountId: string, limit: number): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select ${COLUMNS} from invitations where account_id = ${accountId} and ${IS_OPEN}
    order by created_at desc limit ${limit}`.execute(queries);
  return rows;
}

export async function findInvitation(queries: Queries, token: string): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select ${COLUMNS} from invitations where token_hash = ${hashToken(token)} and ${IS_OPEN}`.execute(queries);
  return rows[0];
}

/** Uses the invitation up; of concurrent callers only one succeeds. */
export async function takeInvitation(trx: Transaction, token: string): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    update invitations set accepted_at = now() where token_hash = ${hashToken(token)} and ${IS_OPEN}
    returning ${COLUMNS}`.execute(trx);
  return rows[0];
}

export async function revokeInvitation(
  trx: Transaction,
  accountId: string,
  id: string,
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    update invitations set revoked_at = now() where id = ${id} and account_id = ${accountId} and ${IS_OPEN}
    returning ${COLUMNS}`.execute(trx);
  return rows[0];
}

/** For a member who left or lost the right to invite. */
export async function revokeInvitationsOf(trx: Transaction, accountId: string, inviterId: string): Promise<void> {
  await sql`
    update invitations set revoked_at = now()
    where account_id = ${accountId} and inviter_id = ${inviterId} and ${IS_OPEN}`.execute(trx);
}

/** Returns how many were open. */
export async function revokeAllInvitations(trx: Transaction, accountId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update invitations set revoked_at = now() where account_id = ${accountId} and ${IS_OPEN}`.execute(trx);
  return Number(numAffectedRows);
}

const BATCH = 1000;
const KEPT_DAYS = 60;

/** Deletes invitations long after they expired: they are open for 30 days at most. */
export async function deleteOldInvitations(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from invitations where id = any(array(
      select id from invitations where created_at < now() - ${KEPT_DAYS} * interval '1 day' limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}
