// The accounts table: email, plan, attribution and suspension.
import { sql } from 'kysely';
import type { GuardTerms } from '../core/guards/policy.ts';
import { newId } from '../core/ids.ts';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';

export interface Account {
  id: string;
  email: string;
  name: string;
  /** The higher of the paid plan and operatorPlan. */
  plan: string;
  /** The plan that the operator gave; null: none. */
  operatorPlan: string | null;
  isOwner: boolean;
  attribution: 'required' | 'waived';
  /** In thousandths of the list price; null: the plan's factor. */
  priceFactorPermille: number | null;
  /** Whether its own price factor may sell models below their cost. */
  lossAllowed: boolean;
  /** What holds for all its keys; null: nothing. */
  guards: GuardTerms | null;
  userId: string | null;
  suspendedAt: Date | null;
  createdAt: Date;
}

export interface NewAccount {
  email: string;
  name?: string;
  /** Any plan but free counts as given by the operator. */
  plan: string;
  isOwner?: boolean;
  userId?: string;
  /** Micro-credits granted when the email address is confirmed. */
  pendingGrant?: number;
}

export async function insertAccount(queries: Queries, account: NewAccount): Promise<Account> {
  const { email, name = '', plan, isOwner = false, userId = null, pendingGrant = 0 } = account;
  const { rows } = await sql<AccountRow>`
    insert into accounts (id, email, name, plan, is_owner, user_id, pending_grant)
    values (${newId('acct')}, ${email}, ${name}, ${plan}, ${isOwner}, ${userId}, ${pendingGrant})
    returning *`.execute(queries);
  const inserted = firstAccount(rows);
  if (!inserted) throw new Error('the database returned no row for the account that it inserted');
  return inserted;
}

export async function findAccount(queries: Queries, id: string): Promise<Account | undefined> {
  const { rows } = await sql<AccountRow>`select * from accounts where id = ${id}`.execute(queries);
  return firstAccount(rows);
}

export async function findAccountByEmail(queries: Queries, email: string): Promise<Account | undefined> {
  const { rows } = await sql<AccountRow>`select * from accounts where lower(email) = ${email.toLowerCase()}`.execute(
    queries,
  );
  return firstAccount(rows);
}

export async function findOwner(queries: Queries): Promise<Account | undefined> {
  const { rows } = await sql<AccountRow>`select * from accounts where is_owner`.execute(queries);
  return firstAccount(rows);
}

export interface AccountChange {
  name?: string;
  email?: string;
  plan?: string;
  operatorPlan?: string | null;
  attribution?: 'required' | 'waived';
  userId?: string;
  suspendedAt?: Date | null;
  priceFactorPermille?: number | null;
  lossAllowed?: boolean;
  guards?: GuardTerms | null;
}

export async function updateAccount(queries: Queries, id: string, change: AccountChange): Promise<Account | undefined> {
  if (Object.keys(change).length === 0) return findAccount(queries, id);
  const { name, email, plan, attribution, userId, lossAllowed, guards } = change;
  const { operatorPlan = null, suspendedAt = null, priceFactorPermille = null } = change;
  const { rows } = await sql<AccountRow>`
    update accounts set
      name = coalesce(${name ?? null}, name),
      email = coalesce(${email ?? null}, email),
      plan = coalesce(${plan ?? null}, plan),
      operator_plan = case when ${change.operatorPlan !== undefined} then ${operatorPlan} else operator_plan end,
      attribution = coalesce(${attribution ?? null}, attribution),
      user_id = coalesce(${userId ?? null}, user_id),
      suspended_at = case when ${change.suspendedAt !== undefined} then ${suspendedAt} else suspended_at end,
      price_factor_permille = case when ${change.priceFactorPermille !== undefined} then ${priceFactorPermille} else price_factor_permille end,
      ${guards === undefined ? sql`` : sql`guards = ${toJson('accounts.guards', guards)}::jsonb,`}
      price_allow_loss = coalesce(${lossAllowed ?? null}, price_allow_loss)
    where id = ${id} returning *`.execute(queries);
  if (rows.length > 0) await announceAccountChange(queries, id);
  return firstAccount(rows);
}

/** Notifies every node to reload this account's callers instead of using its cache. */
export async function announceAccountChange(queries: Queries, accountId: string): Promise<void> {
  await sql`select pg_notify('callers_changed', ${accountId})`.execute(queries);
}

interface AccountRow {
  id: string;
  email: string;
  name: string;
  plan: string;
  operator_plan: string | null;
  is_owner: boolean;
  attribution: 'required' | 'waived';
  price_factor_permille: number | null;
  price_allow_loss: boolean;
  guards: GuardTerms | null;
  user_id: string | null;
  suspended_at: Date | null;
  created_at: Date;
}

function firstAccount([row]: readonly AccountRow[]): Account | undefined {
  if (!row) return undefined;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    plan: row.plan,
    operatorPlan: row.operator_plan,
    isOwner: row.is_owner,
    attribution: row.attribution,
    priceFactorPermille: row.price_factor_permille,
    lossAllowed: row.price_allow_loss,
    guards: row.guards,
    userId: row.user_id,
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
  };
}

/** Serialises changes of one account's plan, payments and credits, so that each sees the result of the previous one. */
export async function lockAccount(trx: Transaction, accountId: string): Promise<void> {
  await sql`select 1 from accounts where id = ${accountId} for update`.execute(trx);
}
