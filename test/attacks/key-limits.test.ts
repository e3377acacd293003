// Whoever holds a limited key wants more than it allows, by making, changing or rotating keys with it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertKey } from '../../src/store/keys.ts';
import { signIn } from '../support/operator-kit.ts';
import { fromDashboard } from '../support/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
});
after(() => service.stop());

const SOON = new Date(Date.now() + 3_600_000);
const LATER = new Date(SOON.getTime() + 86_400_000).toISOString();

interface Limits {
  scopes?: string[];
  ipAllowList?: string[];
  requestsPerMinute?: number;
  monthlyCap?: number;
  models?: string[];
  dailyCap?: number;
  tokensPerMinute?: number;
  expiresAt?: Date;
  customerDailyCap?: number;
  customerMonthlyCap?: number;
}

async function keyWith(limits: Limits): Promise<{ id: string; secret: string }> {
  const { queries } = service.app.database;
  const { key, secret } = await insertKey(
    queries,
    { accountId: account.id, environment: 'live' },
    { name: 'limited', scopes: ['*'], ...limits },
  );
  return { id: key.id, secret };
}

const create = (key: string, body: object) =>
  service.call('POST', '/v1/account/keys', { key, body: { name: 'more', ...body } });
const change = (key: string, id: string, body: object) =>
  service.call('PATCH', `/v1/account/keys/${id}`, { key, body });
const rotate = (key: string, id: string, body: object = {}) =>
  service.call('POST', `/v1/account/keys/${id}/rotate`, { key, body });

const LIMITS: [string, Limits, object[]][] = [
  ['a list of models', { models: ['small-1'] }, [{ models: null }, { models: ['*'] }]],
  ['a daily cap', { dailyCap: 5_000_000 }, [{ daily_credit_cap: null }, { daily_credit_cap: 6 }]],
  [
    'a default cap of customers',
    { customerDailyCap: 5_000_000 },
    [{ customer_daily_credit_cap: null }, { customer_daily_credit_cap: 6 }],
  ],
  ['a limit of tokens', { tokensPerMinute: 50 }, [{ tokens_per_minute: null }, { tokens_per_minute: 60 }]],
  ['a monthly cap', { monthlyCap: 5_000_000 }, [{ monthly_credit_cap: null }, { monthly_credit_cap: 6 }]],
  ['an expiry', { expiresAt: SOON }, [{ expires_at: null }, { expires_at: LATER }]],
  [
    'an address list',
    { ipAllowList: ['127.0.0.0/8'] },
    [
      { ip_allow_list: null },
      { ip_allow_list: [] },
      { ip_allow_list: ['0.0.0.0/0'] },
      { ip_allow_list: ['127.0.0.1', '::/0'] },
      { ip_allow_list: ['126.0.0.0/7'] },
    ],
  ],
  ['a rate', { requestsPerMinute: 100 }, [{ requests_per_minute: null }, { requests_per_minute: 101 }]],
  ['scopes', { scopes: ['account', 'chat:read'] }, [{ scopes: ['*'] }, { scopes: ['chat'] }, { scopes: ['operator'] }]],
];

for (const [what, limits, wishes] of LIMITS) {
  test(`a key with ${what} makes a key without it, or with a wider one`, async () => {
    const own = await keyWith(limits);
    assert.equal((await create(own.secret, {})).status, 403, 'by saying nothing');
    for (const wish of wishes) {
      const made = await create(own.secret, { scopes: ['account'], ...wish });
      assert.equal(made.status, 403, `${JSON.stringify(wish)} ${made.text}`);
      assert.equal(made.json.error.type, 'permission_error');
    }
  });

  test(`a key with ${what} widens itself or another key`, async () => {
    const own = await keyWith(limits);
    const other = await keyWith(limits);
    for (const wish of wishes)
      for (const id of [own.id, other.id]) {
        const changed = await change(own.secret, id, wish);
        assert.equal(changed.status, 403, `${JSON.stringify(wish)} ${changed.text}`);
      }
  });

  test(`a key with ${what} takes over a wider key by rotating it`, async () => {
    const own = await keyWith(limits);
    const wide = await keyWith({});
    const taken = await rotate(own.secret, wide.id);
    assert.equal(taken.status, 403, taken.text);
  });
}

test('a key with a cap adds up caps by rotating or making other keys with the same cap', async () => {
  const own = await keyWith({ monthlyCap: 5_000_000 });
  const twin = await keyWith({ monthlyCap: 5_000_000 });
  assert.equal((await rotate(own.secret, twin.id)).status, 403);
  assert.equal((await create(own.secret, { monthly_credit_cap: 5 })).status, 403);
  const rated = await keyWith({ requestsPerMinute: 60 });
  assert.equal((await create(rated.secret, { requests_per_minute: 60 })).status, 403);
});

test('an old secret in its overlap outlives the overlap by rotating, making or changing keys', async () => {
  const own = await keyWith({});
  const fresh = await rotate(own.secret, own.id, { overlap_seconds: 60 });
  assert.equal(fresh.status, 200);
  assert.equal((await rotate(own.secret, own.id, { overlap_seconds: 86_400 })).status, 403);
  assert.equal((await create(own.secret, {})).status, 403);
  assert.equal((await create(own.secret, { expires_at: LATER })).status, 403);
  assert.equal((await service.call('GET', '/v1/account', { key: fresh.json.key })).status, 200);
});

test('a sandbox key reaches the keys of production', async () => {
  const own = await keyWith({});
  assert.equal(
    (await service.call('PATCH', `/sandbox/v1/account/keys/${own.id}`, { key: account.testKey, body: { name: 'x' } }))
      .status,
    404,
  );
  assert.equal(
    (await service.call('POST', `/sandbox/v1/account/keys/${own.id}/rotate`, { key: account.testKey, body: {} }))
      .status,
    404,
  );
});

test('a limited key still narrows itself, rotates itself and makes keys within its bounds', async () => {
  const capped = await keyWith({ monthlyCap: 5_000_000, expiresAt: SOON, ipAllowList: ['127.0.0.0/8'] });
  assert.equal(
    (await change(capped.secret, capped.id, { monthly_credit_cap: 4, ip_allow_list: ['127.0.0.1/16'] })).status,
    200,
  );
  assert.equal((await rotate(capped.secret, capped.id)).status, 200);
  const placed = await keyWith({ expiresAt: SOON, ipAllowList: ['127.0.0.0/8', '2001:db8::/32'] });
  const within = {
    expires_at: SOON.toISOString(),
    ip_allow_list: ['127.0.0.1', '2001:db8:1::/48'],
    monthly_credit_cap: 1,
  };
  assert.equal((await create(placed.secret, within)).status, 201);
});

test('a key with default caps of customers gives a customer more than these, or takes a cap away', async () => {
  const own = await keyWith({
    scopes: ['usage:write', 'usage:read'],
    customerDailyCap: 5_000_000,
    customerMonthlyCap: 9_000_000,
  });
  const put = (key: string, id: string, body: object) => service.call('PUT', `/v1/customers/${id}`, { key, body });
  for (const [param, body] of [
    ['daily_credit_cap', { daily_credit_cap: 5.000001 }],
    ['daily_credit_cap', { daily_credit_cap: 1_000_000_000, monthly_credit_cap: 9 }],
    ['monthly_credit_cap', { daily_credit_cap: 5, monthly_credit_cap: 10 }],
  ] as const) {
    const widened = await put(own.secret, 'ann', body);
    assert.deepEqual([widened.status, widened.json.error.param], [403, param], widened.text);
  }
  assert.equal((await service.call('GET', '/v1/customers/ann', { key: own.secret })).status, 404, 'nothing was stored');
  assert.equal((await put(own.secret, 'ann', { daily_credit_cap: 5, monthly_credit_cap: 9 })).status, 200);
  const stranger = await keyWith({});
  assert.equal((await put(stranger.secret, 'ann', { daily_credit_cap: 2, monthly_credit_cap: 700 })).status, 200);
  assert.equal((await put(own.secret, 'ann', { daily_credit_cap: 3, monthly_credit_cap: 700 })).status, 200, 'kept');
  assert.equal((await put(own.secret, 'ann', { daily_credit_cap: null, monthly_credit_cap: 700 })).status, 403);
  assert.equal((await put(own.secret, 'ann', { daily_credit_cap: 3 })).status, 403, 'absent is no cap');
  assert.equal((await put(own.secret, 'ann', { daily_credit_cap: 3, monthly_credit_cap: 8 })).status, 200);
});

test('the person in the dashboard may widen any key', async () => {
  const limited = await keyWith({
    monthlyCap: 1_000_000,
    requestsPerMinute: 5,
    ipAllowList: ['10.0.0.0/8'],
    expiresAt: SOON,
  });
  const headers = fromDashboard(service, await signIn(service, account));
  const body = { monthly_credit_cap: null, requests_per_minute: null, ip_allow_list: null, expires_at: null };
  const changed = await service.call('PATCH', `/v1/account/keys/${limited.id}`, { headers, body });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await service.call('POST', '/v1/account/keys', { headers, body: { name: 'free' } })).status, 201);
});
