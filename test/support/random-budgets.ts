// Random grants with terms, and calls under the caps of a key, a member, a customer and a run: what the ledger says decides who is right.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError } from '../../src/core/errors.ts';
import { newId } from '../../src/core/ids.ts';
import { creditsToMicro } from '../../src/core/money.ts';
import type { EntryType } from '../../src/money/entries.ts';
import { expireDueGrants, listGrants, postGrant } from '../../src/money/grants.ts';
import type { Money } from '../../src/money/money.ts';
import type { Database } from '../../src/store/database.ts';

const CAPS = { key: 700, member: 600, customer: 250, run: 200 };
const names = fc.record({
  customer: fc.option(fc.constantFrom('ann', 'ben'), { nil: undefined }),
  run: fc.option(fc.constantFrom('r1', 'r2'), { nil: undefined }),
  isKey: fc.boolean(),
  isMember: fc.boolean(),
});

export const budgetSteps = [
  fc.record({
    do: fc.constant('terms' as const),
    credits: fc.integer({ min: 1, max: 300 }),
    isPromotional: fc.boolean(),
    days: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  }),
  fc.record({ do: fc.constant('expire' as const), days: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    do: fc.constant('named' as const),
    names,
    credits: fc.integer({ min: 1, max: 120 }),
    calls: fc.integer({ min: 1, max: 6 }),
    percent: fc.integer({ min: 0, max: 150 }),
  }),
];
type Arbitrary<T> = T extends fc.Arbitrary<infer V> ? V : never;
export type BudgetStep = Arbitrary<(typeof budgetSteps)[number]>;

export interface BudgetParts {
  database: Database;
  money: Money;
  accountId: string;
  note(type: EntryType, amount: number): void;
}

export async function actOnBudgets(step: BudgetStep, parts: BudgetParts): Promise<void> {
  if (step.do === 'terms') await giveWithTerms(step, parts);
  else if (step.do === 'expire') await expire(step, parts);
  else await callNamed(step, parts);
}

async function giveWithTerms(step: BudgetStep & { do: 'terms' }, { database, accountId, note }: BudgetParts) {
  const amount = creditsToMicro(step.credits);
  const entry = {
    accountId,
    environment: 'live',
    type: 'grant',
    contra: 'grants',
    amount,
    description: newId('t'),
  } as const;
  const expiresAt = step.days === null ? null : new Date(Date.now() + step.days * 86_400_000);
  await database.transaction((trx) =>
    postGrant(trx, entry, { kind: step.isPromotional ? 'promotional' : 'general', expiresAt }),
  );
  note('grant', amount);
}

/** Lets days pass; two nodes check what is due at once. */
async function expire({ days }: BudgetStep & { do: 'expire' }, { database, accountId, note }: BudgetParts) {
  await database.pool.query(
    "update credit_grants set expires_at = expires_at - $2 * interval '1 day' where account_id = $1",
    [accountId, days],
  );
  const before = await expired(database, accountId);
  await Promise.all([expireDueGrants(database), expireDueGrants(database)]);
  const taken = (await expired(database, accountId)) - before;
  if (taken !== 0) note('expiry', taken);
}

async function expired(database: Database, accountId: string): Promise<number> {
  const { rows } = await database.pool.query<{ sum: number }>(
    "select coalesce(sum(amount), 0)::bigint as sum from ledger where account_id = $1 and type = 'expiry'",
    [accountId],
  );
  return rows[0]?.sum ?? 0;
}

async function callNamed(step: BudgetStep & { do: 'named' }, { money, accountId, note }: BudgetParts) {
  const { customer, run, isKey, isMember } = step.names;
  const member = { id: `member_${accountId}`, userId: 'u', email: 'e', role: 'owner', sessionId: null } as const;
  const payer = {
    ...{ accountId, environment: 'live' as const, keyId: isKey ? `key_${accountId}` : null, keyTokensPerMinute: null },
    ...{ keyMonthlyCap: isKey ? creditsToMicro(CAPS.key) : null, keyDailyCap: null, requestId: null },
    ...(isMember ? { member: { ...member, monthlyCap: creditsToMicro(CAPS.member) } } : {}),
    ...{ customer, customerCaps: { daily: null, monthly: creditsToMicro(CAPS.customer) } },
    run: run === undefined ? undefined : { id: run, budget: creditsToMicro(CAPS.run) },
  } as const;
  const amount = creditsToMicro(step.credits);
  const quote = { module: 'test', model: '', amount, minimum: Math.ceil(amount / 2), description: '' };
  const holds = await Promise.all(
    Array.from({ length: step.calls }, () => money.hold(payer, quote, { mayLease: true }).catch(unlessRefused)),
  );
  for (const [index, hold] of holds.entries()) {
    if (!hold) continue;
    // One of the calls is left open: the sweeper ends it after the next crash.
    if (index === 2) continue;
    const { charged } = await money.settle(hold, Math.floor((amount * step.percent) / 100), {});
    note('usage', -charged);
  }
}

function unlessRefused(error: unknown): undefined {
  assert.ok(error instanceof ServiceError && error.code === 'insufficient_credits', String(error));
}

/** Caps hold, sums agree, and each grant has what a replay of the ledger leaves of it. */
export async function assertBudgets(database: Database, accountId: string): Promise<number> {
  const { rows } = await database.pool.query<{ what: string; spent: number; held: number; sum: number; cap: number }>(
    `select 'customer ' || id as what, month_spent as spent, held, $2::bigint as cap,
       (select coalesce(sum(credits), 0)::bigint from customer_usage u where u.account_id = $1 and u.customer_id = c.id) as sum
     from end_customers c where account_id = $1
     union all select 'run ' || id, spent, held, budget,
       (select coalesce(sum(credits), 0)::bigint from run_calls u where u.account_id = $1 and u.run_id = r.id) from runs r where account_id = $1
     union all select key_id, spent, held, case when key_id like 'key%' then $3::bigint else $4::bigint end, spent
     from key_spending where key_id in ('key_' || $1, 'member_' || $1 || ' live')`,
    [accountId, creditsToMicro(CAPS.customer), creditsToMicro(CAPS.key), creditsToMicro(CAPS.member)],
  );
  for (const { what, spent, held, cap, sum } of rows) {
    assert.ok(spent + held <= cap && held >= 0, `${what}: ${spent} + ${held} is within ${cap}`);
    assert.equal(sum, spent, `${what}: what it spent is the sum of its calls`);
  }
  const listed = await listGrants(database.queries, { accountId, environment: 'live' });
  const left = new Map(listed.map(({ id, remaining }) => [id, remaining]));
  const replayed = await replayGrants(database, accountId);
  for (const grant of replayed) assert.equal(left.get(grant.id) ?? 0, grant.remaining, `the grant ${grant.id}`);
  return rows.length + replayed.length;
}

interface Replayed {
  id: string;
  description: string;
  order: [number, number, number];
  remaining: number;
}

/** Entry by entry, as the rules are told to customers. */
async function replayGrants(database: Database, accountId: string): Promise<Replayed[]> {
  const { rows } = await database.pool.query<{
    type: string;
    amount: number;
    balance: number;
    grant: string | null;
    promotional: boolean;
    expires: number | null;
    description: string;
    seq: number;
  }>(
    `select l.seq, l.type, l.amount, l.balance_after as balance, g.id as grant, g.kind = 'promotional' as promotional,
       extract(epoch from g.expires_at)::float8 as expires, l.description
     from ledger l left join credit_grants g on g.entry_id = l.id
     where l.account_id = $1 and l.environment = 'live' order by l.seq`,
    [accountId],
  );
  const grants: Replayed[] = [];
  const use = (credits: number) => {
    let rest = Math.max(0, credits);
    for (const grant of grants.toSorted((a, b) => compare(a.order, b.order))) {
      const taken = Math.min(grant.remaining, rest);
      grant.remaining -= taken;
      rest -= taken;
    }
  };
  for (const { type, amount, balance, grant, promotional, expires, description, seq } of rows) {
    if (grant) {
      const order: Replayed['order'] = [promotional ? 0 : 1, expires ?? Number.POSITIVE_INFINITY, seq];
      grants.push({ id: grant, description, order, remaining: Math.min(amount, Math.max(0, balance)) });
    }
    if (type === 'usage') use(-amount);
    const over = grants.find((one) => description === `Expired: ${one.description}`);
    if (type === 'expiry' && over) over.remaining += amount;
    use(grants.reduce((sum, { remaining }) => sum + remaining, 0) - Math.max(0, balance));
  }
  return grants;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
