// Balance, transactions and prices of an account.

import { Readable } from 'node:stream';
import { DEFAULT_CACHE_PRICE } from '../../core/answer-cache.ts';
import type { Caller } from '../../core/caller.ts';
import { csvLine } from '../../core/csv.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits, roundToMicro } from '../../core/money.ts';
import { cutPage, pageBody } from '../../core/page.ts';
import { planBegins } from '../../money/account-plan.ts';
import { readBalance } from '../../money/entries.ts';
import { listGrants, showGrant } from '../../money/grants.ts';
import type { ModelPrice } from '../../money/price-list.ts';
import type { Prices } from '../../money/prices.ts';
import { listTransactions, type TransactionFilter, type TransactionRow } from '../../money/transactions.ts';
import type { Database } from '../../store/database.ts';
import type { TransactionQuery } from './schema.ts';
import type { Outlook } from './subscription-service.ts';

const CREDITS_PER_CURRENCY_UNIT = 100;
const DEFAULT_LIMIT = 20;

/** The provider of live payments: "builtin" accepts test cards and moves no money. */
type Checkout = 'stripe' | 'builtin' | 'none';

export class Statements {
  readonly #database: Database;
  readonly #prices: Prices;

  readonly #checkout: Checkout;

  constructor(parts: { database: Database; prices: Prices; checkout: Checkout }) {
    this.#database = parts.database;
    this.#prices = parts.prices;
    this.#checkout = parts.checkout;
  }

  async balance(caller: Caller, { isSubscribed, nextGrantAt }: Outlook): Promise<object> {
    const { queries } = this.#database;
    const { balance, held } = await readBalance(queries, caller.accountId, caller.environment);
    const grants = await listGrants(queries, caller);
    return {
      object: 'balance',
      credits: microToCredits(balance),
      held: microToCredits(held),
      available: microToCredits(balance - held),
      currency: this.#prices.list.currency,
      value: roundToMicro(microToCredits(balance) / CREDITS_PER_CURRENCY_UNIT),
      plan: caller.plan,
      attribution_waived: caller.attributionWaived,
      subscribed: isSubscribed,
      next_grant_at: nextGrantAt?.toISOString() ?? null,
      grants: grants.map(showGrant),
    };
  }

  csv(caller: Caller, query: TransactionQuery): Readable {
    return Readable.from(this.#csvLines(caller, query));
  }

  /** The price as charged: the price factor and waiving attribution change the price of usage, not of purchases. */
  prices(caller: Caller): object {
    const now = this.#prices.now();
    const { currency, plans, packages, modules, models } = now.list;
    const charged = (prices: Record<string, ModelPrice>, floorOf: (name: string) => ModelPrice | undefined) =>
      Object.fromEntries(
        Object.entries(prices).map(([name, price]) => [name, now.shown(caller, price, floorOf(name))]),
      );
    return {
      object: 'prices',
      currency,
      attribution_waived: caller.attributionWaived,
      checkout: caller.environment === 'test' ? 'builtin' : this.#checkout,
      plans: Object.entries(plans).map(([id, { allow_loss: _internal, ...plan }]) => ({
        id,
        begins: planBegins(id, plan),
        ...plan,
      })),
      packages: Object.entries(packages).map(([id, one]) => ({ id, ...one })),
      price_factor_permille: now.factorOf(caller),
      batch_factor: now.batchFactor,
      answer_cache_price: now.list.answer_cache_price ?? DEFAULT_CACHE_PRICE,
      modules: charged(modules, () => undefined),
      models: charged(models, (model) => now.floorFor(caller, { module: 'chat', model })),
    };
  }

  async transactions(caller: Caller, query: TransactionQuery): Promise<object> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listTransactions(this.#database.queries, { ...filterOf(caller, query), limit: limit + 1 });
    const { page, next } = cutPage(rows, limit, cursorOf);
    return pageBody(page.map(presentTransaction), next);
  }

  async *#csvLines(caller: Caller, query: TransactionQuery): AsyncGenerator<string> {
    yield* csvLines(this.#database, filterOf(caller, query));
  }
}

const CSV_PAGE = 500;
const CSV_COLUMNS = [
  'id',
  'created_at',
  'type',
  'credits',
  'balance_after',
  'module',
  'model',
  'request_id',
  'job_id',
  'payment_id',
  'description',
] as const;

async function* csvLines(database: Database, filter: Omit<TransactionFilter, 'limit'>): AsyncGenerator<string> {
  yield `${CSV_COLUMNS.join(',')}\r\n`;
  let beforeSeq = filter.beforeSeq;
  for (;;) {
    const rows = await listTransactions(database.queries, {
      ...filter,
      limit: CSV_PAGE,
      ...(beforeSeq === undefined ? {} : { beforeSeq }),
    });
    for (const row of rows) {
      const shown = presentTransaction(row) as Record<string, unknown>;
      yield csvLine(CSV_COLUMNS.map((name) => shown[name]));
    }
    beforeSeq = rows.at(-1)?.seq;
    if (rows.length < CSV_PAGE) return;
  }
}

function filterOf(caller: Caller, query: TransactionQuery): Omit<TransactionFilter, 'limit'> {
  const from = timeOf(query.from, 'from');
  const to = timeOf(query.to, 'to');
  return {
    accountId: caller.accountId,
    environment: caller.environment,
    ...(query.cursor === undefined ? {} : { beforeSeq: seqOf(query.cursor) }),
    ...(query.type === undefined ? {} : { type: query.type }),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

function presentTransaction(row: TransactionRow): object {
  return {
    id: row.id,
    type: row.type,
    credits: microToCredits(row.amount),
    balance_after: microToCredits(row.balanceAfter),
    module: row.module,
    model: row.model,
    request_id: row.requestId,
    job_id: row.jobId,
    payment_id: row.paymentId,
    description: row.description,
    created_at: row.createdAt.toISOString(),
  };
}

function cursorOf({ seq }: TransactionRow): string {
  return Buffer.from(`seq:${seq}`).toString('base64url');
}

function seqOf(cursor: string): number {
  const seq = Number(/^seq:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]);
  if (!Number.isSafeInteger(seq))
    throw new ServiceError('invalid_parameter', 'This cursor is not valid. Use next_cursor of the previous page.', {
      param: 'cursor',
    });
  return seq;
}

function timeOf(text: string | undefined, param: string): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  // The database supports only these years.
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1 || time.getUTCFullYear() > 9999)
    throw new ServiceError('invalid_parameter', `"${param}" must be a date such as 2026-01-31.`, { param });
  return time;
}
