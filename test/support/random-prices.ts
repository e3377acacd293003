// Price lists and price factors that change between the hold and the settlement of random calls: each call is charged by what it was held under.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadConfig } from '../../src/config/config.ts';
import { CreditsShort } from '../../src/money/depletion.ts';
import type { Money } from '../../src/money/money.ts';
import { createPrices, followPrices, type Prices } from '../../src/money/prices.ts';
import { holdTokens, type TokenHold } from '../../src/money/token-hold.ts';
import type { Database } from '../../src/store/database.ts';
import { sumMargins } from '../../src/store/margins.ts';

const MODEL = 'priced-1';
/** Gives some of the answers, and costs the operator another price. */
const STAND_IN = 'stand-in-1';
const perToken = fc.integer({ min: 0, max: 5_000 });
const tokenPrice = fc.record({
  input: perToken,
  output: perToken,
  read: fc.integer({ min: 0, max: 100 }),
  write: perToken,
});
const factor = fc.option(fc.oneof(fc.constantFrom(0, 1, 1000), fc.integer({ min: 0, max: 3_000 })), { nil: null });
const tokens = fc.integer({ min: 0, max: 3_000 });

export const priceSteps = [
  fc.record({ do: fc.constant('price' as const), price: tokenPrice, cost: tokenPrice }),
  fc.record({ do: fc.constant('factor' as const), ofPlan: factor, ofAccount: factor }),
  fc.record({ do: fc.constant('call' as const), prompt: tokens, completion: tokens, isWhole: fc.boolean() }),
  fc.record({
    do: fc.constant('answer' as const),
    shares: fc.tuple(...[1, 2, 3, 4].map(() => fc.integer({ min: 0, max: 100 }))),
    byStandIn: fc.boolean(),
  }),
];
type Arbitrary<T> = T extends fc.Arbitrary<infer V> ? V : never;
export type PriceStep = Arbitrary<(typeof priceSteps)[number]>;
type TokenPrice = Arbitrary<typeof tokenPrice>;

type Factors = Pick<Extract<PriceStep, { do: 'factor' }>, 'ofPlan' | 'ofAccount'>;

interface RunningCall {
  hold: TokenHold;
  price: TokenPrice;
  permille: number;
  most: { prompt: number; completion: number };
}

const FIRST: TokenPrice = { input: 20, output: 60, read: 50, write: 25 };
const STAND_IN_COST: TokenPrice = { input: 7, output: 11, read: 0, write: 13 };
const files = loadConfig({ PATH: '' }, '/').prices;

export class PricedCalls {
  #price = FIRST;
  #cost = FIRST;
  #factors: Factors = { ofPlan: null, ofAccount: null };
  #current = pricesOf(FIRST, FIRST, null);
  readonly prices: Prices = followPrices(() => this.#current);
  #running: RunningCall[] = [];
  #sums = { credits: 0, cost: 0 };

  /** Resolves to what was charged. */
  async act(one: PriceStep, { money, accountId }: { money: Money; accountId: string }): Promise<number> {
    if (one.do === 'price') {
      this.#price = one.price;
      this.#cost = one.cost;
    }
    if (one.do === 'factor') this.#factors = one;
    if (one.do === 'price' || one.do === 'factor')
      this.#current = pricesOf(this.#price, this.#cost, this.#factors.ofPlan);
    if (one.do === 'call') await this.#hold(one, { money, accountId });
    return one.do === 'answer' ? this.#answer(one) : 0;
  }

  /** The process died: its calls are neither charged nor counted. */
  forget(): void {
    this.#running = [];
  }

  /** The statistics, the ledger, the operator's margin and what was counted here agree to the micro-credit. Resolves to the rows compared. */
  async assertMargins(database: Database, accountId: string): Promise<number> {
    const { rows } = await database.pool.query(
      `select coalesce(sum(credits), 0)::bigint as credits, coalesce(sum(cost), 0)::bigint as cost, count(*)::int as hours,
         (select coalesce(-sum(amount), 0)::bigint from ledger where account_id = $1 and type = 'usage' and model = $2) as entries
       from usage_hourly where account_id = $1 and model = $2`,
      [accountId, MODEL],
    );
    const { hours, ...found } = rows[0];
    const { credits, cost } = this.#sums;
    assert.deepEqual(found, { credits, cost, entries: credits });
    const range = { from: new Date(0), to: new Date(Date.now() + 3_600_000), group: 'model' as const, accountId };
    const sold = (await sumMargins(database.queries, range)).find(({ group }) => group === MODEL);
    assert.equal((sold?.credits ?? 0) - (sold?.cost ?? 0), credits - cost, 'the margin is the price less the cost');
    return hours;
  }

  async #hold(
    { prompt, completion, isWhole }: Extract<PriceStep, { do: 'call' }>,
    { money, accountId }: { money: Money; accountId: string },
  ): Promise<void> {
    const { ofPlan, ofAccount } = this.#factors;
    const payer = {
      accountId,
      environment: 'live' as const,
      plan: 'free',
      attributionWaived: false,
      isOwner: false,
      email: '',
      keyId: null,
      priceFactorPermille: ofAccount,
      keyMonthlyCap: null,
      keyDailyCap: null,
      keyTokensPerMinute: null,
      keyRequestsPerMinute: null,
      keyModels: null,
      keyExpiresAt: null,
      scopes: [],
      requestId: 'req',
    };
    const terms = {
      module: 'chat',
      model: MODEL,
      description: '',
      mostPromptTokens: prompt,
      countPrompt: async () => prompt,
      maxTokens: completion,
      mayStopEarly: false,
      mayLease: isWhole,
    };
    try {
      const hold = await holdTokens({ money, prices: this.prices }, payer, terms);
      const permille = ofAccount ?? ofPlan ?? 1000;
      this.#running.push({ hold, price: this.#price, permille, most: { prompt, completion } });
    } catch (error) {
      assert.ok(error instanceof CreditsShort, String(error));
    }
  }

  async #answer({ shares, byStandIn }: Extract<PriceStep, { do: 'answer' }>): Promise<number> {
    const call = this.#running.shift();
    if (!call) return 0;
    const [ofPrompt = 0, ofCompletion = 0, ofRead = 0, ofWrite = 0] = shares;
    const prompt = part(call.most.prompt, ofPrompt);
    const completion = part(call.most.completion, ofCompletion);
    const read = part(prompt, ofRead);
    const written = part(prompt - read, ofWrite);
    const used = { prompt, completion, read, written };
    const use = { promptTokens: prompt, completionTokens: completion, cachedTokens: read, cacheWriteTokens: written };
    const { charged } = await call.hold.settle(use, byStandIn ? { by: { model: STAND_IN } } : {});
    const exact = microOf(call.price, used) * call.permille;
    assert.equal(charged, Math.ceil(exact / 1000), 'charged by the list and the factor of the hold');
    this.#sums = {
      credits: this.#sums.credits + charged,
      cost: this.#sums.cost + microOf(byStandIn ? STAND_IN_COST : this.#cost, used),
    };
    return charged;
  }
}

function part(whole: number, percent: number): number {
  return Math.floor((whole * percent) / 100);
}

/** Cached tokens cost a share of the input. All prices are whole micro-credits per token, so nothing is rounded. */
function microOf(
  { input, output, read, write }: TokenPrice,
  used: { prompt: number; completion: number; read: number; written: number },
): number {
  const { prompt, completion, read: cached, written } = used;
  return (prompt - cached - written) * input + cached * part(input, read) + written * write + completion * output;
}

function pricesOf(price: TokenPrice, cost: TokenPrice, ofPlan: number | null): Prices {
  const listed = ({ input, output, read, write }: TokenPrice) => ({
    input_per_million_tokens: input,
    output_per_million_tokens: output,
    cached_input_per_million_tokens: part(input, read),
    cache_write_per_million_tokens: write,
  });
  const { free } = files.plans;
  assert.ok(free, 'the price list has a free plan');
  const costs = { [MODEL]: listed(cost), [STAND_IN]: listed(STAND_IN_COST) };
  const plans = { ...files.plans, free: { ...free, ...(ofPlan === null ? {} : { price_factor_permille: ofPlan }) } };
  return createPrices({ ...files, plans, models: { [MODEL]: listed(price) }, costs });
}
