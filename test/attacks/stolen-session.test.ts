// A thief has somebody's session cookie, of any age but the first minutes, and wants a way in that stays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SESSION_PATHS } from '../../src/modules/account/session-paths.ts';
import { accountOf, fromDashboard, mailsTo, PASSWORD, postAuth, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { join, makePerson } from '../support/team-kit.ts';

let service: TestService;
before(async () => {
  service = await startService({
    TEST_WORKER: '0',
    TRUST_PROXY: '1',
    GITHUB_CLIENT_ID: 'x',
    GITHUB_CLIENT_SECRET: 'x',
    GITHUB_URL: 'http://127.0.0.1:9',
    GITHUB_API_URL: 'http://127.0.0.1:9',
  });
});
after(() => service.stop());

let callers = 0;
const from = () => {
  callers += 1;
  return `10.8.0.${callers}`;
};
const age = () =>
  service.app.database.pool.query(`update auth_sessions set created_at = now() - interval '16 minutes'`);

/** As the dashboard sends them: nothing but the age of the session is wrong with them. */
const BODIES: Record<string, object> = {
  '/change-email': { newEmail: 'thief@example.com' },
  '/change-password': { currentPassword: PASSWORD, newPassword: 'the password of a thief' },
  '/set-first-password': { password: 'the password of a thief' },
  '/two-factor/enable': { password: PASSWORD },
  '/two-factor/disable': { password: PASSWORD },
  '/two-factor/generate-backup-codes': { password: PASSWORD },
  '/link-social': { provider: 'github', callbackURL: '/account' },
  '/disconnect': { provider: 'github' },
  '/passkey/verify-registration': { response: { id: 'x', response: {} } },
};

test('an old session changes no way in: neither address, password, second factor, passkeys nor services', async () => {
  const email = 'robbed@example.com';
  const { cookie } = await signUp(service, email, { from: from() });
  await age();
  const changing = Object.entries(SESSION_PATHS).filter(([, proof]) => proof === 'recent');
  assert.ok(changing.length >= 12);
  for (const [path] of changing) {
    const asked = await postAuth(service, path.slice(1), BODIES[path] ?? {}, { cookie, from: from() });
    // The options of a new passkey are read, not posted.
    const answer =
      asked.status === 404 || asked.status === 405
        ? await (
            await fetch(`${service.origin}/auth${path}`, { headers: { cookie, 'x-forwarded-for': from() } })
          ).text()
        : asked.text;
    assert.match(answer, /SIGN_IN_AGAIN/, `${path} ${asked.status} ${answer}`);
  }
  assert.deepEqual(await mailsTo(service, 'thief@example.com', 0), []);
  const fresh = await postAuth(service, 'sign-in/email', { email, password: PASSWORD }, { from: from() });
  assert.equal((await accountOf(service, fresh.cookie))?.email, email, 'nothing has changed');
  const moved = await postAuth(
    service,
    'change-email',
    { newEmail: 'new@example.com' },
    { cookie: fresh.cookie, from: from() },
  );
  assert.equal(moved.status, 200, 'whoever has just signed in may');
});

test('an old session makes nobody an owner or admin, by invitation or by role', async () => {
  const boss = await makePerson(service);
  const accomplice = await join(service, boss, 'developer');
  await age();
  for (const role of ['owner', 'admin']) {
    const invited = await boss.call('POST', '/account/invitations', { role });
    assert.deepEqual([invited.status, invited.json.error?.code], [403, 'access_denied'], invited.text);
    const raised = await boss.call('PATCH', `/account/members/${accomplice.memberId}`, { role });
    assert.equal(raised.status, 403, raised.text);
    assert.match(raised.json.error.message, /signed in a few minutes ago/);
  }
  assert.equal((await boss.call('POST', '/account/invitations', { role: 'viewer' })).status, 201);
  const demoted = await boss.call('PATCH', `/account/members/${accomplice.memberId}`, { role: 'viewer' });
  assert.equal(demoted.status, 200, demoted.text);
  const members = await service.call('GET', '/v1/account/members', { headers: fromDashboard(service, boss.cookie) });
  assert.equal(members.json.data.filter(({ role }: { role: string }) => role === 'owner').length, 1);
});
