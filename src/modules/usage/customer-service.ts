// Reads end customers and runs, and sets their caps and budgets.
import type { Caller, CustomerCaps } from '../../core/caller.ts';
import { readCredits, readCreditsOrNull } from '../../core/credit-amount.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import { cutPage, pageBody, pageBySeq } from '../../core/page.ts';
import { MAX_CUSTOMERS } from '../../money/named-terms.ts';
import { insertLog } from '../../store/account-log.ts';
import type { Database } from '../../store/database.ts';
import {
  type EndCustomer,
  findEndCustomer,
  listCustomersBySpending,
  listEndCustomers,
  setCustomerCaps,
} from '../../store/end-customers.ts';
import { closeRun, findRun, listRunCalls, listRuns, type Run, type RunCall, setRunBudget } from '../../store/runs.ts';
import type { CustomerCapsBody, CustomerQuery, RunQuery } from './customer-schema.ts';

type Actor = Caller & { requestId: string };

const DEFAULT_LIMIT = 20;

export class CustomerService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(caller: Caller, { limit = DEFAULT_LIMIT, cursor, q: beginning, sort = 'id' }: CustomerQuery) {
    const { queries } = this.#database;
    const filter = { limit: limit + 1, beginning };
    const { page, next } =
      sort === 'id'
        ? cutPage(await listEndCustomers(queries, caller, { ...filter, after: cursor }), limit, ({ id }) => id)
        : cutPage(
            await listCustomersBySpending(queries, caller, { ...filter, after: placeOf(cursor) }),
            limit,
            ({ spentThisMonth, id }) => `${spentThisMonth}:${id}`,
          );
    return pageBody(page.map(showCustomer), next);
  }

  async find(caller: Caller, id: string) {
    const customer = await findEndCustomer(this.#database.queries, caller, id);
    if (customer) return showCustomer(customer);
    throw new ServiceError('not_found', `No call has named the customer "${id}" yet, and no cap was set for it.`);
  }

  async setCaps(actor: Actor, id: string, body: CustomerCapsBody) {
    const { accountId, environment } = actor;
    const caps = {
      daily: readCreditsOrNull(body.daily_credit_cap ?? null, 'daily_credit_cap'),
      monthly: readCreditsOrNull(body.monthly_credit_cap ?? null, 'monthly_credit_cap'),
    };
    return this.#database.transaction(async (trx) => {
      const before = await findEndCustomer(trx, actor, id);
      refuseWider(actor, caps, before);
      const owned = { accountId, environment, id };
      const customer = await setCustomerCaps(trx, owned, { ...caps, maxCustomers: MAX_CUSTOMERS });
      if (!customer)
        throw new ServiceError(
          'invalid_parameter',
          `This account has ${MAX_CUSTOMERS} customers, the most there can be.`,
        );
      const facts = { action: 'customer.change' as const, target: id };
      await insertLog(trx, actor, { ...facts, before: before ? capsOf(before) : null, after: capsOf(customer) });
      return showCustomer(customer);
    });
  }

  async listRuns(caller: Caller, { limit = DEFAULT_LIMIT, cursor }: RunQuery) {
    const beforeSeq = cursor === undefined ? undefined : Number(cursor);
    return pageBySeq(await listRuns(this.#database.queries, caller, { limit: limit + 1, beforeSeq }), limit, showRun);
  }

  async findRun(caller: Caller, id: string, { limit = DEFAULT_LIMIT, cursor }: RunQuery) {
    const { accountId, environment } = caller;
    const { queries } = this.#database;
    const run = await findRun(queries, caller, id);
    if (!run) throw unknownRun(id);
    const beforeSeq = cursor === undefined ? undefined : Number(cursor);
    const calls = await listRunCalls(queries, { accountId, environment, id }, { limit: limit + 1, beforeSeq });
    return { ...showRun(run), calls: pageBySeq(calls, limit, showCall) };
  }

  async setBudget(actor: Actor, id: string, credits: number) {
    const { accountId, environment } = actor;
    return this.#database.transaction(async (trx) => {
      const before = await findRun(trx, actor, id);
      const run = await setRunBudget(trx, { accountId, environment, id }, readCredits(credits, 'budget'));
      if (!before || !run) throw unknownRun(id);
      const budgetOf = ({ budget }: Run) => ({ budget: microToCredits(budget) });
      await insertLog(trx, actor, { action: 'run.change', target: id, before: budgetOf(before), after: budgetOf(run) });
      return showRun(run);
    });
  }

  async close(actor: Actor, id: string) {
    const { accountId, environment } = actor;
    return this.#database.transaction(async (trx) => {
      const before = await findRun(trx, actor, id);
      const run = await closeRun(trx, { accountId, environment, id });
      if (!before || !run) throw unknownRun(id);
      if (before.expiresAt > run.expiresAt) await insertLog(trx, actor, { action: 'run.close', target: id });
      return showRun(run);
    });
  }
}

/** Where the previous page, sorted by spending, ended. */
function placeOf(cursor: string | undefined): { spent: number; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [, spent, id] = /^(\d{1,15}):(.+)$/s.exec(cursor) ?? [];
  if (id === undefined)
    throw new ServiceError('invalid_parameter', 'This cursor is not the next_cursor of a list with this sort.', {
      param: 'cursor',
    });
  return { spent: Number(spent), id };
}

/** A key's default cap for customers bounds the caps that it may set. A cap set by others may stay. */
function refuseWider({ customerCaps: own }: Actor, caps: CustomerCaps, before: EndCustomer | undefined): void {
  const sides = [
    ['daily', caps.daily, own?.daily ?? null, before?.dailyCap ?? null],
    ['monthly', caps.monthly, own?.monthly ?? null, before?.monthlyCap ?? null],
  ] as const;
  for (const [period, wanted, most, now] of sides) {
    // Without a cap of its own, a customer is uncapped for keys without a default cap.
    const isWider = most !== null && wanted !== now && (wanted === null || wanted > most);
    if (isWider)
      throw new ServiceError(
        'access_denied',
        `This key has ${microToCredits(most)} credits as its own ${period} cap of customers: it gives no customer more, and takes no cap away. Use the dashboard, or a key without such a cap.`,
        { param: `${period}_credit_cap` },
      );
  }
}

function unknownRun(id: string): ServiceError {
  return new ServiceError('not_found', `There is no run "${id}". Its first call opens it: "X-Run: ${id}; budget=50".`);
}

function capsOf({ dailyCap, monthlyCap }: EndCustomer) {
  return {
    daily_credit_cap: dailyCap === null ? null : microToCredits(dailyCap),
    monthly_credit_cap: monthlyCap === null ? null : microToCredits(monthlyCap),
  };
}

function showCustomer(customer: EndCustomer) {
  const { id, spentToday, spentThisMonth, held, createdAt, lastUsedAt } = customer;
  return {
    object: 'customer',
    id,
    ...capsOf(customer),
    spent_today: microToCredits(spentToday),
    spent_this_month: microToCredits(spentThisMonth),
    held: microToCredits(held),
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
  };
}

function showRun(run: Run) {
  const { id, keyId, budget, spent, held, calls, createdAt, lastUsedAt, expiresAt } = run;
  const hasEnded = expiresAt.getTime() <= Date.now();
  return {
    object: 'run',
    id,
    key_id: keyId,
    status: hasEnded ? 'ended' : spent >= budget ? 'spent' : 'open',
    budget: microToCredits(budget),
    spent: microToCredits(spent),
    held: microToCredits(held),
    remaining: microToCredits(Math.max(0, budget - spent - held)),
    call_count: calls,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

function showCall(call: RunCall) {
  return {
    request_id: call.requestId,
    job_id: call.jobId,
    key_id: call.keyId,
    customer: call.customerId,
    module: call.module,
    model: call.model,
    prompt_tokens: call.promptTokens,
    completion_tokens: call.completionTokens,
    credits: microToCredits(call.credits),
    created_at: call.createdAt.toISOString(),
  };
}
