// Attacks by calls on which an upstream works until our own time limit ends them: what it has read and thought is paid.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { configWith } from '../support/config-file.ts';
import { estimatedCostOf } from '../support/estimated-cost.ts';
import { type GreedyUpstream, startGreedyUpstream } from '../support/greedy-upstream.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const INPUT = 20;
const OUTPUT = 60;
const WORDS = 2_000;
const PROMPT = 'word '.repeat(WORDS);
const MAX = 10_000;
const LIMIT_MS = 150;
const THINKING_MS = 1_000;
/** What is counted for the thoughts of so long. */
const THOUGHT = 250 * (THINKING_MS / 1_000);
const NEVER = () => new Promise<void>(() => undefined);

let greedy: GreedyUpstream;
let silent: Server;
let service: TestService;
let account: TestAccount;

before(async () => {
  greedy = await startGreedyUpstream();
  silent = createServer().listen(0, '127.0.0.1');
  const prices = JSON.parse(await readFile('config/prices.json', 'utf8'));
  const plan = prices.plans.enterprise;
  const plans = {
    ...prices.plans,
    delivers: { ...plan, name: 'Delivered', abandoned: 'delivered' },
    frees: { ...plan, name: 'Free', abandoned: 'free' },
  };
  const list = join(await mkdtemp(join(tmpdir(), 'atelier-prices-')), 'prices.json');
  await writeFile(list, JSON.stringify({ ...prices, plans }));
  const terms = { context_window: 4_000_000, cost: { input: 10, output: 30 }, price: { input: INPUT, output: OUTPUT } };
  const modelOf = (id: string) => ({ id, upstream_id: 'greedy-1', ...terms });
  const limits = { first_token_ms: LIMIT_MS, idle_ms: LIMIT_MS, thinking_ms: THINKING_MS };
  const upstreamOf = (name: string) => ({
    name,
    base_url: greedy.baseUrl,
    list_models: false,
    responses: true,
    retries: 2,
    ...limits,
    models: ['o5-think', 'plain-1'].map(modelOf),
  });
  // With the limits that an upstream has by itself.
  const patient = { name: 'patient', base_url: greedy.baseUrl, list_models: false, models: [modelOf('patient-1')] };
  const claude = {
    name: 'claude',
    kind: 'anthropic',
    api_key_env: 'CLAUDE_KEY',
    base_url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`,
    models: [{ id: 'claude-silent', ...terms }],
  };
  service = await startService({
    PRICES: list,
    READ_ON_SECONDS: '1',
    CLAUDE_KEY: 'sk-ant',
    CONFIG: await configWith([upstreamOf('first'), upstreamOf('second'), patient, claude]),
  });
  account = await service.account({ credits: 100_000 });
});

after(async () => {
  await service.stop();
  await greedy.close();
  silent.closeAllConnections();
  silent.close();
});

const chat = (model: string) => ({ model, messages: [{ role: 'user', content: PROMPT }], max_tokens: MAX });

interface Ended {
  spent: number;
  calls: number;
  text: string;
  status: number;
}

/** Sends a call, and tells what it cost its customer and how many calls reached an upstream. */
async function ask(path: string, body: object, pace: GreedyUpstream['pace'], who = account): Promise<Ended> {
  const before = (await moneyOf(service, who.id)).balance;
  const calls = greedy.calls.length;
  greedy.pace = pace;
  const { status, text } = await service.call('POST', path, { key: who.liveKey, body });
  await until(async () => (await moneyOf(service, who.id)).held === 0, { saying: 'the call has ended' });
  return {
    spent: before - (await moneyOf(service, who.id)).balance,
    calls: greedy.calls.length - calls,
    text,
    status,
  };
}

/** By the doors that stream, and by those that do not. */
const DOORS: [string, string, (model: string) => object][] = [
  ['chat', '/v1/chat/completions', chat],
  ['completions', '/v1/completions', (model) => ({ model, prompt: PROMPT, max_tokens: MAX })],
  ['responses', '/v1/responses', (model) => ({ model, input: PROMPT, max_output_tokens: MAX })],
  ['messages', '/v1/messages', chat],
  ['code', '/v1/code/explain', (model) => ({ model, code: PROMPT, max_tokens: MAX })],
];

for (const [name, path, bodyOf] of DOORS)
  test(`${name}: a model thinks silently until our time limit, and its prompt and thoughts are free`, async () => {
    for (const stream of [true, false]) {
      const way = `${name} ${stream ? 'streamed' : 'whole'}`;
      const pace = stream ? { beforeWords: NEVER } : { beforeHead: NEVER };
      const ended = await ask(path, { ...bodyOf('o5-think'), ...(stream ? { stream } : {}) }, pace);
      assert.match(ended.text, /engine_timeout|did not answer in time/, way);
      assert.ok(ended.spent >= WORDS * INPUT + THOUGHT * OUTPUT, `${way}: ${ended.spent}`);
      assert.equal(ended.calls, 1, `${way}: an accepted call is not sent again`);
    }
  });

test('a model that thinks sends no head of its stream until our time limit, and is free', async () => {
  const ended = await ask('/v1/chat/completions', { ...chat('o5-think'), stream: true }, { beforeHead: NEVER });
  assert.ok(ended.spent >= WORDS * INPUT + THOUGHT * OUTPUT, `${ended.spent}`);
  assert.equal(ended.calls, 1);
});

test('a model that thinks for longer than others may pause answers in peace', async () => {
  const think = () => new Promise<void>((resolve) => setTimeout(resolve, LIMIT_MS * 2));
  for (const [stream, pace] of [
    [true, { beforeWords: think }],
    [false, { beforeHead: think }],
  ] as const) {
    const { status, text } = await ask('/v1/chat/completions', { ...chat('o5-think'), stream }, pace);
    assert.equal(status, 200);
    assert.match(text, /word/);
    assert.doesNotMatch(text, /engine_timeout/);
  }
});

test('a stream without a head is not accepted: it is free, and the other upstream is asked', async () => {
  const ended = await ask('/v1/chat/completions', { ...chat('plain-1'), stream: true }, { beforeHead: NEVER });
  assert.deepEqual([ended.status, ended.spent, ended.calls], [504, 0, 2]);
});

test('an answer that stops for too long pays what came, also where leaving is free', async () => {
  for (const plan of ['enterprise', 'delivers', 'frees']) {
    const who = await service.account({ plan, credits: 1_000 });
    const ended = await ask('/v1/chat/completions', { ...chat('plain-1'), stream: true }, { beforeUsage: NEVER }, who);
    assert.match(ended.text, /engine_timeout/);
    assert.ok(ended.spent >= WORDS * INPUT && ended.spent < 2 * WORDS * INPUT, `${plan}: ${ended.spent}`);
    const unseen = await ask('/v1/chat/completions', { ...chat('plain-1'), stream: true }, { beforeWords: NEVER }, who);
    assert.equal(unseen.spent > 0, plan === 'enterprise', plan);
  }
});

test('the operator sees what the upstream bills, and the ledger says why the call is charged', async () => {
  const who = await service.account({ plan: 'frees', credits: 1_000 });
  await ask('/v1/chat/completions', chat('o5-think'), { beforeHead: NEVER }, who);
  await ask('/v1/chat/completions', chat('o5-think'), { beforeHead: NEVER });
  const cost = await estimatedCostOf(service.app.database, who.id);
  assert.ok(cost >= WORDS * 10 + THOUGHT * 30, `${cost}`);
  const { json } = await service.call('GET', '/v1/payments/transactions?limit=1', { key: account.liveKey });
  assert.match(json.data[0].description, /out of time: 0 tokens delivered, \d+ generated/);
});

test('a connection is lost while the upstream works, and what it may bill for the first try is unbooked', async () => {
  const who = await service.account({ credits: 1_000 });
  let tries = 0;
  const breakOnce = async () => {
    tries += 1;
    if (tries > 1) return;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    throw new Error('the connection is lost');
  };
  const { status, calls } = await ask('/v1/chat/completions', chat('patient-1'), { beforeHead: breakOnce }, who);
  assert.deepEqual([status, calls], [200, 2]);
  const cost = await estimatedCostOf(service.app.database, who.id);
  assert.ok(cost >= WORDS * 10, `${cost}`);
});

test('a client leaves a call that is translated for its upstream, and the prompt was read for nothing', async () => {
  const before = (await moneyOf(service, account.id)).balance;
  const reached = new Promise((resolve) => silent.once('request', resolve));
  const leaving = new AbortController();
  const asking = service.call('POST', '/v1/chat/completions', {
    key: account.liveKey,
    body: { ...chat('claude-silent'), stream: true },
    signal: leaving.signal,
  });
  asking.catch(() => undefined);
  await reached;
  leaving.abort();
  const spent = () => moneyOf(service, account.id).then(({ balance }) => before - balance);
  await until(async () => (await spent()) > 0, { saying: 'the call is charged' });
  assert.ok((await spent()) >= WORDS * INPUT);
});
