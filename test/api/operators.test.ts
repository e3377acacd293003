// The owner's desk: accounts are found, given plans and credits, suspended and let in again, and every act is on record.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { insertKey } from '../../src/store/keys.ts';
import { createJobKit, handleAll, type JobKit } from '../support/job-kit.ts';
import { asDashboard, type OperatorKit, openDesk, signIn } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let otherNode: TestService;
let kit: JobKit;
let desk: OperatorKit;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  otherNode = await startService({ TEST_WORKER: '0', DATABASE_URL: service.databaseUrl });
  kit = await createJobKit(service.databaseUrl);
  desk = await openDesk(service);
});
after(async () => {
  await kit.close();
  await otherNode.stop();
  await service.stop();
});

const balanceOf = async (account: TestAccount) =>
  (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json;
const newestAct = async () => (await desk.read('/audit?limit=1')).json.data[0];

test('accounts are found by the beginning of their address or name and by their id, page by page', async () => {
  const made = [await service.account(), await service.account(), await service.account({ plan: 'free' })];
  const port = new URL(service.origin).port;
  const first = await desk.read(`/accounts?q=CUSTOMER-&limit=2`);
  assert.deepEqual([first.status, first.json.data.length, first.json.has_more], [200, 2, true]);
  const second = await desk.read(`/accounts?q=customer-&limit=2&cursor=${first.json.next_cursor}`);
  const ids = [...first.json.data, ...second.json.data].map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, [...made.map(({ id }) => id).reverse(), desk.owner.id]);
  assert.equal(second.json.has_more, false);
  assert.deepEqual((await desk.read(`/accounts?q=${made[1]?.id}`)).json.data[0].email, made[1]?.email);
  assert.equal((await desk.read(`/accounts?plan=free`)).json.data.length, 1);
  assert.equal((await desk.read(`/accounts?q=%25${port}`)).json.data.length, 0, 'no wildcard gets through');
  assert.equal((await desk.read('/accounts?status=odd')).json.error.param, 'status');
});

test('one account shows its balances, keys, use and jobs; an unknown one is 404', async () => {
  const account = await service.account({ credits: 70 });
  await service.call('GET', '/v1/account', { key: account.liveKey });
  const { json } = await desk.read(`/accounts/${account.id}`);
  assert.equal(json.email, account.email);
  assert.deepEqual(json.balances.live, { credits: 70, held: 0, available: 70 });
  assert.equal(json.balances.test.credits, 10_000);
  assert.deepEqual([json.keys.live, json.keys.test, json.status, json.subscription], [1, 1, 'active', null]);
  assert.deepEqual(json.jobs, { waiting: 0, running: 0 });
  const missing = await desk.read('/accounts/acct_none');
  assert.deepEqual([missing.status, missing.json.error.code], [404, 'not_found']);
  assert.equal((await desk.act('/accounts/acct_none/credits', { credits: 5, reason: 'a gift' })).status, 404);
});

test('credits are given and taken with a reason: in the ledger, in the log, once per key', async () => {
  const account = await service.account({ credits: 100 });
  const path = `/accounts/${account.id}/credits`;
  const body = { credits: 25.5, reason: 'sorry for the outage' };
  const given = await desk.act(path, body, { 'idempotency-key': 'gift-1' });
  assert.equal(given.status, 200, given.text);
  assert.deepEqual([given.json.balance_before, given.json.balance_after], [100, 125.5]);
  const again = await desk.act(path, body, { 'idempotency-key': 'gift-1' });
  assert.equal(again.text, given.text);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal((await balanceOf(account)).credits, 125.5);

  const { data } = (await service.call('GET', '/v1/payments/transactions', { key: account.liveKey })).json;
  assert.deepEqual(
    [data[0].id, data[0].type, data[0].credits, data[0].balance_after, data[0].description],
    [given.json.id, 'adjustment', 25.5, 125.5, 'sorry for the outage'],
  );
  const act = await newestAct();
  assert.equal(act.id, given.json.audit_id);
  assert.deepEqual([act.action, act.target, act.reason], ['account.credits', account.id, 'sorry for the outage']);
  assert.deepEqual([act.before, act.after.credits], [{ credits: 100 }, 125.5]);
  assert.deepEqual(act.asked, { credits: 25.5, environment: 'live' });
  assert.equal(act.actor.email, desk.owner.email);
  assert.equal(act.account_email, account.email);
  assert.match(act.actor.key_id, /^key_/);
  assert.equal(act.request_id, given.headers.get('x-request-id'));
});

test('an act whose answer was lost in a crash is not done twice, and its key is good for nothing else', async () => {
  const account = await service.account({ credits: 10 });
  const path = `/accounts/${account.id}/credits`;
  const key = { 'idempotency-key': 'lost-1' };
  const first = await desk.act(path, { credits: 5, reason: 'a gift' }, key);
  // What a node that died before it stored its answer leaves behind: the change, and no answer.
  await service.app.database.pool.query('delete from idempotency_keys');
  const second = await desk.act(path, { credits: 5, reason: 'a gift' }, key);
  assert.deepEqual([second.json.id, second.json.balance_after], [first.json.id, 15]);
  assert.equal((await balanceOf(account)).credits, 15);
  await service.app.database.pool.query('delete from idempotency_keys');
  const other = await desk.act(path, { credits: 6, reason: 'a gift' }, key);
  assert.deepEqual([other.status, other.json.error.code], [409, 'idempotency_mismatch']);
});

test('an act that cannot be logged is not done', async () => {
  const account = await service.account({ credits: 10, plan: 'free' });
  const { pool } = service.app.database;
  await pool.query(`
    create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'the log is full'; end $$;
    create trigger full_log before insert on audit_log for each row execute function refuse_all()`);
  try {
    const path = `/accounts/${account.id}`;
    assert.equal((await desk.act(`${path}/credits`, { credits: 5, reason: 'a gift' })).status, 500);
    assert.equal((await desk.act(`${path}/plan`, { plan: 'pro', reason: 'a gift' })).status, 500);
    assert.equal((await desk.act(`${path}/suspend`, { reason: 'a mistake' })).status, 500);
  } finally {
    await pool.query('drop trigger full_log on audit_log');
  }
  const { json } = await desk.read(`/accounts/${account.id}`);
  assert.deepEqual([json.balances.live.credits, json.plan, json.status], [10, 'free', 'active']);
  const { rows } = await pool.query(`select 1 from ledger where account_id = $1 and type = 'adjustment'`, [account.id]);
  assert.equal(rows.length, 0);
});

test('an adjustment needs a reason and an amount, and never reaches below zero', async () => {
  const account = await service.account({ credits: 10 });
  const path = `/accounts/${account.id}/credits`;
  for (const [body, param] of [
    [{ credits: 5 }, 'reason'],
    [{ credits: 5, reason: '     ' }, 'reason'],
    [{ credits: 0, reason: 'nothing' }, 'credits'],
    [{ credits: 0.0000001, reason: 'nothing' }, 'credits'],
    [{ credits: 1e12, reason: 'a lot' }, 'credits'],
    [{ credits: '5', reason: 'a string' }, 'credits'],
    [{ credits: -11, reason: 'too much' }, 'credits'],
    [{ credits: 5, environment: 'moon', reason: 'far away' }, 'environment'],
  ] as const) {
    const { status, json } = await desk.act(path, body);
    assert.deepEqual([status, json.error.param], [400, param], JSON.stringify(body));
  }
  assert.equal((await balanceOf(account)).credits, 10);
});

test('taking the last credits emits credits.depleted to the account', async () => {
  const account = await service.account({ credits: 10 });
  const taken = await desk.act(`/accounts/${account.id}/credits`, { credits: -10, reason: 'charged back' });
  assert.deepEqual([taken.status, taken.json.balance_after], [200, 0]);
  const { rows } = await service.app.database.pool.query(
    `select type, body from events where account_id = $1 and type = 'credits.depleted'`,
    [account.id],
  );
  assert.equal(rows.length, 1);
  assert.deepEqual(JSON.parse(rows[0].body).data.available, 0);
});

test('another plan applies from the next call on every node, and the account gets an event', async () => {
  const account = await service.account({ plan: 'free' });
  const limitAt = async (node: TestService) =>
    (await node.call('GET', '/v1/account', { key: account.liveKey })).headers.get('x-ratelimit-limit');
  assert.deepEqual([await limitAt(service), await limitAt(otherNode)], ['10', '10']);
  const moved = await desk.act(`/accounts/${account.id}/plan`, { plan: 'pro', reason: 'a partner of ours' });
  assert.deepEqual([moved.status, moved.json.plan], [200, 'pro']);
  assert.equal(await limitAt(service), '60');
  await eventually(async () => (await limitAt(otherNode)) === '60');
  const { rows } = await service.app.database.pool.query(
    `select body from events where account_id = $1 and type = 'subscription.updated'`,
    [account.id],
  );
  const { data } = JSON.parse(rows[0].body);
  assert.deepEqual([data.plan, data.previous_plan, data.subscription_id], ['pro', 'free', null]);
  assert.deepEqual((await newestAct()).before, { plan: 'free', given_plan: null });
  assert.equal((await desk.act(`/accounts/${account.id}/plan`, { plan: 'gold', reason: 'shiny' })).status, 400);
  assert.equal((await desk.act(`/accounts/${account.id}/plan`, { plan: 'toString', reason: 'odd' })).status, 400);
});

test('a suspended account gets 403 at once on every node, by key and by session, and its jobs end', async () => {
  const account = await service.account({ credits: 100 });
  const cookie = await signIn(service, account);
  const knocks = [
    () => service.call('GET', '/v1/account', { key: account.liveKey }),
    () => otherNode.call('GET', '/v1/account', { key: account.liveKey }),
    () => service.call('GET', '/sandbox/v1/account', { key: account.testKey }),
    () => service.call('GET', '/v1/account', { headers: asDashboard(service, cookie) }),
  ];
  for (const knock of knocks) assert.equal((await knock()).status, 200);
  const caller = { ...(await kit.customer()), accountId: account.id };
  const waiting = await kit.order(caller, {}, { micro: 1_000_000 });
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const runner = kit.jobs.createRunner(
    handleAll(({ signal }) => {
      started.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped.resolve();
          reject(signal.reason);
        });
      });
    }),
    1,
  );
  await runner.start();
  await started.promise;
  const suspended = await desk.act(`/accounts/${account.id}/suspend`, { reason: 'a stolen card' });
  assert.deepEqual([suspended.status, suspended.json.status], [200, 'suspended']);
  await stopped.promise;
  await runner.stop();
  for (const knock of knocks) {
    await eventually(async () => (await knock()).status === 403);
    const answer = await knock();
    assert.deepEqual([answer.status, answer.json.error.code], [403, 'access_denied']);
    assert.match(answer.json.error.message, /suspended/);
  }
  const { rows } = await service.app.database.pool.query('select state from jobs where id = $1', [waiting.id]);
  assert.equal(rows[0].state, 'cancelled');
  const { json } = await desk.read(`/accounts/${account.id}`);
  assert.deepEqual(json.balances.live, { credits: 100, held: 0, available: 100 });
  assert.deepEqual(
    (await desk.read('/accounts?status=suspended')).json.data.map(({ id }: { id: string }) => id),
    [account.id],
  );

  const back = await desk.act(`/accounts/${account.id}/unsuspend`, { reason: 'it was a mistake' });
  assert.equal(back.json.status, 'active');
  for (const knock of knocks) await eventually(async () => (await knock()).status === 200);
  const acts = (await desk.read(`/audit?account_id=${account.id}`)).json.data;
  assert.deepEqual(
    acts.map(({ action, reason }: { action: string; reason: string }) => [action, reason]),
    [
      ['account.unsuspend', 'it was a mistake'],
      ['account.suspend', 'a stolen card'],
    ],
  );
  assert.deepEqual([acts[1].before, acts[1].after], [{ status: 'active' }, { status: 'suspended' }]);
});

test('work that slips in while an account is being suspended, or that a dying node left, is found and ended', async () => {
  const account = await service.account({ credits: 100 });
  await desk.act(`/accounts/${account.id}/suspend`, { reason: 'a stolen card' });
  const late = await kit.order({ ...(await kit.customer()), accountId: account.id }, {}, { micro: 1_000_000 });
  const stateOf = async () =>
    (await service.app.database.pool.query('select state from jobs where id = $1', [late.id])).rows[0].state;
  assert.equal(await stateOf(), 'waiting');
  await until(async () => (await stateOf()) === 'cancelled', { saying: 'the job is cancelled' });
  assert.equal((await desk.read(`/accounts/${account.id}`)).json.balances.live.held, 0);
});

test('the owner cannot be suspended', async () => {
  const refused = await desk.act(`/accounts/${desk.owner.id}/suspend`, { reason: 'by mistake' });
  assert.deepEqual([refused.status, refused.json.error.param], [400, 'id']);
});

test('a person signed in as the owner is an operator; others and the sandbox are not', async () => {
  const cookie = await signIn(service, desk.owner);
  const seen = await service.call('GET', '/v1/operator/audit', { headers: asDashboard(service, cookie) });
  assert.equal(seen.status, 200);
  const stranger = await signIn(service, await service.account());
  const refused = await service.call('GET', '/v1/operator/audit', { headers: asDashboard(service, stranger) });
  assert.deepEqual([refused.status, refused.json.error.code], [403, 'access_denied']);
  const sandbox = await service.call('GET', '/sandbox/v1/operator/audit', { headers: asDashboard(service, cookie) });
  assert.deepEqual([sandbox.status, sandbox.json.error.code], [403, 'wrong_environment']);
});

test('no key but an operator’s own makes, widens or rotates a key for the operator', async () => {
  const make = (key: string, scopes: string[]) =>
    service.call('POST', '/v1/account/keys', { key, body: { name: 'more', scopes } });
  for (const scopes of [['operator'], ['operator:read'], ['*', 'operator:write']])
    assert.equal((await make(desk.owner.liveKey, scopes)).json.error.code, 'scope_missing', scopes.join());
  const { queries } = service.app.database;
  const owner = { accountId: desk.owner.id, environment: 'live' as const };
  const { key } = await insertKey(queries, owner, { name: 'operator', scopes: ['operator'] });
  const rotated = await service.call('POST', `/v1/account/keys/${key.id}/rotate`, {
    key: desk.owner.liveKey,
    body: {},
  });
  assert.deepEqual([rotated.status, rotated.json.error.code], [403, 'scope_missing']);
  const narrow = await insertKey(queries, owner, { name: 'narrow', scopes: ['account:write'] });
  const everything = await insertKey(queries, owner, { name: 'everything', scopes: ['*'] });
  const stolen = await service.call('POST', `/v1/account/keys/${everything.key.id}/rotate`, {
    key: narrow.secret,
    body: {},
  });
  assert.deepEqual([stolen.status, stolen.json.error.code], [403, 'scope_missing']);
  const cookie = await signIn(service, desk.owner);
  const made = await service.call('POST', '/v1/account/keys', {
    headers: asDashboard(service, cookie),
    body: { name: 'desk', scopes: ['operator:read'] },
  });
  assert.equal(made.status, 201, made.text);
  assert.equal((await service.call('GET', '/v1/operator/queue', { key: made.json.key })).status, 200);
  const write = await service.call('POST', '/v1/operator/accounts/x/suspend', { key: made.json.key, body: {} });
  assert.equal(write.json.error.code, 'scope_missing');
});

test('the log of acts can be added to and nothing else, and is read page by page', async () => {
  const { pool } = service.app.database;
  for (const statement of [
    `update audit_log set reason = 'another'`,
    'delete from audit_log',
    'truncate audit_log',
    `insert into audit_log (id, actor_account_id, actor_email, action, target, asked, request_id)
     select id, '', '', '', '', '{}', '' from audit_log limit 1 on conflict (id) do update set reason = 'another'`,
  ])
    await assert.rejects(pool.query(statement), /append-only/);
  const all = (await desk.read('/audit?limit=100')).json.data;
  const first = await desk.read('/audit?limit=2');
  const second = await desk.read(`/audit?limit=2&cursor=${first.json.next_cursor}`);
  assert.deepEqual([...first.json.data, ...second.json.data], all.slice(0, 4));
  for (const { action } of (await desk.read('/audit?action=account.plan')).json.data)
    assert.equal(action, 'account.plan');
});

/** Other nodes hear of a change a moment after it; they forget by themselves within a second. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  await until(isSo, { saying: 'the other node has heard of it' });
}
