// A second round against identity: sessions, sign-up fields, links, resets and operators, tried without knowing the guards.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openDesk, signIn } from '../support/operator-kit.ts';
import { accountOf, fromDashboard, linkIn, mailsTo, openLink, PASSWORD, postAuth } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService({ TEST_WORKER: '0' });
});
after(() => service.stop());

test('a stranger writes their own id, role, verification or address into a sign-up', async () => {
  const victim = await service.account();
  const body = {
    email: 'fields@example.com',
    password: PASSWORD,
    name: 'F',
    id: 'user_chosen',
    userId: 'user_chosen',
    emailVerified: true,
    email_verified: true,
    role: 'owner',
    isOwner: true,
    is_owner: true,
    plan: 'enterprise',
    accountId: victim.id,
    createdAt: '2000-01-01',
  };
  const { cookie, status, text } = await postAuth(service, 'sign-up/email', body);
  assert.equal(status, 200, text);
  const { user } = JSON.parse(text) as { user: { id: string; emailVerified: boolean } };
  assert.notEqual(user.id, 'user_chosen');
  assert.equal(user.emailVerified, false);
  const account = await accountOf(service, cookie);
  assert.equal(account?.is_owner, false);
  assert.notEqual(account?.id, victim.id);
});

test('a stranger behind no proxy guesses passwords by inventing X-Forwarded-For', async () => {
  let tried = 0;
  for (let round = 0; round < 25; round += 1) {
    const guess = { email: 'fields@example.com', password: `wrong password ${round}` };
    const headers = {
      'x-forwarded-for': `198.51.100.${round}`,
      'x-real-ip': `198.51.100.${round}`,
      forwarded: `for=198.51.100.${round}`,
    };
    if ((await postAuth(service, 'sign-in/email', guess, { headers })).status === 401) tried += 1;
  }
  assert.ok(tried <= 10, `${tried} guesses were looked at`);
});

test('a welcome link opened by many at once signs in more than one', async () => {
  const account = await service.account();
  const { makeWelcomeToken } = await import('../../src/modules/account/welcome-link.ts');
  const link = `${service.origin}/welcome/${await makeWelcomeToken(service.app.database.queries, account.id)}`;
  const cookies = await Promise.all(Array.from({ length: 12 }, () => openLink(link)));
  assert.equal(cookies.filter((cookie) => cookie.includes('session_token')).length, 1);
});

test('tokens of one kind open the links of another', async () => {
  const desk = await openDesk(service);
  const invite = new URL((await desk.act('/invites')).json.url).searchParams.get('invite') ?? '';
  const ada = await service.account();
  const cookie = await signIn(service, ada);
  await postAuth(service, 'change-email', { newEmail: 'kinds@example.com' }, { cookie });
  const change =
    linkIn((await mailsTo(service, 'kinds@example.com'))[0])
      .split('/')
      .at(-1) ?? '';
  for (const token of [invite, change, 'constructor', '__proto__', '%00', '..%2f..', 'a'.repeat(300)])
    assert.equal(await openLink(`${service.origin}/welcome/${token}`), '', token);
  await openLink(`${service.origin}/confirm-email/${invite}`, cookie);
  assert.equal((await accountOf(service, cookie))?.email, ada.email);
});

test('a customer reads or uses the session of another by its token, its id or a signature of their own', async () => {
  const owner = await signIn(service, await service.account());
  const { rows } = await sql<{ token: string }>`select token from auth_sessions`.execute(service.app.database.queries);
  const [, ownSignature = ''] = decodeURIComponent(owner).split('.session_token=')[1]?.split('.') ?? [];
  for (const { token } of rows)
    for (const value of [token, `${token}.`, `${token}.AAAA`, `${token}x.${ownSignature}`, `.${ownSignature}`]) {
      const cookie = `atelier.session_token=${encodeURIComponent(value)}`;
      assert.equal(await accountOf(service, cookie), undefined, value);
    }
});

test('a reset link is read from the database, or used twice', async () => {
  await postAuth(service, 'request-password-reset', { email: 'fields@example.com', redirectTo: '/reset' });
  const link = linkIn((await mailsTo(service, 'fields@example.com'))[0]);
  const token = /reset-password\/([^?]+)/.exec(link)?.[1] ?? '';
  assert.ok(token);
  const { rows } = await sql<{
    identifier: string;
    value: string;
  }>`select identifier, value from auth_verifications`.execute(service.app.database.queries);
  assert.ok(rows.length > 0);
  assert.ok(!JSON.stringify(rows).includes(token), 'the database keeps the token in clear');
  const set = (newPassword: string) => postAuth(service, 'reset-password', { token, newPassword });
  const outcomes = await Promise.all(['first new password', 'second new password'].map(set));
  assert.equal(outcomes.filter(({ status }) => status === 200).length, 1, String(outcomes.map(({ text }) => text)));
});

test('another site signs a visitor in to its own account', async () => {
  const body = { email: 'fields@example.com', password: PASSWORD };
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const answer = await postAuth(service, 'sign-in/email', body, { headers });
  assert.ok(answer.status === 403 || answer.status === 429, `${answer.status} ${answer.text}`);
  assert.equal(answer.cookie, '');
});

test('a verification link is forged, or sends the browser elsewhere', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const victim = await service.account();
  const claims = { email: 'fields@example.com', updateTo: victim.email, exp: 4_000_000_000 };
  const forged = [
    `${part({ alg: 'none' })}.${part(claims)}.`,
    `${part({ alg: 'HS256' })}.${part(claims)}.AAAA`,
    'constructor',
    '',
  ];
  for (const token of forged) {
    const answer = await fetch(`${service.origin}/auth/verify-email?token=${token}`, { redirect: 'manual' });
    assert.ok(answer.status >= 400 && answer.status < 500, `${token} ${answer.status}`);
    const away = await fetch(`${service.origin}/auth/verify-email?token=${token}&callbackURL=https://evil.example`, {
      redirect: 'manual',
    });
    assert.doesNotMatch(away.headers.get('location') ?? '', /evil/);
  }
});

test('a suspended customer comes back by a fresh sign-in, a new key or a link', async () => {
  const account = await service.account();
  const cookie = await signIn(service, account);
  await sql`update accounts set suspended_at = now() where id = ${account.id}`.execute(service.app.database.queries);
  const again = await signIn(service, account);
  for (const session of [cookie, again])
    assert.equal((await service.call('GET', '/v1/account', { headers: fromDashboard(service, session) })).status, 403);
  const made = await service.call('POST', '/v1/account/keys', {
    headers: fromDashboard(service, again),
    body: { name: 'k' },
  });
  assert.equal(made.status, 403);
});

test("an operator's key with operator:read acts, or a customer's session reaches the operator's routes", async () => {
  const { queries } = service.app.database;
  const { findOwner } = await import('../../src/store/accounts.ts');
  const { insertKey } = await import('../../src/store/keys.ts');
  const owner = await findOwner(queries);
  const place = { accountId: owner?.id ?? '', environment: 'live' as const };
  const { secret } = await insertKey(queries, place, { name: 'look', scopes: ['operator:read'] });
  assert.equal((await service.call('POST', '/v1/operator/invites', { key: secret, body: {} })).status, 403);
  const headers = fromDashboard(service, await signIn(service, await service.account()));
  for (const path of ['accounts', 'audit', 'jobs', 'queue', 'deliveries', 'endpoints', 'models', 'engines'])
    assert.equal((await service.call('GET', `/v1/operator/${path}`, { headers })).status, 403, path);
  assert.equal((await service.call('POST', '/v1/operator/invites', { headers, body: {} })).status, 403);
  const sandboxed = fromDashboard(service, await signIn(service, { email: owner?.email ?? '' }));
  assert.equal(
    (await service.call('POST', '/sandbox/v1/operator/invites', { headers: sandboxed, body: {} })).status,
    403,
  );
});
