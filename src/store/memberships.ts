// The accounts that a user is a member of, and which of them a session acts for.
import { sql } from 'kysely';
import type { GuardTerms } from '../core/guards/policy.ts';
import type { RedactionRules, RequestLogLevel } from '../core/request-log-terms.ts';
import type { Role } from '../core/roles.ts';
import type { Queries } from './database.ts';

export interface SessionMembership {
  accountId: string;
  plan: string;
  isOwner: boolean;
  attribution: 'required' | 'waived';
  priceFactorPermille: number | null;
  lossAllowed: boolean;
  accountEmail: string;
  suspendedAt: Date | null;
  memberId: string;
  userId: string;
  email: string;
  role: Role;
  monthlyCap: number | null;
  accountRequestLog: RequestLogLevel | null;
  requestLogRules: RedactionRules | null;
  accountGuards: GuardTerms | null;
}

/**
 * The account that a session acts for: the chosen one, else the user's own. A chosen account that the user has left is
 * not replaced.
 */
export async function findSessionMembership(
  queries: Queries,
  sessionId: string,
): Promise<SessionMembership | undefined> {
  const { rows } = await sql<SessionMembership>`
    select a.id as "accountId", a.plan, a.is_owner as "isOwner", a.attribution, a.price_factor_permille as "priceFactorPermille", a.price_allow_loss as "lossAllowed", a.email as "accountEmail",
      a.suspended_at as "suspendedAt", m.id as "memberId", m.user_id as "userId", u.email, m.role, m.monthly_cap as "monthlyCap",
      l.level as "accountRequestLog", l.rules as "requestLogRules", a.guards as "accountGuards"
    from auth_sessions s join members m on m.user_id = s.user_id join auth_users u on u.id = m.user_id join accounts a on a.id = m.account_id
      left join request_log_settings l on l.account_id = a.id
    where s.id = ${sessionId} and (s.account_id is null or s.account_id = m.account_id)
    order by a.user_id is not distinct from m.user_id desc, m.created_at, m.id limit 1`.execute(queries);
  return rows[0];
}

export interface Membership {
  accountId: string;
  name: string;
  email: string;
  memberId: string;
  role: Role;
  createdAt: Date;
}

/** Oldest first. */
export async function listMemberships(queries: Queries, userId: string, limit: number): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select a.id as "accountId", a.name, a.email, m.id as "memberId", m.role, m.created_at as "createdAt"
    from members m join accounts a on a.id = m.account_id
    where m.user_id = ${userId} order by m.created_at, m.id limit ${limit}`.execute(queries);
  return rows;
}

export async function countMemberships(queries: Queries, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from members where user_id = ${userId}`.execute(queries);
  return rows[0]?.count ?? 0;
}

/** False if the user is not a member of the account. */
export async function chooseAccount(queries: Queries, sessionId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    update auth_sessions s set account_id = ${accountId}
    where s.id = ${sessionId} and exists (select 1 from members m where m.account_id = ${accountId} and m.user_id = s.user_id)
    returning s.id`.execute(queries);
  return rows.length > 0;
}
