// The second factor and open sessions: codes by the standard, asked for before a session opens, and sessions that end at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createOTP } from '@better-auth/utils/otp';
import { awayFromTheEdge, totpAt, turnOnSecondFactor, unusedCode } from '../support/authenticator.ts';
import { accountOf, fromDashboard, PASSWORD, postAuth, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let callers = 0;
before(async () => {
  service = await startService({ TEST_WORKER: '0', TRUST_PROXY: '1' });
});
after(() => service.stop());

/** Guesses are limited per address: every request of these tests but the one about that limit comes from another. */
const from = () => {
  callers += 1;
  return `10.9.${callers >> 8}.${callers & 255}`;
};
const post = (path: string, body: object, cookie = '') => postAuth(service, path, body, { cookie, from: from() });
const withPassword = (email: string) => post('sign-in/email', { email, password: PASSWORD });

async function personWithCodes(email: string) {
  const { cookie } = await signUp(service, email, { from: from() });
  return { email, ...(await turnOnSecondFactor(service, cookie, from())) };
}

test('codes are those of RFC 6238, appendix B', async () => {
  const key = '12345678901234567890';
  const vectors: [number, string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ];
  for (const [seconds, code] of vectors) {
    assert.equal(totpAt(Buffer.from(key), seconds, 8), code);
    assert.equal(
      await createOTP(key, { digits: 8 }).hotp(Math.floor(seconds / 30)),
      code,
      'the library of the service',
    );
  }
});

test('a password alone opens no session once the second factor is on; the code of an app does, and only once', async () => {
  const { key, email, address } = await personWithCodes('app@example.com');
  assert.match(address, /^otpauth:\/\/totp\/Atelier:app%40example\.com\?/);
  const half = await withPassword(email);
  assert.deepEqual(JSON.parse(half.text), { twoFactorRedirect: true, twoFactorMethods: ['totp'] });
  assert.equal(await accountOf(service, half.cookie), undefined);
  assert.equal(
    (await post('change-password', { currentPassword: PASSWORD, newPassword: 'another one' }, half.cookie)).status,
    401,
  );
  await awayFromTheEdge();
  const code = unusedCode(key);
  const wrong = await post('two-factor/verify-totp', { code: totpAt(key, 0) }, half.cookie);
  assert.equal(wrong.status, 401);
  const right = await post('two-factor/verify-totp', { code: ` ${code.slice(0, 3)} ${code.slice(3)}` }, half.cookie);
  assert.equal(right.status, 200, right.text);
  assert.equal((await accountOf(service, right.cookie))?.email, email);
  const next = await withPassword(email);
  const replayed = await post('two-factor/verify-totp', { code }, next.cookie);
  assert.deepEqual([replayed.status, JSON.parse(replayed.text).code], [401, 'CODE_ALREADY_USED']);
  assert.equal(await accountOf(service, replayed.cookie), undefined);
});

test('sessions are listed without their tokens, and one or all others end at once', async () => {
  const email = 'sessions@example.com';
  const { cookie: here } = await signUp(service, email, { from: '10.7.0.1' });
  const there = await withPassword(email);
  const third = await withPassword(email);
  const stranger = await signUp(service, 'stranger@example.com', { from: from() });
  const list = async (cookie: string) => {
    const answer = await fetch(`${service.origin}/auth/list-sessions`, { headers: { cookie } });
    const text = await answer.text();
    return { status: answer.status, text, sessions: (JSON.parse(text) as { sessions: Listed[] }).sessions };
  };
  const { sessions, text } = await list(here);
  assert.equal(sessions.length, 3);
  assert.deepEqual(
    sessions.filter(({ is_current }) => is_current).map(({ ip_address }) => ip_address),
    ['10.7.0.1'],
  );
  for (const one of [here, there.cookie]) {
    const token = decodeURIComponent(/session_token=([^;]+)/.exec(one)?.[1] ?? '').split('.')[0] ?? '';
    assert.ok(token.length > 10 && !text.includes(token));
  }
  const [{ id: thereId } = { id: '' }] = (await list(there.cookie)).sessions.filter(({ is_current }) => is_current);
  assert.equal((await post('end-session', { id: thereId }, stranger.cookie)).status, 404);
  assert.equal((await post('end-session', { id: { $ne: '' } }, here)).status, 404);
  assert.ok(await accountOf(service, there.cookie));
  assert.equal((await post('end-session', { id: thereId }, here)).status, 200);
  assert.equal(await accountOf(service, there.cookie), undefined);
  assert.equal((await post('end-session', { id: thereId }, here)).status, 404);
  assert.equal((await post('revoke-other-sessions', {}, here)).status, 200);
  assert.equal(await accountOf(service, third.cookie), undefined);
  assert.ok(await accountOf(service, here));
  const headers = { ...fromDashboard(service, here), origin: 'https://evil.example' };
  assert.equal((await postAuth(service, 'end-session', { id: thereId }, { cookie: here, headers })).status, 403);
});

interface Listed {
  id: string;
  is_current: boolean;
  ip_address: string;
}
