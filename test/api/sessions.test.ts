// People: sign up, sign in, out, forget the password; a cookie is worth something only on our own pages.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeWelcomeToken } from '../../src/modules/account/welcome-link.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const PASSWORD = 'correct horse battery';

async function auth(
  path: string,
  body: object,
  cookie = '',
): Promise<{ status: number; cookie: string; text: string }> {
  const response = await fetch(`${service.origin}/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.origin, cookie },
    body: JSON.stringify(body),
  });
  const cookies = response.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  return { status: response.status, cookie: cookies.join('; '), text: await response.text() };
}

const signUp = (email: string) => auth('sign-up/email', { email, password: PASSWORD, name: 'Ada' });
const asDashboard = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin', origin: service.origin });

test('a new user has an account on the free plan with its grant, and can use the API by cookie', async () => {
  const { status, cookie, text } = await signUp('ada@example.com');
  assert.equal(status, 200, text);
  const account = await service.call('GET', '/v1/account', { headers: asDashboard(cookie) });
  assert.equal(account.json.email, 'ada@example.com');
  assert.equal(account.json.plan, 'free');
  const balance = await service.call('GET', '/v1/payments/balance', { headers: asDashboard(cookie) });
  assert.equal(balance.json.credits, 100);
  const sandbox = await service.call('GET', '/sandbox/v1/payments/balance', { headers: asDashboard(cookie) });
  assert.equal(sandbox.status, 200);
});

test('the cookie is worth nothing from another site or from a sandboxed preview', async () => {
  const { cookie } = await signUp('eve@example.com');
  for (const headers of [
    { cookie },
    { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { cookie, origin: 'null', 'sec-fetch-site': 'cross-site' },
    { cookie, origin: 'https://evil.example' },
  ]) {
    assert.equal((await service.call('GET', '/v1/account', { headers })).status, 401);
  }
});

test('after signing out the cookie is worth nothing', async () => {
  const { cookie } = await signUp('out@example.com');
  await auth('sign-out', {}, cookie);
  assert.equal((await service.call('GET', '/v1/account', { headers: asDashboard(cookie) })).status, 401);
});

test('a wrong password is refused, the right one is not', async () => {
  await signUp('back@example.com');
  assert.equal((await auth('sign-in/email', { email: 'back@example.com', password: 'wrong password' })).status, 401);
  assert.equal((await auth('sign-in/email', { email: 'back@example.com', password: PASSWORD })).status, 200);
});

test('nobody can sign up with the address of an account that exists', async () => {
  const account = await service.account();
  const { status } = await signUp(account.email);
  assert.equal(status, 422);
});

test('the welcome link signs its account in, once', async () => {
  const account = await service.account();
  const token = await makeWelcomeToken(service.app.database.queries, account.id);
  const first = await fetch(`${service.origin}/welcome/${token}`, { redirect: 'manual' });
  assert.equal(first.status, 302);
  assert.equal(first.headers.get('location'), '/welcome');
  const cookie = first.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const me = await service.call('GET', '/v1/account', { headers: asDashboard(cookie) });
  assert.equal(me.json.id, account.id);
  const second = await fetch(`${service.origin}/welcome/${token}`, { redirect: 'manual' });
  assert.equal(second.headers.get('location'), '/sign-in?error=link_spent');
  assert.deepEqual(second.headers.getSetCookie(), []);
});

test('looking around in the dashboard uses up nothing of the plan; making something there does', async () => {
  const { cookie } = await signUp('looks-around@example.com');
  const headers = asDashboard(cookie);
  for (let looks = 0; looks < 15; looks += 1)
    assert.equal((await service.call('GET', '/v1/payments/balance', { headers })).status, 200);
  const made = await service.call('POST', '/v1/embeddings', { headers, body: {} });
  assert.equal(made.headers.get('x-ratelimit-limit'), '10');
  assert.equal(made.headers.get('x-ratelimit-remaining'), '9');
  // Written in batches, a second apart.
  const counted = async () => (await service.call('GET', '/v1/usage', { headers })).json.total.requests;
  assert.equal(await until(counted, { saying: 'the call is counted' }), 1);
});

test('an office behind one address reads its sessions 300 times a minute, and nobody is signed out', async () => {
  const { cookie } = await signUp('office@example.com');
  const read = async () => {
    const answer = await fetch(`${service.origin}/auth/get-session`, { headers: { cookie } });
    return answer.status === 200 && (await answer.json()) !== null;
  };
  for (let round = 0; round < 10; round += 1)
    assert.ok((await Promise.all(Array.from({ length: 30 }, read))).every(Boolean), `round ${round}`);
});

test('the operator who came by the link of the first start sets an address and a password, once', async () => {
  const { pool, queries } = service.app.database;
  const owner = await service.account({ isOwner: true });
  await pool.query(`update accounts set email = 'owner@localhost.localdomain' where id = $1`, [owner.id]);
  const welcome = await fetch(`${service.origin}/welcome/${await makeWelcomeToken(queries, owner.id)}`, {
    redirect: 'manual',
  });
  const cookie = welcome.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const set = (body: object) => auth('set-first-password', body, cookie);
  assert.equal((await set({ password: 'short' })).status, 400);
  assert.equal((await set({ password: PASSWORD, email: 'nobody' })).status, 400);
  assert.match((await set({ password: PASSWORD, email: 'office@example.com' })).text, /ADDRESS_TAKEN/);
  const both = await Promise.all([1, 2].map(() => set({ password: PASSWORD, email: 'boss@example.com' })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400], both.map(({ text }) => text).join());
  assert.match((await set({ password: PASSWORD })).text, /PASSWORD_IS_SET/);
  const again = await fetch(`${service.origin}/welcome/${await makeWelcomeToken(queries, owner.id)}`, {
    redirect: 'manual',
  });
  assert.equal(again.headers.get('location'), '/');
  const signedIn = await auth('sign-in/email', { email: 'boss@example.com', password: PASSWORD });
  const account = await service.call('GET', '/v1/account', { headers: asDashboard(signedIn.cookie) });
  assert.deepEqual([account.json.email, account.json.is_owner], ['boss@example.com', true]);
  await pool.query(`update auth_sessions set created_at = now() - interval '16 minutes'`);
  assert.match((await set({ password: PASSWORD })).text, /SIGN_IN_AGAIN/);
});
