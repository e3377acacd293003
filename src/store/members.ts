// The members of accounts: who may act for an account, in which role and up to which cap.
import { sql } from 'kysely';
import type { Role } from '../core/roles.ts';
import { announceAccountChange } from './accounts.ts';
import type { Queries, Transaction } from './database.ts';

export interface Member {
  id: string;
  accountId: string;
  userId: string;
  email: string;
  name: string;
  role: Role;
  monthlyCap: number | null;
  /** Whether the account was opened for this user: its email address is theirs. */
  isFounder: boolean;
  createdAt: Date;
}

const COLUMNS = sql`m.id, m.account_id as "accountId", m.user_id as "userId", u.email, u.name, m.role, m.monthly_cap as "monthlyCap",
  a.user_id is not distinct from m.user_id as "isFounder", m.created_at as "createdAt"`;
const FROM = sql`members m join auth_users u on u.id = m.user_id join accounts a on a.id = m.account_id`;

/**
 * Every change of a team takes this lock first, so that two changes cannot leave it without an owner or over its
 * limits.
 */
export async function lockTeam(trx: Transaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('team:' || ${accountId}, 0))`.execute(trx);
}

export async function listMembers(queries: Queries, accountId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select ${COLUMNS} from ${FROM} where m.account_id = ${accountId} order by m.created_at, m.id`.execute(queries);
  return rows;
}

export async function findMember(queries: Queries, accountId: string, id: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select ${COLUMNS} from ${FROM} where m.id = ${id} and m.account_id = ${accountId}`.execute(queries);
  return rows[0];
}

export async function findMemberByUser(
  queries: Queries,
  accountId: string,
  userId: string,
): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select ${COLUMNS} from ${FROM} where m.account_id = ${accountId} and m.user_id = ${userId}`.execute(queries);
  return rows[0];
}

export async function countMembers(queries: Queries, accountId: string): Promise<{ members: number; owners: number }> {
  const { rows } = await sql<{ members: number; owners: number }>`
    select count(*) as members, count(*) filter (where role = 'owner') as owners from members where account_id = ${accountId}`.execute(
    queries,
  );
  return rows[0] ?? { members: 0, owners: 0 };
}

export interface NewMember {
  id: string;
  accountId: string;
  userId: string;
  role: Role;
  monthlyCap: number | null;
}

export async function insertMember(trx: Transaction, member: NewMember): Promise<void> {
  await sql`insert into members (id, account_id, user_id, role, monthly_cap)
    values (${member.id}, ${member.accountId}, ${member.userId}, ${member.role}, ${member.monthlyCap})`.execute(trx);
}

export async function updateMember(
  trx: Transaction,
  { id, accountId }: { id: string; accountId: string },
  change: { role?: Role | undefined; monthlyCap?: number | null | undefined },
): Promise<void> {
  await sql`
    update members set role = coalesce(${change.role ?? null}, role),
      monthly_cap = case when ${change.monthlyCap !== undefined} then ${change.monthlyCap ?? null} else monthly_cap end
    where id = ${id} and account_id = ${accountId}`.execute(trx);
  await announceAccountChange(trx, accountId);
}

/** Ends everything that acts for the account in the member's name: keys on every node, sessions, open invitations. */
export async function deleteMember(trx: Transaction, { id, accountId, userId }: Member): Promise<void> {
  await sql`delete from members where id = ${id} and account_id = ${accountId}`.execute(trx);
  await sql`update api_keys set revoked_at = now() where member_id = ${id} and revoked_at is null`.execute(trx);
  // A session without a chosen account acts for the user's own account, or for the oldest one if they have none.
  await sql`
    delete from auth_sessions s where s.user_id = ${userId} and (s.account_id = ${accountId}
      or (s.account_id is null and not exists (select 1 from accounts a where a.user_id = s.user_id)))`.execute(trx);
  await announceAccountChange(trx, accountId);
}
