// Random calls to upstreams that answer, fail, hang and break off, some left by their clients: what the operator's report says must be
// what the upstreams say, and what they never said must stand apart from it.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  BEHAVIOURS,
  type Behaviour,
  type BillingUpstream,
  promptOf,
  startBillingUpstream,
} from './billing-upstream.ts';
import { configWith } from './config-file.ts';
import { openDesk } from './operator-kit.ts';
import { startService, type TestAccount, type TestService } from './service.ts';
import { until } from './until.ts';

const DOORS = ['chat', 'messages', 'responses', 'ollama', 'code', 'embeddings'] as const;
const step = fc.record({
  door: fc.constantFrom(...DOORS),
  model: fc.integer({ min: 0, max: 7 }),
  attempts: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant<Behaviour>('ok') }, fc.constantFrom(...BEHAVIOURS)), {
    minLength: 1,
    maxLength: 4,
  }),
  isStream: fc.boolean(),
  /** After so many milliseconds, or never. */
  leavesAfter: fc.option(fc.integer({ min: 1, max: 200 }), { nil: null, freq: 3 }),
  words: fc.integer({ min: 0, max: 40 }),
});
type Step = typeof step extends fc.Arbitrary<infer V> ? V : never;

const MAIN = { input: 100, output: 300 };
const OTHER = { input: 50, output: 150 };
const HASTY = 'hasty-1';
const MODELS = Array.from({ length: 8 }, (_, index) => `main-${index}`);
const CALLS_AT_ONCE = 8;
/** Of a prompt of a dozen tokens, at the cheapest model. */
const LEAST_ESTIMATE = 200;

interface World {
  service: TestService;
  account: TestAccount;
  upstreams: readonly BillingUpstream[];
  read(group: string): Promise<{ cost: number; unpaid: number; unknown: number; estimated: number }>;
  close(): Promise<void>;
}

async function openWorld(): Promise<World> {
  const attempts = new Map<string, number>();
  const main = await startBillingUpstream(Object.fromEntries(MODELS.map((id) => [id, MAIN])), attempts);
  const other = await startBillingUpstream({ 'other-1': OTHER }, attempts);
  const embeds = await startBillingUpstream({ 'text-embedding-main': { input: 20, output: 0 } }, attempts);
  const mains = MODELS.map((id) => priced(id, MAIN, ['other-1']));
  // An upstream that is only waited for as long as it takes to see that it hangs.
  const hasty = await startBillingUpstream({ [HASTY]: MAIN }, attempts);
  const service = await startService({
    OPENAI_BASE_URL: embeds.baseUrl,
    OPENAI_PROVIDER: 'openai',
    CONFIG: await configWith([
      upstreamOf('main', main.baseUrl, mains),
      upstreamOf('other', other.baseUrl, [priced('other-1', OTHER, [])]),
      upstreamOf('hasty', hasty.baseUrl, [priced(HASTY, MAIN, [])], 300),
    ]),
  });
  const desk = await openDesk(service);
  const value = {
    models: { 'text-embedding-main': { input_per_million_tokens: 40 } },
    costs: { 'text-embedding-main': { input_per_million_tokens: 20 } },
  };
  const { status, text } = await service.call('PUT', '/v1/operator/settings/prices', {
    key: desk.key,
    body: { value, reason: 'a price' },
  });
  assert.equal(status, 200, text);
  return {
    service,
    account: await service.account({ credits: 100_000 }),
    upstreams: [main, other, embeds, hasty],
    async read(group) {
      const { total } = (await desk.read(`/usage?group_by=${group}`)).json;
      const micro = (credits: number) => Math.round(credits * 1e6);
      const {
        known_cost: cost,
        unpaid_cost: unpaid,
        estimated_cost: estimated,
        unknown_cost_attempts: unknown,
      } = total;
      return { cost: micro(cost), unpaid: micro(unpaid), estimated: micro(estimated), unknown };
    },
    async close() {
      await service.stop();
      await Promise.all([main, other, embeds, hasty].map((upstream) => upstream.close()));
    },
  };
}

/** Makes that many calls; SEED repeats a run that failed. */
export async function proveCosts(calls: number): Promise<void> {
  const world = await openWorld();
  const { service, account } = world;
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  try {
    const steps = fc.sample(step, { numRuns: calls, seed });
    for (let at = 0; at < steps.length; at += CALLS_AT_ONCE) {
      const together = steps.slice(at, at + CALLS_AT_ONCE);
      await Promise.all(together.map((one, index) => makeCall(service, account, one, `c${at + index}`)));
    }
    await assertCosts(world, `SEED=${seed}`);
    await assertLedger(service, account);
  } finally {
    await world.close();
  }
}

/**
 * What is known must be what the upstreams told, to the micro-credit; what they never told is an estimate or an unknown attempt, and
 * nothing else is.
 */
async function assertCosts({ upstreams, read }: World, saying: string): Promise<void> {
  const sumOf = (of: (upstream: BillingUpstream) => number) => upstreams.reduce((sum, each) => sum + of(each), 0);
  for (const group of ['upstream', 'model', 'day', 'account']) {
    const compare = async () => {
      const { cost, unknown, estimated } = await read(group);
      const told = sumOf((upstream) => upstream.told);
      const garbage = sumOf(({ untold }) => untold.garbage);
      const unclear = sumOf(({ untold }) => untold.unclear);
      const silent = sumOf(({ untold }) => untold.silent + untold.late);
      assert.equal(cost, told, `the known cost by ${group}, ${saying}`);
      // A connection that is lost late is estimated, and so is a call whose client left before.
      const isCounted = unknown >= garbage && unknown <= garbage + unclear;
      assert.ok(isCounted, `${unknown} unknown of ${garbage} and ${unclear} by ${group}, ${saying}`);
      const hasEstimates = silent + garbage + unclear - unknown > 0;
      // Calls may also be left or late before their upstream has read them: it tells of nothing, and they are estimated.
      assert.ok(estimated > 0 || !hasEstimates, `${estimated} estimated by ${group}, ${saying}`);
      assert.ok(estimated >= silent * LEAST_ESTIMATE, `${estimated} estimated of ${silent} by ${group}, ${saying}`);
    };
    // Clients that left are gone before their calls are booked.
    const isTrue = () =>
      compare().then(
        () => true,
        () => false,
      );
    await until(isTrue, { saying: 'the calls are booked', withinMs: 20_000 }).catch(() => undefined);
    await compare();
  }
}

/** A build of four rounds that makes no application, and a coding conversation whose client leaves before the first word. */
export async function proveBuildCosts(): Promise<void> {
  const world = await openWorld();
  const { service, account, read } = world;
  const { liveKey: key } = account;
  const readBalance = async () => (await service.call('GET', '/v1/payments/balance', { key })).json.credits;
  try {
    const body = { model: 'main-0', prompt: promptOf('build', ['ok'], 3), framework: 'react', preview: false };
    const built = await service.call('POST', '/v1/builder/build', { key, body });
    assert.match(built.text, /could not be made to work/);
    await assertCosts(world, 'of a build');
    const { cost, unpaid } = await read('upstream');
    assert.ok(cost > 0 && unpaid === 0, `${cost} ${unpaid}: the customer pays what the model used`);
    const afterBuild = await readBalance();
    // The price is twice the cost.
    assert.equal(Math.round((100_000 - afterBuild) * 1e6), 2 * cost);
    const message = promptOf('chat', ['slow'], 30);
    const context = { files: [{ path: 'a.js', content: 'let a;' }] };
    const left = service.call('POST', '/v1/builder/chat', {
      key,
      body: { model: 'main-0', message, conversation_id: 'new', context },
      signal: AbortSignal.timeout(150),
    });
    await assert.rejects(left);
    await assertCosts(world, 'of a conversation that was left');
    await until(async () => (await readBalance()) < afterBuild, { saying: 'the conversation was charged' });
    await assertLedger(service, account);
  } finally {
    await world.close();
  }
}

function upstreamOf(name: string, baseUrl: string, models: object[], patienceMs = 30_000): object {
  const waits = { first_token_ms: patienceMs, idle_ms: patienceMs, retries: 1 };
  return { name, base_url: baseUrl, provider: 'openai', list_models: false, ...waits, models };
}

function priced(id: string, cost: { input: number; output: number }, fallbacks: string[]): object {
  const tokens = (factor: number) => ({
    input: cost.input * factor,
    output: cost.output * factor,
  });
  return { id, price: tokens(2), cost: tokens(1), fallbacks, context_window: 100_000 };
}

async function makeCall(service: TestService, { liveKey: key }: TestAccount, one: Step, id: string): Promise<void> {
  const { door, leavesAfter, attempts, words, isStream: stream } = one;
  // The engine of embeddings waits for two minutes.
  const hangs = attempts[0] === 'hang' && door !== 'embeddings';
  const model = hangs ? HASTY : `main-${one.model}`;
  // Whether the client left before such an attempt failed is a matter of time: it is an estimate, or unknown.
  const unusable = leavesAfter === null ? 'garbage' : 'cut';
  const planned = attempts.map((each) => (each === 'hang' || each === 'garbage' ? unusable : each));
  const content = promptOf(id, hangs ? ['hang'] : planned, words);
  const messages = [{ role: 'user', content }];
  const sent: Record<Step['door'], [path: string, body: object]> = {
    chat: ['/v1/chat/completions', { model, messages, stream, max_tokens: 50 }],
    messages: ['/v1/messages', { model, messages, stream, max_tokens: 50 }],
    responses: ['/v1/responses', { model, input: content, stream, max_output_tokens: 50 }],
    ollama: ['/api/chat', { model, messages, stream, options: { num_predict: 50 } }],
    code: ['/v1/code/explain', { model, code: content, stream, max_tokens: 50 }],
    embeddings: ['/v1/embeddings', { model: 'text-embedding-main', input: content }],
  };
  const [path, body] = sent[door];
  const signal = leavesAfter === null ? undefined : AbortSignal.timeout(leavesAfter);
  await service.call('POST', path, { key, body, ...(signal ? { signal } : {}) }).catch((error: Error) => {
    assert.match(error.name, /TimeoutError|AbortError|TypeError/);
  });
}

async function assertLedger(service: TestService, { id }: TestAccount): Promise<void> {
  const { rows } = await service.app.database.pool.query<{ balance: number; held: number; sum: number }>(
    `select balance, held, (select sum(amount)::bigint from ledger where account_id = $1 and environment = 'live') as sum
     from balances where account_id = $1 and environment = 'live'`,
    [id],
  );
  const [row] = rows;
  assert.equal(row?.balance, row?.sum, 'the balance is the sum of its entries');
}
