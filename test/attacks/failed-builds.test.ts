// Attacks on what a build costs whose customer makes it fail, or cancels it: a model that a provider bills is paid, and nothing else is.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type Behaviour, type BillingUpstream, promptOf, startBillingUpstream } from '../support/billing-upstream.ts';
import { configWith } from '../support/config-file.ts';
import { estimatedCostOf } from '../support/estimated-cost.ts';
import { openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const COST = { input: 100, output: 300 };
const PRICE = { input: 150, output: 450 };

let provider: BillingUpstream;
let machine: BillingUpstream;
let service: TestService;
let readReport: () => Promise<{ known_cost: number; unpaid_cost: number }>;
const attempts = new Map<string, number>();

before(async () => {
  provider = await startBillingUpstream({ 'far-1': COST }, attempts);
  machine = await startBillingUpstream({ 'near-1': { input: 0, output: 0 } }, attempts);
  const waits = { list_models: false, retries: 0 };
  const far = { id: 'far-1', price: PRICE, cost: COST, context_window: 100_000 };
  const near = { id: 'near-1', price: PRICE, context_window: 100_000 };
  service = await startService({
    CONFIG: await configWith([
      { ...waits, name: 'far', base_url: provider.baseUrl, provider: 'openai', models: [far] },
      { ...waits, name: 'near', base_url: machine.baseUrl, models: [near] },
    ]),
  });
  const desk = await openDesk(service);
  readReport = async () => (await desk.read('/usage?group_by=upstream')).json.total;
});

after(async () => {
  await service?.stop();
  await Promise.all([provider?.close(), machine?.close()]);
});

/** `rounds`: what the upstream does in each round of the build. Its answers are never an application. */
async function build(
  account: TestAccount,
  rounds: Behaviour[],
  more: object = {},
  headers: Record<string, string> = {},
) {
  const prompt = promptOf(account.id.replaceAll('_', '-'), rounds, 20);
  const body = { model: 'far-1', prompt, framework: 'react', preview: false, ...more };
  return service.call('POST', '/v1/builder/build', { key: account.liveKey, body, headers });
}

async function moneyOf({ liveKey: key }: TestAccount) {
  const { credits, held } = (await service.call('GET', '/v1/payments/balance', { key })).json;
  return { spent: Math.round((1_000 - credits) * 1e6), held };
}

test('a build that its customer makes fail pays what the model used in all four rounds, and says so', async () => {
  const account = await service.account({ credits: 1_000 });
  const told = provider.told;
  const before = await readReport();
  const failed = await build(account, ['ok']);
  assert.deepEqual([failed.status, failed.json.error.code], [422, 'build_failed']);
  const used = provider.told - told;
  assert.ok(used > 0);
  const money = await moneyOf(account);
  assert.deepEqual(money, { spent: used * 1.5, held: 0 });
  assert.match(failed.json.error.message, /Charged: what far-1 used, \d+ tokens read and \d+ written, [\d.]+ credits/);
  const { json } = await service.call('GET', '/v1/payments/transactions?limit=1', { key: account.liveKey });
  assert.match(json.data[0].description, /Build with far-1 \(react\), failed/);
  const report = await readReport();
  assert.equal(Math.round((report.known_cost - before.known_cost) * 1e6), used);
  assert.equal(report.unpaid_cost, before.unpaid_cost);
  const jobs = await service.call('GET', '/v1/jobs?limit=1', { key: account.liveKey });
  assert.deepEqual([jobs.json.data[0].status, jobs.json.data[0].usage.credits], ['failed', money.spent / 1e6]);
});

test('a repair that becomes too long for the model does not make the rounds before it free', async () => {
  const account = await service.account({ credits: 1_000 });
  const told = provider.told;
  const failed = await build(account, ['ok', 'ok', 'reject']);
  assert.equal(failed.status, 400, failed.text);
  assert.match(failed.json.error.message, /Charged: what far-1 used/);
  assert.deepEqual(await moneyOf(account), { spent: (provider.told - told) * 1.5, held: 0 });
});

test('a build whose upstream fails is free, and its rounds are the cost of the operator', async () => {
  const account = await service.account({ credits: 1_000 });
  const told = provider.told;
  const before = await readReport();
  const failed = await build(account, ['ok', 'refuse']);
  assert.equal(failed.status, 502, failed.text);
  assert.deepEqual(await moneyOf(account), { spent: 0, held: 0 });
  const report = await readReport();
  assert.ok(provider.told > told);
  assert.equal(Math.round((report.unpaid_cost - before.unpaid_cost) * 1e6), provider.told - told);
});

test('a build that fails with a model on a machine of the operator is free', async () => {
  const account = await service.account({ credits: 1_000 });
  const failed = await build(account, ['ok'], { model: 'near-1' });
  assert.deepEqual([failed.status, failed.json.error.code], [502, 'engine_failed']);
  assert.match(failed.json.error.message, /Nothing was charged/);
  assert.deepEqual(await moneyOf(account), { spent: 0, held: 0 });
});

test('a build that is cancelled while its model writes pays the prompt and what was written', async () => {
  const account = await service.account({ credits: 1_000 });
  const begun = await build(account, ['stall'], {}, { prefer: 'respond-async' });
  assert.equal(begun.json.status, 'processing', begun.text);
  const path = `/v1/jobs/${begun.json.id}`;
  const { key } = { key: account.liveKey };
  const readSpent = async () => {
    const { rows } = await service.app.database.pool.query<{ spent: number | null }>(
      'select spent::float8 as spent from jobs where id = $1',
      [begun.json.id],
    );
    return rows[0]?.spent ?? 0;
  };
  await until(async () => (await readSpent()) > 0, { saying: 'the model works' });
  const least = await readSpent();
  const cancelled = await service.call('POST', `${path}/cancel`, { key });
  assert.equal(cancelled.json.status, 'cancelled', cancelled.text);
  const { spent, held } = await moneyOf(account);
  assert.equal(held, 0);
  // The prompt has some hundred tokens.
  assert.ok(spent >= least && least >= 200 * PRICE.input, `${spent} of ${least}`);
  const isBooked = async () => (await estimatedCostOf(service.app.database, account.id)) >= 200 * COST.input;
  await until(isBooked, { saying: 'what the upstream worked is booked' });
});

test('a project that is larger than its hold covers is not edited for less than its model reads', async () => {
  const account = await service.account({ credits: 1_000 });
  const imported = await service.call('POST', '/v1/builder/build', {
    key: account.liveKey,
    body: { model: 'blueprint-1', prompt: 'A list of bees', framework: 'react', preview: false },
  });
  assert.equal(imported.status, 200, imported.text);
  const { project_id: id, version } = imported.json;
  const files = [{ path: 'long.txt', content: 'bee hive honey '.repeat(40_000) }];
  const saved = await service.call('PUT', `/v1/builder/projects/${id}/files`, {
    key: account.liveKey,
    body: { base_version: version, files },
  });
  assert.equal(saved.status, 200, saved.text);
  const begun = await build(account, ['stall'], { project_id: id }, { prefer: 'respond-async' });
  const { held } = await moneyOf(account);
  await service.call('POST', `/v1/jobs/${begun.json.id}/cancel`, { key: account.liveKey });
  // Four prompts of the whole window of the model.
  assert.ok(held * 1e6 >= 4 * 100_000 * PRICE.input, `${held}`);
});
