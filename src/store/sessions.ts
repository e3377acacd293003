// Sessions of dashboard users: listed, ended one by one, and deleted once they have expired.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

export interface OpenSession {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

const MAX_LISTED = 100;
const BATCH = 1000;

export async function listSessions(queries: Queries, userId: string): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select id, created_at as "createdAt", expires_at as "expiresAt", ip_address as "ipAddress", user_agent as "userAgent"
    from auth_sessions where user_id = ${userId} and expires_at > now()
    order by created_at desc limit ${MAX_LISTED}`.execute(queries);
  return rows;
}

/** When a session began that still runs. */
export async function findSessionStart(queries: Queries, id: string): Promise<Date | undefined> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from auth_sessions where id = ${id} and expires_at > now()`.execute(queries);
  return rows[0]?.createdAt;
}

/** Returns whether the user had this session. */
export async function endSession(queries: Queries, userId: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`delete from auth_sessions where id = ${id} and user_id = ${userId}`.execute(queries);
  return numAffectedRows > 0n;
}

/** Deletes sessions, verifications and sign-in links that have expired, a bounded number at a time; returns the number of deleted rows. */
export async function deleteExpiredSignIns(queries: Queries): Promise<number> {
  const sessions = await sql`
    delete from auth_sessions where id = any(array(
      select id from auth_sessions where expires_at < now() limit ${BATCH} for update skip locked))`.execute(queries);
  const verifications = await sql`
    delete from auth_verifications where id = any(array(
      select id from auth_verifications where expires_at < now() limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  const links = await sql`
    delete from auth_sign_in_links where token_hash = any(array(
      select token_hash from auth_sign_in_links where expires_at < now() limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return [sessions, verifications, links].reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0);
}
