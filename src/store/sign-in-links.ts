// Sign-in links sent by email: stored by the hash of their token, used once, limited per address.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';

export interface SignInLink {
  email: string;
  /** Null: no user had the address when the link was created. */
  userId: string | null;
}

export interface NewSignInLink extends SignInLink {
  token: string;
  goodForMs: number;
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** False if the address already has the maximum number of open links. */
export async function insertSignInLink(trx: Transaction, link: NewSignInLink, mostOpen: number): Promise<boolean> {
  const { email, userId, token } = link;
  // Two requests at once must not both take the last place.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in-link ${email}`}, 0))`.execute(trx);
  const { rows } = await sql<{ email: string }>`
    insert into auth_sign_in_links (token_hash, email, user_id, expires_at)
    select ${hashToken(token)}, ${email}, ${userId}, ${new Date(Date.now() + link.goodForMs)}
    where (select count(*) from auth_sign_in_links where email = ${email} and expires_at > now()) < ${mostOpen}
    returning email`.execute(trx);
  return rows.length === 1;
}

/**
 * Uses the link up; of concurrent callers only one succeeds. A used link keeps its row, which still counts for its
 * address.
 */
export async function takeSignInLink(queries: Queries, token: string): Promise<SignInLink | undefined> {
  const { rows } = await sql<SignInLink>`
    update auth_sign_in_links set used_at = now() where token_hash = ${hashToken(token)} and used_at is null and expires_at > now()
    returning email, user_id as "userId"`.execute(queries);
  return rows[0];
}
