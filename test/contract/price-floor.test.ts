// Whatever prices, factors, tiers and uses: no call is charged less than its provider bills, unless the operator allows the loss.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { loadConfig } from '../../src/config/config.ts';
import type { ServedModel } from '../../src/money/offers.ts';
import type { ModelPrice, PriceList } from '../../src/money/price-list.ts';
import { costOf, type Use } from '../../src/money/price-of-use.ts';
import { createPrices, type PricedFor } from '../../src/money/prices.ts';
import { providerCost } from '../../src/money/provider-costs.ts';

const files = loadConfig({ PATH: '' }, '/').prices;
const credits = fc.double({ min: 0, max: 20_000, noNaN: true });
const tokens = fc.record(
  {
    input_per_million_tokens: credits,
    output_per_million_tokens: credits,
    cached_input_per_million_tokens: credits,
    cache_write_per_million_tokens: credits,
  },
  { requiredKeys: [] },
);
const anyPrice = fc
  .record({
    base: tokens,
    tiers: fc.array(fc.tuple(fc.integer({ min: 1, max: 4_000 }), tokens), { maxLength: 3 }),
    pieces: fc.record({ per_request: credits, per_second: credits }, { requiredKeys: [] }),
  })
  .map(({ base, tiers, pieces }): ModelPrice => {
    const longer = tiers.map(([over_prompt_tokens, more]) => ({ over_prompt_tokens, ...more }));
    return { ...base, ...pieces, ...(longer.length > 0 ? { tiers: longer } : {}) };
  });
const count = fc.integer({ min: 0, max: 5_000 });
const anyUse = fc.record({
  promptTokens: count,
  completionTokens: count,
  cachedTokens: count,
  cacheWriteTokens: count,
  milliseconds: fc.integer({ min: 0, max: 90_000 }),
});
const permille = fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: null });

const scenario = fc.record({
  cost: anyPrice,
  dearer: anyPrice,
  price: fc.option(anyPrice, { nil: undefined }),
  costFactor: fc.double({ min: 0, max: 3, noNaN: true }),
  ofPlan: permille,
  ofAccount: permille,
  batch: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  waived: fc.boolean(),
  allowed: fc.constantFrom('none', 'price', 'list', 'plan', 'account'),
  use: anyUse,
});

const served = (upstream: string, model: string, mapCost: ModelPrice, fallbacks: string[] = []): ServedModel => ({
  ...{ kind: 'text', upstream, model, isOwn: false, provider: null, unknownBecause: null },
  ...{ mapCost, fallbacks },
});

test('500 random calls cost at least what their upstream, or a fallback that may serve them, bills', () => {
  let losses = 0;
  fc.assert(
    fc.property(scenario, (one) => {
      const { free } = files.plans;
      assert.ok(free);
      const allows = (what: string) => (one.allowed === what ? { allow_loss: true } : {});
      const plan = {
        ...free,
        ...(one.ofPlan === null ? {} : { price_factor_permille: one.ofPlan }),
        ...allows('plan'),
      };
      const list: PriceList = {
        ...files,
        ...allows('list'),
        cost_factor: one.costFactor,
        plans: { ...files.plans, free: plan },
        models: one.price ? { 'sold-1': { ...one.price, ...allows('price') } } : {},
      };
      const prices = createPrices(list, {
        served: [
          served('first', 'sold-1', one.cost, ['other-1']),
          served('second', 'sold-1', one.dearer),
          served('third', 'other-1', one.dearer),
        ],
      });
      const who: PricedFor = {
        ...{ plan: 'free', priceFactorPermille: one.ofAccount, attributionWaived: one.waived, keyModels: null },
        lossAllowed: one.allowed === 'account',
        ...(one.batch === undefined ? {} : { batch: { id: 'batch', priceFactor: one.batch, defer: () => undefined } }),
      };
      const use: Use = { ...one.use, requests: 1 };
      const what = { module: 'chat', model: 'sold-1', description: '' };
      const charge = prices.cost(who, what, use);
      const servers = [
        { engine: 'first', model: 'sold-1' },
        { engine: 'second', model: 'sold-1' },
        { engine: 'third', model: 'other-1' },
      ].filter(({ engine, model }) => prices.offers.mayServe('text', 'sold-1', { name: engine, model }));
      assert.ok(servers.length >= 2);
      const mayLose =
        (one.price ? one.allowed === 'price' : one.allowed === 'list') ||
        (one.ofAccount === null ? one.allowed === 'plan' : one.allowed === 'account');
      for (const by of servers) {
        const billed = prices.upstreamCost(by, use);
        assert.ok(billed !== null);
        if (!mayLose) assert.ok(charge >= billed, `${charge} < ${billed} at ${by.engine}`);
        else if (charge < billed) losses += 1;
      }
      assert.ok(prices.quote(who, what, use).amount >= charge);
    }),
    { numRuns: 500, seed: 41 },
  );
  assert.ok(losses > 10, 'an allowed loss is one');
});

test('the map of provider prices knows tiers, caches, requests and audio, and says nothing of what it cannot price', () => {
  const tiered = providerCost('openai', 'gpt-5.4', 'text');
  assert.ok(tiered?.tiers?.[0]);
  const long = { promptTokens: tiered.tiers[0].over_prompt_tokens + 1 };
  assert.ok(costOf(tiered, long) > costOf({ ...tiered, tiers: [] }, long));
  assert.equal(providerCost('openai', 'gpt-4o-mini', 'text')?.cached_input_per_million_tokens, 0.075);
  assert.equal(providerCost('perplexity', 'sonar', 'text')?.per_request, 0.012);
  assert.equal(providerCost('openai', 'whisper-1', 'transcription')?.per_second, 0.0001);
  // The dearer half of the day counts, whatever the time is now.
  assert.equal(providerCost('deepseek', 'deepseek-chat', 'text')?.output_per_million_tokens, 1.1);
  for (const [provider, model, kind] of [
    ['openai', 'gpt-99', 'text'],
    ['openai', 'text-embedding-3-small', 'text'],
    ['openai', 'gpt-image-1', 'image'],
    ['groq', 'whisper-large-v3', 'transcription'],
    ['github-copilot', 'gpt-4o-mini', 'text'],
    [null, 'llama3.2:1b', 'text'],
  ] as const)
    assert.equal(providerCost(provider, model, kind), undefined, model);
});
