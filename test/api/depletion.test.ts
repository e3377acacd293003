// credits.depleted: told once per depletion, with what is really left, whichever way the credits ran out.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { AROUND_REQUEST_TOKENS, mostTokensOfOrders } from '../../src/engines/text/request-size.ts';
import { postEntry } from '../../src/money/entries.ts';
import { configWith } from '../support/config-file.ts';
import { type GreedyUpstream, startGreedyUpstream } from '../support/greedy-upstream.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { paidRoute } from '../support/paid-route.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

// The price list's chat price: micro-credits per token.
const INPUT = 20;
const OUTPUT = 60;
const MESSAGES = [{ role: 'user' as const, content: 'Say something.' }];

let upstream: MisbehavingUpstream;
let greedy: GreedyUpstream;
let service: TestService;

before(async () => {
  upstream = await startMisbehavingUpstream();
  greedy = await startGreedyUpstream();
  const settings = { OPENAI_BASE_URL: upstream.baseUrl, OPENAI_API_KEY: 'sk-upstream' };
  service = await startService(
    { ...settings, CONFIG: await configWith([{ name: 'greedy', base_url: greedy.baseUrl }]) },
    paidRoute,
  );
});
after(async () => {
  await upstream.close();
  await greedy.close();
  await service.stop();
});

async function depletions({ id }: TestAccount): Promise<{ available: number; last_request_id: string | null }[]> {
  const { rows } = await service.app.database.pool.query(
    `select body::jsonb -> 'data' as data from events where account_id = $1 and type = 'credits.depleted' order by created_at`,
    [id],
  );
  return rows.map(({ data }) => ({ available: data.available, last_request_id: data.last_request_id }));
}

function pay({ liveKey: key }: TestAccount, credits: number, headers: Record<string, string> = {}) {
  return service.call('POST', '/v1/test/paid', { key, body: { credits }, headers });
}

async function grant({ id: accountId }: TestAccount, amount: number): Promise<void> {
  const entry = { type: 'grant', amount, contra: 'grants', description: 'for a test' } as const;
  await service.app.database.transaction((trx) => postEntry(trx, { accountId, environment: 'live', ...entry }));
}

test('a refused call emits credits.depleted with the remaining credits, once until credits are added', async () => {
  const account = await service.account({ credits: 1 });
  const refused = await pay(account, 5);
  assert.equal(refused.status, 402);
  assert.equal((await pay(account, 5)).status, 402);
  const first = { available: 1, last_request_id: refused.headers.get('x-request-id') };
  assert.deepEqual(await depletions(account), [first]);
  await grant(account, 2_000_000);
  assert.equal((await pay(account, 5)).status, 402);
  assert.deepEqual(
    (await depletions(account)).map(({ available }) => available),
    [1, 3],
  );
});

test('the call that takes the last credit emits credits.depleted, also when calls come quickly', async () => {
  const account = await service.account({ credits: 1_000 });
  for (let call = 0; call < 10; call += 1) assert.equal((await pay(account, 1)).status, 200);
  assert.deepEqual(await depletions(account), []);
  assert.equal((await pay(account, 990)).status, 200);
  assert.deepEqual(
    (await depletions(account)).map(({ available }) => available),
    [0],
  );
});

test('a key that reached its own cap depletes nothing', async () => {
  const account = await service.account({ credits: 100 });
  const { json: key } = await service.call('POST', '/v1/account/keys', {
    key: account.liveKey,
    body: { name: 'capped', monthly_credit_cap: 1 },
  });
  assert.equal((await pay({ ...account, liveKey: key.key }, 2)).status, 402);
  assert.deepEqual(await depletions(account), []);
});

test('a stream that stops at a cap of its key, its member or its customer names the cap and depletes nothing', async () => {
  const account = await service.account({ credits: 100 });
  const most = mostTokensOfOrders([{ model: 'mock-long-1', messages: MESSAGES }]);
  const cap = (most * INPUT + 20 * OUTPUT) / 1e6;
  const keys = '/v1/account/keys';
  const keyWith = async (terms: object) =>
    (await service.call('POST', keys, { key: account.liveKey, body: { name: 'capped', scopes: ['*'], ...terms } })).json
      .key as string;
  const monthly = await keyWith({ monthly_credit_cap: cap });
  const daily = await keyWith({ daily_credit_cap: cap });
  const ofCustomers = await keyWith({ customer_daily_credit_cap: cap });
  const stream = (key: string, body: object = {}) =>
    service.call('POST', '/v1/chat/completions', {
      key,
      body: { model: 'mock-long-1', messages: MESSAGES, stream: true, ...body },
    });
  const stopped = [
    [await stream(monthly), /The answer was stopped\. This key has reached its monthly cap/],
    [await stream(daily), /The answer was stopped\. This key has reached its daily cap/],
    [
      await stream(ofCustomers, { user: 'ann' }),
      /The answer was stopped\. The customer .*ann.* has reached its daily cap/,
    ],
  ] as const;
  for (const [answer, said] of stopped) assert.match(answer.text, said);
  assert.deepEqual(await depletions(account), []);
});

test('a stream that uses up the credits emits credits.depleted once, with what is left', async () => {
  const account = await service.account({ credits: 0 });
  const most = mostTokensOfOrders([{ model: 'mock-long-1', messages: MESSAGES }]);
  await grant(account, most * INPUT + 20 * OUTPUT + OUTPUT - 1);
  const answer = await service.call('POST', '/v1/chat/completions', {
    key: account.liveKey,
    body: { model: 'mock-long-1', messages: MESSAGES, stream: true },
  });
  assert.match(answer.text, /insufficient_credits/);
  const { json: balance } = await service.call('GET', '/v1/payments/balance', { key: account.liveKey });
  // What was held for the prompt beyond its count is left, and too little for a further call.
  assert.equal(Math.round(balance.available * 1e6), (most - 12) * INPUT + OUTPUT - 1, 'the upstream counts 12');
  assert.deepEqual(
    (await depletions(account)).map(({ available }) => available),
    [balance.available],
  );
});

test('a whole answer and a relayed stream that take the last credit emit credits.depleted', async () => {
  // Counts as much as is held for, so that nothing is left.
  greedy.extraTokens = AROUND_REQUEST_TOKENS;
  for (const [what, more] of [
    ['a whole answer', {}],
    ['a relayed stream', { stream: true }],
  ] as const) {
    const body = { model: 'greedy-1', messages: MESSAGES, max_tokens: 10, ...more };
    const path = '/v1/chat/completions';
    const rich = await service.account();
    assert.equal((await service.call('POST', path, { key: rich.liveKey, body })).status, 200);
    const account = await service.account({ credits: 0 });
    await grant(account, (greedy.calls.at(-1)?.promptTokens ?? 0) * INPUT + 10 * OUTPUT);
    const answer = await service.call('POST', path, { key: account.liveKey, body });
    assert.equal(answer.status, 200, `${what}: ${answer.text}`);
    const { json: balance } = await service.call('GET', '/v1/payments/balance', { key: account.liveKey });
    assert.equal(balance.available, 0, what);
    assert.deepEqual(
      (await depletions(account)).map(({ available }) => available),
      [0],
      what,
    );
  }
});

test('code, embeddings and a job that are refused emit credits.depleted once', async () => {
  const ways: [string, string, object][] = [
    ['code', '/v1/code/generate', { model: 'mock-code-1', prompt: 'add two numbers', language: 'python' }],
    ['embeddings', '/v1/embeddings', { model: 'mock-embedding-1', input: 'a few words that cost something' }],
    ['a job', '/v1/builder/build', { prompt: 'A todo app', model: 'blueprint-1', preview: false }],
  ];
  for (const [what, path, body] of ways) {
    const account = await service.account({ credits: 0 });
    await grant(account, 1);
    for (let round = 0; round < 2; round += 1) {
      const answer = await service.call('POST', path, { key: account.liveKey, body });
      assert.equal(answer.status, 402, `${what}: ${answer.text}`);
    }
    assert.deepEqual(
      (await depletions(account)).map(({ available }) => available),
      [0.000001],
      what,
    );
  }
});

test('an order that costs more than the balance emits credits.depleted', async () => {
  const account = await service.account({ credits: 0 });
  await grant(account, 500);
  const answer = await service.call('POST', '/v1/chat/completions', {
    key: account.liveKey,
    body: { model: 'mock-long-1', messages: MESSAGES, max_tokens: 4_000 },
  });
  assert.equal(answer.status, 402);
  assert.deepEqual(
    (await depletions(account)).map(({ available }) => available),
    [0.0005],
  );
});
