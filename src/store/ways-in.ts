// The ways into an account that were set up before its email address was verified: they end when its owner verifies the
// address.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';
import { revokeAllInvitations } from './invitations.ts';
import { deleteMember, listMembers, lockTeam } from './members.ts';
import { lockUser } from './users.ts';
import { disableEndpoint } from './webhook-endpoints.ts';

export interface EndedWays {
  at: Date;
  /** The counts of DroppedWays. */
  counts: Record<string, number>;
}

/** The ways that ended in the last thirty days in the user's own account, from its log. */
export async function findEndedWays(queries: Queries, userId: string): Promise<EndedWays | undefined> {
  const { rows } = await sql<{ at: Date; counts: Record<string, unknown> | null }>`
    select l.created_at as at, l.after as counts from account_log l join accounts a on a.id = l.account_id
    where a.user_id = ${userId} and l.action = 'ways_in.end' and l.created_at > now() - interval '30 days'
    order by l.seq desc limit 1`.execute(queries);
  const [found] = rows;
  return found && { at: found.at, counts: (found.counts ?? {}) as Record<string, number> };
}

/** How many of each kind ended. */
export interface DroppedWays {
  accountId: string;
  email: string;
  sessions: number;
  passwords: number;
  passkeys: number;
  second_factors: number;
  connected_services: number;
  keys: number;
  members: number;
  invitations: number;
  webhooks: number;
}

const REASON = 'its maker had not proved to own the email address of the account';

/**
 * Marks the address as verified and ends all earlier ways in. Undefined if there is nothing to end: the address was
 * already verified, or the account is the operator's, which no sign-up opened. `keep`: the verification in use.
 */
export async function dropUnprovenWays(
  trx: Transaction,
  userId: string,
  { keep = '' }: { keep?: string } = {},
): Promise<DroppedWays | undefined> {
  const { rows } = await sql<{ id: string; email: string; isOwner: boolean }>`
    select id, email, is_owner as "isOwner" from accounts where user_id = ${userId}`.execute(trx);
  const [account] = rows;
  if (!account) return undefined;
  // In the order in which changes of a team take their locks.
  await lockTeam(trx, account.id);
  await lockUser(trx, userId);
  if (!(await markVerified(trx, userId)) || account.isOwner) return undefined;
  // First: a session's change holds this lock until it commits, and the statements below then see its result.
  const sessions = await count(trx, sql`delete from auth_sessions where user_id = ${userId}`);
  return {
    accountId: account.id,
    email: account.email,
    sessions,
    ...(await dropSignIns(trx, userId, keep)),
    ...(await dropHelpers(trx, account.id, userId)),
  };
}

/** False if it was already verified. */
async function markVerified(trx: Transaction, userId: string): Promise<boolean> {
  return (
    (await count(
      trx,
      sql`update auth_users set email_verified = true, updated_at = now() where id = ${userId} and not email_verified`,
    )) > 0
  );
}

/** Everything that lets the user sign in, and open requests for it. */
async function dropSignIns(trx: Transaction, userId: string, keep: string) {
  await sql`update auth_users set two_factor_enabled = false where id = ${userId}`.execute(trx);
  await sql`delete from auth_used_codes where user_id = ${userId}`.execute(trx);
  await sql`delete from auth_sign_in_links where user_id = ${userId} and used_at is null`.execute(trx);
  await sql`delete from auth_verifications where position(${userId} in value) > 0 and id <> ${keep}`.execute(trx);
  await sql`delete from settings where name like 'email-change:%' and value->>'userId' = ${userId}`.execute(trx);
  return {
    passwords: await count(
      trx,
      sql`delete from auth_credentials where user_id = ${userId} and provider_id = 'credential'`,
    ),
    connected_services: await count(trx, sql`delete from auth_credentials where user_id = ${userId}`),
    passkeys: await count(trx, sql`delete from auth_passkeys where user_id = ${userId}`),
    second_factors: await count(trx, sql`delete from auth_second_factors where user_id = ${userId}`),
  };
}

/**
 * Everyone and everything else that acts for the account or receives its data. The user's memberships elsewhere stay;
 * the keys made there do not.
 */
async function dropHelpers(trx: Transaction, accountId: string, userId: string) {
  const others = (await listMembers(trx, accountId)).filter((member) => member.userId !== userId);
  const mine = sql`(account_id = ${accountId} or member_id in (select id from members where user_id = ${userId}))`;
  // Waits for changes in progress by these keys, as above for sessions.
  await sql`select id from api_keys where ${mine} and revoked_at is null for update`.execute(trx);
  const keys = await count(trx, sql`update api_keys set revoked_at = now() where ${mine} and revoked_at is null`);
  for (const member of others) await deleteMember(trx, member);
  const endpoints = await sql<{ id: string }>`
    select id from webhook_endpoints where ${mine} and disabled_at is null order by id`.execute(trx);
  for (const { id } of endpoints.rows) await disableEndpoint(trx, id, REASON);
  const invitations = await revokeAllInvitations(trx, accountId);
  await sql`select pg_notify('callers_changed', account_id) from (
    select ${accountId} as account_id union select account_id from members where user_id = ${userId}) changed`.execute(
    trx,
  );
  return { keys, members: others.length, invitations, webhooks: endpoints.rows.length };
}

async function count(trx: Transaction, statement: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(trx);
  return Number(numAffectedRows);
}
