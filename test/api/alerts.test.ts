// Alerts at thresholds: each told once in its period, to webhooks, mail and chat, whatever races towards it.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import { sendAlerts } from '../../src/money/alerts.ts';
import { type CountingUpstream, startCountingUpstream } from '../support/batch-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const PRICE_MICRO = 800;
const PRICE = PRICE_MICRO / 1e6;

let upstream: CountingUpstream;
let service: TestService;
const said: string[] = [];
const chatServer = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  said.push(JSON.parse(text).text);
  // The first message meets a chat that is down.
  response.writeHead(said.length === 1 ? 503 : 200).end('ok');
});

before(async () => {
  chatServer.listen(0, '127.0.0.1');
  upstream = await startCountingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, ALLOW_PRIVATE_WEBHOOKS: '1' });
});
after(async () => {
  await service.stop();
  await upstream.close();
  chatServer.close();
});

const chat = (key: string, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/chat/completions', {
    key,
    headers,
    body: { model: 'counted-1', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] },
  });
const query = async (sql: string, id: string) => (await service.app.database.pool.query(sql, [id])).rows;
const told = async (account: TestAccount) => {
  await Promise.all([sendAlerts(service.app.database, 'A'), sendAlerts(service.app.database, 'A')]);
  const rows = await until(
    async () => {
      const untold = await query('select 1 from budget_alerts where account_id = $1 and told_at is null', account.id);
      return untold.length === 0
        ? query(
            "select body from events where account_id = $1 and type = 'budget.threshold' order by created_at, id",
            account.id,
          )
        : undefined;
    },
    { saying: 'all alerts are told' },
  );
  return rows.map(({ body }) => JSON.parse(body).data);
};
const change = (account: TestAccount, body: object) =>
  service.call('PATCH', '/v1/account/alerts', { key: account.liveKey, body });

test('racers of a key, a customer and a run cross each threshold once; mail goes out for the key alone', async () => {
  const account = await service.account({ plan: 'enterprise', credits: 1000 });
  const { liveKey } = account;
  assert.equal((await change(account, { percents: [50, 80] })).status, 200);
  const body = { name: 'capped', scopes: ['*'], daily_credit_cap: 100 * PRICE };
  const { key, id } = (await service.call('POST', '/v1/account/keys', { key: liveKey, body })).json;
  const path = '/v1/customers/ann';
  await service.call('PUT', path, { key: liveKey, body: { monthly_credit_cap: 100 * PRICE, daily_credit_cap: 1 } });
  const headers = { 'x-customer': 'ann', 'x-run': `r1; budget=${100 * PRICE}` };
  const calls = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => chat(key, headers)));
    return answers.filter(({ status }) => status === 200).length;
  };
  let answered = 0;
  while (answered < 49) answered += await calls(Math.min(7, 49 - answered));
  assert.deepEqual(await told(account), []);
  while (answered < 90) answered += await calls(Math.min(7, 90 - answered));
  const alerts = await told(account);
  assert.deepEqual(
    alerts.map(({ budget, id: of, period, percent, limit }) => [budget, of, period, percent, limit]).sort(),
    [
      ['customer', 'ann', 'month', 50, 0.08],
      ['customer', 'ann', 'month', 80, 0.08],
      ['key', id, 'day', 50, 0.08],
      ['key', id, 'day', 80, 0.08],
      ['run', 'r1', null, 50, 0.08],
      ['run', 'r1', null, 80, 0.08],
    ],
  );
  for (const { percent, value, limit } of alerts)
    assert.ok(value >= (limit * percent) / 100 && value < (limit * percent) / 100 + 8 * PRICE, `${percent} ${value}`);
  const mails = await query('select body from outgoing_mails where recipient = $1', account.email);
  assert.deepEqual(
    mails.map(({ body: text }) => /key_\w+ has used (50|80) % of its daily cap/.exec(text)?.[1]).sort(),
    ['50', '80'],
  );
  assert.equal((await told(account)).length, 6);
});

test('a balance is told once at each level until credits lift it above, from leases too, and a chat that is down is told later', async () => {
  const account = await service.account({ plan: 'enterprise', credits: 1000 });
  const { port } = chatServer.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  const set = await change(account, { balance: [1000 - 20 * PRICE, 999.99], mail: [], slack_url: url });
  assert.deepEqual([set.status, set.json.balance, set.json.slack_url], [200, [1000 - 20 * PRICE, 999.99], url]);
  const spend = (count: number) => Promise.all(Array.from({ length: count }, () => chat(account.liveKey)));
  for (let round = 0; round < 4; round += 1) await spend(10);
  const levels = async () => (await told(account)).map(({ budget, limit }) => [budget, limit]);
  const both = [
    ['balance', 999.99],
    ['balance', 1000 - 20 * PRICE],
  ];
  assert.deepEqual((await levels()).sort(), both.sort());
  await service.app.database.pool.query(
    "select post_entry('txn_up', $1, 'live', 'grant', 40000, 'grants', null, null, 'more')",
    [account.id],
  );
  for (let round = 0; round < 2; round += 1) await spend(12);
  assert.deepEqual((await levels()).sort(), [...both, ['balance', 999.99]].sort());
  assert.equal((await query('select 1 from outgoing_mails where recipient = $1', account.email)).length, 0);
  await until(async () => said.length >= 2, { saying: 'the chat is told' });
  assert.match(said[0] ?? '', /Your balance has fallen to 999\.\d+ credits, below/);
  await service.app.database.pool.query('update budget_alerts set slack_due_at = now() where slack_due_at is not null');
  const count = (await levels()).length;
  await until(async () => said.length === count + 1, { saying: 'the message that failed is sent again' });
  const left = await until(
    async () =>
      (await query('select seq from budget_alerts where account_id = $1 and slack_due_at is not null', account.id))
        .length === 0,
    { saying: 'no message is left' },
  );
  assert.ok(left);
});

test('a chat on a private network is refused where none is allowed, and settings of others stay theirs', async () => {
  const strict = await startService();
  try {
    const account = await strict.account();
    const body = { slack_url: 'http://127.0.0.1:9/hook' };
    const refused = await strict.call('PATCH', '/v1/account/alerts', { key: account.liveKey, body });
    assert.deepEqual([refused.status, refused.json.error.code], [400, 'unsafe_url']);
    const shown = await strict.call('GET', '/v1/account/alerts', { key: account.liveKey });
    assert.deepEqual(shown.json.mail, ['balance', 'key', 'member', 'plan']);
    assert.deepEqual([shown.json.percents, shown.json.balance, shown.json.slack_url], [[80, 100], [], null]);
  } finally {
    await strict.stop();
  }
});
