// A stranger signs up with the victim's address before the victim does, and prepares ways in for later.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { turnOnSecondFactor } from '../support/authenticator.ts';
import { freePort } from '../support/free-port.ts';
import { accountOf, fromDashboard, linkIn, mailsTo, openLink, PASSWORD, postAuth, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { invite, makePerson } from '../support/team-kit.ts';
import { until } from '../support/until.ts';

const NEW_PASSWORD = 'the password of the victim';
let service: TestService;
before(async () => {
  service = await startService({ TRUST_PROXY: '1' });
});
after(() => service.stop());

let callers = 0;
const from = () => {
  callers += 1;
  return `10.9.${callers >> 8}.${callers & 255}`;
};
const post = (path: string, body: object, cookie = '') => postAuth(service, path, body, { cookie, from: from() });
const query = async (text: string, values: unknown[] = []) =>
  (await service.app.database.pool.query(text, values)).rows;
const act = (cookie: string, method: string, path: string, body?: object) =>
  service.call(method, `/v1${path}`, { headers: fromDashboard(service, cookie), ...(body ? { body } : {}) });
const knock = async (key: string) => (await service.call('GET', '/v1/account', { key })).status;

/** By the link in the mail, as the owner of the mailbox; answers with a fresh session. */
async function reset(email: string): Promise<string> {
  await post('request-password-reset', { email, redirectTo: '/reset' });
  const mail = (await mailsTo(service, email)).find((one) => one.includes('/reset-password/'));
  const token = /reset-password\/([^?]+)/.exec(linkIn(mail))?.[1] ?? '';
  const done = await post('reset-password', { token, newPassword: NEW_PASSWORD });
  assert.equal(done.status, 200, done.text);
  const signedIn = await post('sign-in/email', { email, password: NEW_PASSWORD });
  assert.equal(signedIn.status, 200, signedIn.text);
  return signedIn.cookie;
}

async function makeKey(cookie: string): Promise<string> {
  const made = await act(cookie, 'POST', '/account/keys', { name: 'kept for later' });
  assert.equal(made.status, 201, made.text);
  return made.json.key;
}

test('the victim resets the password: nothing that the stranger prepared opens the account any more', async () => {
  const email = 'victim@example.com';
  const first = await signUp(service, email, { from: from() });
  const key = await makeKey(first.cookie);
  const byKey = await service.call('POST', '/v1/account/keys', { key, body: { name: 'by the key' } });
  const accomplice = await makePerson(service);
  const boss = { call: (method: string, path: string, body?: object) => act(first.cookie, method, path, body) };
  const join = await accomplice.call('POST', '/account/invitations/accept', {
    token: await invite(boss as never, 'owner'),
  });
  assert.equal(join.status, 200, join.text);
  const keyOfAccomplice = await makeKey(accomplice.cookie);
  const open = await invite(boss as never, 'admin');
  const hook = await act(first.cookie, 'POST', '/webhooks', { url: 'https://203.0.114.9/listen' });
  assert.equal((await post('change-email', { newEmail: 'stranger@example.com' }, first.cookie)).status, 200);
  const change = linkIn((await mailsTo(service, 'stranger@example.com'))[0]);
  const [{ id: userId }] = await query('select id from auth_users where email = $1', [email]);
  await query(
    `insert into auth_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
     values ('pk', $1, 'x', 'cred', 0, 'singleDevice', false)`,
    [userId],
  );
  await query(
    `insert into auth_credentials (id, account_id, provider_id, user_id, updated_at) values ('c', 'stranger', 'github', $1, now())`,
    [userId],
  );
  const { cookie: stranger } = await turnOnSecondFactor(service, first.cookie, from());
  assert.equal((await accountOf(service, stranger))?.email, email);

  const victim = await reset(email);
  assert.equal((await accountOf(service, victim))?.email, email, 'no code of the stranger is asked for');
  for (const cookie of [first.cookie, stranger]) assert.equal(await accountOf(service, cookie), undefined);
  assert.equal((await post('sign-in/email', { email, password: PASSWORD })).status, 401);
  for (const one of [key, byKey.json.key, keyOfAccomplice]) assert.equal(await knock(one), 401);
  assert.equal((await accomplice.call('GET', '/account')).status, 401, 'the second owner');
  const late = await makePerson(service);
  assert.equal((await late.call('POST', '/account/invitations/accept', { token: open })).status, 404);
  await openLink(change, stranger);
  await openLink(change, victim);
  assert.equal(
    (await accountOf(service, victim))?.email,
    email,
    'the change of the address was asked for by the stranger',
  );
  assert.equal((await act(victim, 'GET', `/webhooks/${hook.json.id}`)).json.enabled, false);
  const left = await query(
    'select (select count(*)::int from auth_passkeys where user_id = $1) as passkeys, (select count(*)::int from auth_second_factors where user_id = $1) as factors, (select array_agg(provider_id) from auth_credentials where user_id = $1) as providers',
    [userId],
  );
  assert.deepEqual(left, [{ passkeys: 0, factors: 0, providers: ['credential'] }]);

  const counts = {
    sessions: 2,
    passwords: 1,
    passkeys: 1,
    second_factors: 1,
    connected_services: 1,
    keys: 3,
    members: 1,
    invitations: 1,
    webhooks: 1,
  };
  const security = await (await fetch(`${service.origin}/auth/security`, { headers: { cookie: victim } })).json();
  const shown = (security as { ended_ways: { counts: object } }).ended_ways.counts;
  assert.deepEqual({ ...shown, sessions: 0 }, { ...counts, sessions: 0 });
  const logged = (await act(victim, 'GET', '/account/log?action=ways_in.end')).json.data;
  assert.deepEqual(logged[0].after, shown);
  await until(async () => (await mailsTo(service, email, 0)).some((mail) => mail.includes('3 API keys')), {
    saying: 'a mail says what ended',
  });
  assert.equal((await act(victim, 'GET', '/account/members')).json.data.length, 1);
});

test('the victim comes by a sign-in link: the second factor and the keys of the stranger end as well', async () => {
  const email = 'linked@example.com';
  const first = await signUp(service, email, { from: from() });
  const key = await makeKey(first.cookie);
  const { cookie } = await turnOnSecondFactor(service, first.cookie, from());
  await post('request-sign-in-link', { email });
  const link = linkIn((await mailsTo(service, email)).find((mail) => mail.includes('/sign-in-link#')));
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  const victim = await post('sign-in-link', { token });
  assert.equal((await accountOf(service, victim.cookie))?.email, email, victim.text);
  assert.equal(await accountOf(service, cookie), undefined);
  assert.equal(await knock(key), 401);
});

test('changes of the stranger that are under way while the victim resets do not come after it', async () => {
  const email = 'raced@example.com';
  const { cookie } = await signUp(service, email, { from: from() });
  const key = await makeKey(cookie);
  let isReset = false;
  const made: string[] = [];
  const flood = async (make: () => ReturnType<typeof act>) => {
    for (let tries = 0; tries < 200 && !isReset; tries += 1) {
      const { status, json } = await make();
      if (status === 201) made.push(json.key);
      if (status === 401) return;
    }
  };
  const floods = Array.from({ length: 6 }, (_, index) =>
    flood(() =>
      index % 2 === 0
        ? act(cookie, 'POST', '/account/keys', { name: 'k' })
        : service.call('POST', '/v1/account/keys', { key, body: { name: 'k' } }),
    ),
  );
  await reset(email);
  isReset = true;
  await Promise.all(floods);
  const rows = await query(
    `select count(*)::int as alive from api_keys k join accounts a on a.id = k.account_id where a.email = $1 and k.revoked_at is null`,
    [email],
  );
  assert.deepEqual(rows, [{ alive: 0 }], `${made.length} keys were made`);
});

test('a user who had proved the address resets the password and keeps everything else', async () => {
  const email = 'honest@example.com';
  const { cookie } = await signUp(service, email, { from: from() });
  await query('update auth_users set email_verified = true where email = $1', [email]);
  const key = await makeKey(cookie);
  const fresh = await reset(email);
  assert.equal(await knock(key), 200);
  const security = await (await fetch(`${service.origin}/auth/security`, { headers: { cookie: fresh } })).json();
  assert.equal((security as { ended_ways: unknown }).ended_ways, null);
});

test('the victim clicks the link that confirms the address: the account of the stranger is not verified by it', async () => {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      stream.on('end', () => {
        mails.push(text.replace(/=\r\n/g, '').replace(/=3D/g, '='));
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  const mailing = await startService({ TEST_WORKER: '0', SMTP_URL: `smtp://127.0.0.1:${port}` });
  try {
    const { cookie } = await signUp(mailing, 'clicks@example.com');
    const found = () => mails.find((mail) => mail.includes('verify-email'));
    await until(async () => found() !== undefined, { saying: 'the mail arrives' });
    const link = /https?:\S+verify-email\S+/.exec(found() ?? '')?.[0] ?? '';
    const isVerified = async () =>
      (
        await mailing.app.database.pool.query(
          `select email_verified from auth_users where email = 'clicks@example.com'`,
        )
      ).rows[0].email_verified;
    const clicked = await fetch(link, { redirect: 'manual' });
    assert.match(clicked.headers.get('location') ?? '', /^\/sign-in\?error=confirm_address/);
    const other = await signUp(mailing, 'other@example.com');
    await openLink(link, other.cookie);
    assert.equal(await isVerified(), false);
    await openLink(link, cookie);
    assert.equal(await isVerified(), true, 'whoever has both the session and the mailbox verifies');
  } finally {
    await mailing.stop();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  }
});
