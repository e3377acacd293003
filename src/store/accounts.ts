// The accounts table: email, plan, attribution and suspension.
import { type Selectable, sql } from 'kysely';
import { newId } from '../core/ids.ts';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

export interface Account {
  id: string;
  email: string;
  name: string;
  /** The higher of what was paid for and of operatorPlan. */
  plan: string;
  /** What the operator gave; null: nothing. */
  operatorPlan: string | null;
  isOwner: boolean;
  attribution: 'required' | 'waived';
  /** In thousandths of the list price; null: that of the plan. */
  priceFactorPermille: number | null;
  /** Whether its own price factor may take models below their cost. */
  lossAllowed: boolean;
  userId: string | null;
  suspendedAt: Date | null;
  createdAt: Date;
}

export interface NewAccount {
  email: string;
  name?: string;
  /** Any other than free counts as given by the operator. */
  plan: string;
  isOwner?: boolean;
  userId?: string;
  /** Micro-credits that are granted once the email address is confirmed. */
  pendingGrant?: number;
}

export async function insertAccount(queries: Queries, account: NewAccount): Promise<Account> {
  const row = await queries
    .insertInto('accounts')
    .values({
      id: newId('acct'),
      email: account.email,
      name: account.name ?? '',
      plan: account.plan,
      is_owner: account.isOwner ?? false,
      user_id: account.userId ?? null,
      pending_grant: account.pendingGrant ?? 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAccount(row);
}

export function findAccount(queries: Queries, id: string): Promise<Account | undefined> {
  return queries.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst().then(maybeAccount);
}

export function findAccountByEmail(queries: Queries, email: string): Promise<Account | undefined> {
  return queries
    .selectFrom('accounts')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
    .then(maybeAccount);
}

export function findOwner(queries: Queries): Promise<Account | undefined> {
  return queries.selectFrom('accounts').selectAll().where('is_owner', '=', true).executeTakeFirst().then(maybeAccount);
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
}

export async function updateAccount(queries: Queries, id: string, change: AccountChange): Promise<Account | undefined> {
  const values = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.email === undefined ? {} : { email: change.email }),
    ...(change.plan === undefined ? {} : { plan: change.plan }),
    ...(change.operatorPlan === undefined ? {} : { operator_plan: change.operatorPlan }),
    ...(change.attribution === undefined ? {} : { attribution: change.attribution }),
    ...(change.userId === undefined ? {} : { user_id: change.userId }),
    ...(change.suspendedAt === undefined ? {} : { suspended_at: change.suspendedAt }),
    ...(change.priceFactorPermille === undefined ? {} : { price_factor_permille: change.priceFactorPermille }),
    ...(change.lossAllowed === undefined ? {} : { price_allow_loss: change.lossAllowed }),
  };
  if (Object.keys(values).length === 0) return findAccount(queries, id);
  const row = await queries.updateTable('accounts').set(values).where('id', '=', id).returningAll().executeTakeFirst();
  if (row) await announceAccountChange(queries, id);
  return maybeAccount(row);
}

/** Notifies every node, so that it reads the callers of this account again instead of using its cache. */
export async function announceAccountChange(queries: Queries, accountId: string): Promise<void> {
  await sql`select pg_notify('callers_changed', ${accountId})`.execute(queries);
}

type AccountRow = Selectable<Tables['accounts']>;

function maybeAccount(row: AccountRow | undefined): Account | undefined {
  return row ? toAccount(row) : undefined;
}

function toAccount(row: AccountRow): Account {
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
    userId: row.user_id,
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
  };
}
