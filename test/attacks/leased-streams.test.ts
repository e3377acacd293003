// Attacks on streams that begin on a lease: credits that go away between the order and the first part of the answer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { creditsToMicro } from '../../src/core/money.ts';
import { postEntry } from '../../src/money/entries.ts';
import { type ObedientUpstream, sayWords, startObedientUpstream } from '../support/obedient-upstream.ts';
import { leaseOf, moneyOf } from '../support/paid-calls.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ORDER = { model: 'obedient-1', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 5, stream: true };
const CREDITS = 1_000;

let upstream: ObedientUpstream;
let service: TestService;

before(async () => {
  upstream = await startObedientUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, OPENAI_API_KEY: 'sk-upstream-secret-1234' });
});

after(async () => {
  await service.stop();
  await upstream.close();
});

function stream(account: TestAccount) {
  return service.call('POST', '/v1/chat/completions', { key: account.liveKey, body: ORDER });
}

/** An account whose next stream is granted from a lease. */
async function busyAccount(): Promise<TestAccount> {
  const account = await service.account({ credits: CREDITS });
  await until(
    async () => {
      assert.equal((await stream(account)).status, 200);
      return (await leaseOf(service, account.id)).leased > 0;
    },
    { saying: 'a lease is open' },
  );
  return account;
}

async function takeAllCredits({ id }: TestAccount): Promise<number | undefined> {
  const { balance } = await moneyOf(service, id);
  const entry = { accountId: id, environment: 'live', type: 'adjustment', contra: 'adjustments' } as const;
  return service.app.database.transaction((trx) =>
    postEntry(trx, { ...entry, amount: -balance, description: 'taken' }),
  );
}

function sayOneWord(response: ServerResponse): void {
  const chunk = { id: 'x', created: 1, model: ORDER.model, choices: [{ index: 0, delta: { content: ' word' } }] };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

test('streams of a busy account are charged once each and leave no hold, one by one and all at once', async () => {
  const account = await busyAccount();
  const { entries } = await moneyOf(service, account.id);
  const answers = [await stream(account), ...(await Promise.all(Array.from({ length: 24 }, () => stream(account))))];
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.ok(answers.every(({ text }) => text.endsWith('data: [DONE]\n\n')));
  const after = await moneyOf(service, account.id);
  assert.deepEqual([after.entries, after.held, after.holds], [entries + answers.length, 0, 0]);
  assert.equal(after.balance, after.sum);
  const { rows } = await service.app.database.pool.query(
    `select sum(requests)::int as requests, sum(completion_tokens)::int as tokens, sum(credits)::bigint as credits from usage_hourly where account_id = $1`,
    [account.id],
  );
  assert.deepEqual(rows, [
    { requests: after.entries, tokens: after.entries * 5, credits: creditsToMicro(CREDITS) - after.balance },
  ]);
  const { rows: steps } = await service.app.database.pool.query(
    `select balance_after - amount - lag(balance_after) over (order by seq) as gap from ledger where account_id = $1 and environment = 'live' order by seq offset 1`,
    [account.id],
  );
  assert.ok(
    steps.every(({ gap }) => gap === 0),
    'each entry continues the balance of the one before it',
  );
});

test('the credits go while the upstream works: an answer that arrives at once is refused, not given away', async () => {
  const account = await busyAccount();
  const before = await moneyOf(service, account.id);
  upstream.answerWith(async (body, response) => {
    assert.equal(await takeAllCredits(account), 0, 'a lease does not keep credits from being taken');
    sayWords(body, response, 5);
  });
  const { status, json, text } = await stream(account);
  assert.deepEqual([status, json?.error?.code], [402, 'insufficient_credits']);
  assert.doesNotMatch(text, /word/);
  assert.deepEqual(await moneyOf(service, account.id), { ...before, balance: 0, sum: 0 });
});

test('the credits go while the upstream works: an answer that comes in parts is refused, and its request ended', async () => {
  const account = await busyAccount();
  const before = await moneyOf(service, account.id);
  let isClosed = false;
  upstream.answerWith(async (_body, response) => {
    await takeAllCredits(account);
    response.once('close', () => {
      isClosed = true;
    });
    sayOneWord(response);
  });
  const { status, json, text } = await stream(account);
  assert.deepEqual([status, json?.error?.code], [402, 'insufficient_credits']);
  assert.doesNotMatch(text, /word/);
  await until(() => isClosed, { saying: 'the request to the upstream is ended' });
  assert.deepEqual(await moneyOf(service, account.id), { ...before, balance: 0, sum: 0 });
});

test('the credits of a stream that has begun cannot be taken away', async () => {
  const account = await busyAccount();
  const begun = new Promise<ServerResponse>((resolve) => {
    upstream.answerWith((_body, response) => {
      sayOneWord(response);
      resolve(response);
    });
  });
  const response = await fetch(`${service.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(ORDER),
  });
  const reader = response.body?.getReader();
  assert.match(Buffer.from((await reader?.read())?.value ?? []).toString(), / word/);
  assert.ok((await moneyOf(service, account.id)).held > 0, 'the stream has a hold in the database');
  assert.equal(await takeAllCredits(account), undefined, 'which no debit can reach');
  const before = await moneyOf(service, account.id);
  const source = await begun;
  source.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  await once(source, 'close');
  while (!(await reader?.read())?.done);
  const after = await moneyOf(service, account.id);
  assert.deepEqual([after.entries, after.held, after.holds], [before.entries + 1, 0, 0]);
  assert.equal(after.balance, after.sum);
});
