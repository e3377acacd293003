// How a client is set up: its base URL, its environment, a cookie session instead of a key, and calls by their names.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Atelier, JobFailedError, NotFoundError, newIdempotencyKey } from '@atelier/client';
import { asDashboard, openDesk, signIn } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;

before(async () => {
  service = await startService();
  account = await service.account();
});
after(() => service.stop());

test('a base URL may name the API or only the origin', async () => {
  const endings = ['', '/', '/v1', '/v1/', '/api/v1', '/api/v1/', '/sandbox/v1', '/sandbox/v1/', '/sandbox/api/v1'];
  for (const ending of endings)
    for (const apiKey of [account.liveKey, account.testKey]) {
      const client = new Atelier({ baseUrl: `${service.origin}${ending}`, apiKey, maxRetries: 0 });
      const { object } = await client.payments.balance();
      assert.equal(object, 'balance', `${ending} with ${apiKey.slice(0, 8)}`);
    }
});

test('a base URL keeps the path in front of /v1, for a service behind a proxy', () => {
  const addressAt = (baseUrl: string, environment: 'live' | 'test') =>
    new Atelier({ baseUrl, environment, apiKey: 'sk_live_x' }).addressOf('GET /account');
  assert.equal(addressAt('https://example.com/ai/v1/', 'live'), 'https://example.com/ai/v1/account');
  assert.equal(addressAt('https://example.com/ai/v1', 'test'), 'https://example.com/ai/sandbox/v1/account');
  assert.equal(addressAt('https://example.com/sandbox/api/v1', 'live'), 'https://example.com/api/v1/account');
});

test('without a key the base URL decides the environment', () => {
  const environmentAt = (baseUrl: string) => new Atelier({ baseUrl, credentials: 'include' }).environment;
  assert.equal(environmentAt('https://example.com/sandbox/v1'), 'test');
  assert.equal(environmentAt('https://example.com/v1'), 'live');
});

test('a cookie session takes the place of a key, in both environments', async () => {
  const cookie = await signIn(service, account);
  const sent: (string | undefined)[] = [];
  const session = (environment: 'live' | 'test') =>
    new Atelier({
      baseUrl: service.origin,
      credentials: 'same-origin',
      environment,
      // A browser adds the cookie itself; Node's fetch has none.
      fetch(url, init) {
        sent.push(init?.credentials);
        const headers = new Headers(init?.headers);
        assert.equal(headers.has('authorization'), false);
        for (const [name, value] of Object.entries(asDashboard(service, cookie))) headers.set(name, value);
        return fetch(url, { ...init, headers });
      },
    });
  process.env.ATELIER_API_KEY = 'sk_live_of_somebody_else';
  try {
    assert.equal((await session('live').account.get()).environment, 'live');
    assert.equal((await session('test').account.get()).environment, 'test');
  } finally {
    delete process.env.ATELIER_API_KEY;
  }
  assert.deepEqual(sent, ['same-origin', 'same-origin']);
});

test('every operation can be called by its name, with its parameters in their places', async () => {
  const client = new Atelier({ baseUrl: service.origin, apiKey: account.liveKey, maxRetries: 0 });
  const made = await client.call('POST /account/keys', { body: { name: 'a b', scopes: ['chat:read'] } });
  const renamed = await client.call('PATCH /account/keys/{id}', { params: { id: made.id }, body: { name: 'c' } });
  assert.equal(renamed.name, 'c');
  const { data } = await client.call('GET /jobs', { query: { limit: 1, cursor: undefined } });
  assert.deepEqual(data, []);
  await assert.rejects(client.call('GET /jobs/{id}', { params: { id: 'job_/../x' } }), NotFoundError);
  assert.equal(
    client.addressOf('GET /payments/receipts/{id}', { params: { id: 'a/b' } }),
    `${service.origin}/v1/payments/receipts/a%2Fb`,
  );
});

test('work that would be waited for can be started as a job, followed and cancelled', async () => {
  const client = new Atelier({ baseUrl: service.origin, apiKey: account.liveKey, maxRetries: 0 });
  const call = client.jobs.start('POST /image/generate', { prompt: 'a ball', width: 64, height: 64 });
  assert.equal((await call).status, 'processing');
  assert.equal((await call.result()).status, 'completed');
  const doomed = client.jobs.start('POST /image/generate', { prompt: 'a ball', width: 1024, height: 1024, count: 4 });
  await doomed.cancel();
  await assert.rejects(doomed.result(), JobFailedError);
});

test('a browser without TLS, which has no randomUUID, can still send a POST', async () => {
  const { randomUUID } = crypto;
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    const client = new Atelier({ baseUrl: service.origin, apiKey: account.testKey, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'hello' }];
    const { choices } = await client.chat.complete({ model: 'sandbox-echo-1', messages });
    assert.equal(choices[0]?.message.content, 'hello');
    assert.match(newIdempotencyKey(), /^[0-9a-f]{32}$/);
  } finally {
    Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
  }
});

test('the owner works with the operator calls; everybody else is refused', async () => {
  const { key } = await openDesk(service);
  const owner = new Atelier({ baseUrl: service.origin, apiKey: key, maxRetries: 0 });
  const found = await owner.operator.accounts.list({ q: account.email }).firstPage();
  assert.equal(found.data[0]?.email, account.email);
  const changed = await owner.operator.accounts.credits(account.id, { credits: 5, reason: 'a gift' });
  assert.equal(changed.object, 'operator.adjustment');
  const entries = [];
  for await (const entry of owner.operator.audit({ limit: 1 })) entries.push(entry);
  assert.ok(entries.length > 0);
  const stranger = new Atelier({ baseUrl: service.origin, apiKey: account.liveKey, maxRetries: 0 });
  await assert.rejects(stranger.operator.engines(), { status: 403 });
});
