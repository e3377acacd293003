// Credits with terms: added by a ledger entry, used in order, and removed when they expire.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import type { Database, Queries, Transaction } from '../store/database.ts';
import { noteDepletion } from './depletion.ts';
import { type Entry, postEntry } from './entries.ts';

export interface GrantTerms {
  kind: 'promotional' | 'included' | 'general';
  /** null: never. */
  expiresAt: Date | null;
}

export interface Grant extends GrantTerms {
  id: string;
  amount: MicroCredits;
  remaining: MicroCredits;
  description: string;
  createdAt: Date;
}

/** The terms that an operator sets for granted credits; undefined: none. */
export function readGrantTerms(asked: {
  expires_at?: string | undefined;
  promotional?: boolean | undefined;
}): GrantTerms | undefined {
  const { expires_at: text, promotional = false } = asked;
  if (text === undefined && !promotional) return undefined;
  const expiresAt = text === undefined ? null : new Date(text);
  if (expiresAt && !(expiresAt.getTime() > Date.now()))
    throw new ServiceError('invalid_parameter', `"${text}" is not a time in the future (ISO 8601).`, {
      param: 'expires_at',
    });
  return { kind: promotional ? 'promotional' : 'general', expiresAt };
}

export function shownTerms(terms: GrantTerms | undefined): { promotional?: boolean; expires_at?: string | null } {
  if (!terms) return {};
  return { promotional: terms.kind === 'promotional', expires_at: terms.expiresAt?.toISOString() ?? null };
}

/** Posts an entry that adds credits with terms. Returns the new balance. */
export async function postGrant(trx: Transaction, entry: Entry, terms: GrantTerms): Promise<MicroCredits | undefined> {
  const { id = newId('txn') } = entry;
  const balance = await postEntry(trx, { ...entry, id });
  await addGrant(trx, { ...entry, id }, terms);
  return balance;
}

/** Gives terms to credits that entries of this transaction have added; `id` names the first of them. */
export async function addGrant(trx: Transaction, of: Entry & { id: string }, terms: GrantTerms): Promise<void> {
  const { id, accountId, environment, amount, paymentId = null, description } = of;
  await sql`select add_grant(${newId('grant')}, ${accountId}, ${environment}, ${terms.kind}, ${amount}, ${terms.expiresAt},
    ${id}, ${paymentId}, ${description})`.execute(trx);
}

/** Grants with credits left, in the order of use. */
export async function listGrants(
  queries: Queries,
  { accountId, environment }: { accountId: string; environment: Environment },
): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    select g.id, g.kind, g.amount, coalesce(a.remaining, 0) as remaining, g.expires_at as "expiresAt", g.description, g.created_at as "createdAt"
    from balances b, grants_after(b.account_id, b.environment, coalesce(b.grants_mark - b.balance, 0)) a join credit_grants g on g.id = a.id
    where b.account_id = ${accountId} and b.environment = ${environment} and a.remaining > 0
    order by a.place`.execute(queries);
  return rows;
}

/** A grant as the API shows it. */
export function showGrant({ amount, remaining, expiresAt, createdAt, ...grant }: Grant) {
  return {
    ...grant,
    credits: microToCredits(amount),
    remaining: microToCredits(remaining),
    expires_at: expiresAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

/** The most grants that one run processes. */
const MAX_AT_ONCE = 500;

/** A chore of every node: each grant expires once, on whichever node runs first. Returns how many lost credits. */
export async function expireDueGrants(database: Database): Promise<number> {
  const { rows } = await sql<{ id: string; accountId: string; environment: Environment; description: string }>`
    select id, account_id as "accountId", environment, description from credit_grants
    where remaining > 0 and expires_at <= now() order by expires_at limit ${MAX_AT_ONCE}`.execute(database.queries);
  let expired = 0;
  for (const { id, accountId, environment, description } of rows) {
    await database.transaction(async (trx) => {
      const { rows: taken } = await sql<{ amount: number }>`
        select coalesce(expire_grant(${id}, ${newId('txn')}, ${`Expired: ${description}`}), 0) as amount`.execute(trx);
      if ((taken[0]?.amount ?? 0) === 0) return;
      expired += 1;
      await noteDepletion(trx, { accountId, environment, requestId: null }, 'empty');
    });
  }
  return expired;
}
