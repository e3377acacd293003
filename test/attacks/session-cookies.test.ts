// Another page wants the session cookie, a stranger wants to guess, and a browser is sent where it should not go.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { greet } from '../../src/commands/greeting.ts';
import { redact } from '../../src/core/log.ts';
import { sweepAttempts } from '../../src/store/sign-in-attempts.ts';
import { accountOf, PASSWORD, postAuth, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

let secure: TestService;
let plain: TestService;
before(async () => {
  [secure, plain] = await Promise.all([
    startService({ TEST_WORKER: '0', TRUST_PROXY: '1', PUBLIC_URL: 'https://atelier.example' }),
    startService({ TEST_WORKER: '0', TRUST_PROXY: '1' }),
  ]);
});
after(() => Promise.all([secure.stop(), plain.stop()]));

test('a page on a neighbouring host or under a path plants or reads the session cookie', async () => {
  const { setCookies, cookie } = await signUp(secure, 'ada@example.com', { from: '10.3.0.1' });
  const session = setCookies.find((one) => one.includes('session_token')) ?? '';
  assert.match(session, /^__Host-atelier\.session_token=/);
  for (const attribute of [/; Secure/i, /; HttpOnly/i, /; Path=\/(;|$)/i, /; SameSite=Lax/i])
    assert.match(session, attribute);
  assert.doesNotMatch(session, /Domain=/i);
  assert.ok(await accountOf(secure, cookie));
  // Cookies that a neighbour could set carry no such prefix: they are not looked at.
  for (const name of ['atelier.session_token', '__Secure-atelier.session_token'])
    assert.equal(await accountOf(secure, cookie.replace('__Host-atelier.session_token', name)), undefined);
});

test('without TLS the cookie has a plain name, which browsers keep', async () => {
  const { setCookies } = await signUp(plain, 'ada@example.com', { from: '10.3.0.2' });
  assert.match(setCookies.join('\n'), /^atelier\.session_token=/m);
  assert.doesNotMatch(setCookies.join('\n'), /Secure/);
});

test('the dashboard is taken for signed out because it asked who is signed in too often', async () => {
  const { cookie } = await signUp(plain, 'often@example.com', { from: '10.3.0.3' });
  for (let asked = 0; asked < 90; asked += 1) {
    const answer = await fetch(`${plain.origin}/auth/get-session`, { headers: { cookie } });
    assert.equal(answer.status, 200);
    assert.notEqual(await answer.json(), null);
  }
});

test('a stranger guesses passwords past the limit by spelling the path in other ways', async () => {
  const spellings = [
    'sign-in/email',
    'sign-in/email/',
    'sign-in//email',
    '/sign-in/email',
    'sign-in/%65mail',
    'sign-in/email?x=1',
    './sign-in/email',
    'sign-in/email//',
  ];
  let tried = 0;
  for (let round = 0; round < 4; round += 1)
    for (const path of spellings) {
      const { status } = await postAuth(
        plain,
        path,
        { email: 'ada@example.com', password: `wrong password ${round}` },
        { from: '10.3.0.4' },
      );
      assert.ok([401, 404, 429].includes(status), `${path} ${status}`);
      if (status === 401) tried += 1;
    }
  assert.ok(tried > 0 && tried <= 10, `${tried} guesses were looked at`);
});

test('a stranger opens invented reset links without a limit, and fills the table of attempts', async () => {
  const { pool } = plain.app.database;
  const count = async () => (await pool.query('select count(*)::integer as rows from auth_attempts')).rows[0].rows;
  const before = await count();
  const statuses = await Promise.all(
    Array.from({ length: 80 }, async (_, round) => {
      const url = `${plain.origin}/auth/reset-password/invented-${round}`;
      return (await fetch(url, { headers: { 'x-forwarded-for': '10.3.0.5' }, redirect: 'manual' })).status;
    }),
  );
  assert.equal(statuses.filter((status) => status === 429).length, 20, `${statuses}`);
  assert.equal((await count()) - before, 1);

  // From many addresses: more rows than one statement removes.
  await pool.query(`insert into auth_attempts select sha256(number::text::bytea), 1, now() - interval '11 minutes'
    from generate_series(1, 5001) number`);
  await sweepAttempts(plain.app.database.queries);
  assert.equal((await count()) - before, 1);
});

test('a stranger reaches what the service does not offer: social sign-in, deletion, session surgery', async () => {
  const { cookie } = await signUp(plain, 'surface@example.com', { from: '10.3.0.5' });
  for (const path of [
    'sign-in/social',
    'link-social',
    'unlink-account',
    'delete-user',
    'update-session',
    'get-access-token',
    'refresh-token',
    'update-user',
    'verify-password',
    'set-password',
  ])
    assert.equal((await postAuth(plain, path, { name: 'x' }, { cookie, from: '10.3.0.6' })).status, 404, path);
});

test('a sign-in is sent on to another site', async () => {
  for (const callbackURL of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const body = { email: 'ada@example.com', password: PASSWORD, callbackURL };
    const answer = await postAuth(plain, 'sign-in/email', body, { from: '10.3.0.7' });
    assert.equal(answer.status, 403, `${callbackURL} ${answer.text}`);
    const reset = await fetch(
      `${plain.origin}/auth/reset-password/abc?callbackURL=${encodeURIComponent(callbackURL)}`,
      { redirect: 'manual' },
    );
    assert.doesNotMatch(reset.headers.get('location') ?? '', /evil|javascript/);
  }
});

test('another site posts to the session API with the cookie of a person who is signed in', async () => {
  const { cookie } = await signUp(plain, 'csrf@example.com', { from: '10.3.0.8' });
  for (const path of ['sign-out', 'change-email', 'change-password']) {
    const body = { newEmail: 'evil@example.org', currentPassword: PASSWORD, newPassword: 'another long password' };
    const answer = await postAuth(plain, path, body, {
      cookie,
      from: '10.3.0.9',
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(answer.status, 403, `${path} ${answer.text}`);
  }
  assert.equal((await accountOf(plain, cookie))?.email, 'csrf@example.com');
});

test('somebody on the way strips TLS from an https service', async () => {
  const { cookie } = await signUp(secure, 'hsts@example.com', { from: '10.3.0.10' });
  for (const path of ['/v1/account', '/docs', '/', '/healthz', '/auth/get-session', '/nothing']) {
    const answer = await fetch(`${secure.origin}${path}`, { headers: { cookie }, redirect: 'manual' });
    assert.match(answer.headers.get('strict-transport-security') ?? '', /^max-age=\d{8,}/, path);
    const open = await fetch(`${plain.origin}${path}`, { redirect: 'manual' });
    assert.equal(open.headers.get('strict-transport-security'), null, path);
  }
});

test('a script finds its way into the page of the API reference', async () => {
  const answer = await fetch(`${plain.origin}/docs`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval/);
  for (const part of [
    "default-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "connect-src 'self'",
  ])
    assert.ok(policy.includes(part), `${part} in ${policy}`);
  // Nothing is written into the page: its script and style are files of the service.
  for (const directive of ['script-src', 'style-src']) assert.ok(policy.includes(`${directive} 'self';`), policy);
  assert.doesNotMatch(await answer.text(), /<script>|<style|<script[^>]+src="(?!\/docs\/assets\/)| on\w+="/);
});

test('whoever reads the log of a later start signs in as the owner', async () => {
  assert.match(await greet(plain.config, plain.app.database, { isTerminal: true }), /\/welcome\//);
  const later = await greet(plain.config, plain.app.database, { isTerminal: true });
  assert.doesNotMatch(later, /\/welcome\//);
  assert.match(later, /npm run accounts -- link/);
  assert.doesNotMatch(redact('opened http://127.0.0.1:3000/welcome/abcdefghij0123456789abcdef twice'), /abcdefghij/);
  assert.doesNotMatch(redact('GET /confirm-email/abcdefghij0123456789abcdef'), /abcdefghij/);
  assert.doesNotMatch(redact('https://x.example/sign-up?invite=abcdefghij0123456789abcdef'), /abcdefghij/);
});
