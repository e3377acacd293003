// Sign-in with a real OpenID Connect provider, in a process of its own: the account that it opens, and the rules for sign-ups.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeInvite } from '../../../src/modules/account/sign-up.ts';
import { codeNow, turnOnSecondFactor } from '../../support/authenticator.ts';
import { startCaptchaStandIn } from '../../support/captcha-stand-in.ts';
import { freePort } from '../../support/free-port.ts';
import { CLIENT, startOidcProvider, type TestIssuer } from '../../support/oidc-provider.ts';
import {
  accountOf,
  fromDashboard,
  linkIn,
  mailsTo,
  openLink,
  PASSWORD,
  postAuth,
  signUp,
} from '../../support/people.ts';
import { type Beginning, begin, comeBack } from '../../support/providers.ts';
import { startService, type TestService } from '../../support/service.ts';

let issuer: TestIssuer;
let open: TestService;
let closed: TestService;
let inviting: TestService;
let mailing: TestService;
const captcha = await startCaptchaStandIn();
/** Sign-ins are limited per address, which is not what is tried here. */
let callers = 0;

before(async () => {
  const ports = await Promise.all([1, 2, 3, 4].map(freePort));
  issuer = await startOidcProvider(ports.map((port) => `http://127.0.0.1:${port}/auth/callback/company`));
  const start = (port: number | undefined, more: Record<string, string>) =>
    startService({
      TEST_WORKER: '0',
      TRUST_PROXY: '1',
      PORT: String(port),
      OIDC_ISSUERS: 'company',
      OIDC_COMPANY_ISSUER: issuer.url,
      OIDC_COMPANY_CLIENT_ID: CLIENT.id,
      OIDC_COMPANY_CLIENT_SECRET: CLIENT.secret,
      ...more,
    });
  open = await start(ports[0], {});
  closed = await start(ports[1], { SIGN_UPS: 'closed' });
  inviting = await start(ports[2], { SIGN_UPS: 'invite', SIGN_UP_DOMAINS: 'example.com' });
  mailing = await start(ports[3], {
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    CAPTCHA_PROVIDER: 'cloudflare-turnstile',
    CAPTCHA_SITE_KEY: 'site',
    CAPTCHA_SECRET_KEY: 'captcha-secret',
    CAPTCHA_VERIFY_URL: captcha.url,
  });
});
after(async () => {
  await Promise.all([open, closed, inviting, mailing].map((service) => service?.stop()));
  issuer?.stop();
  await captcha.close();
});

async function signInAt(service: TestService, login: string, more: Parameters<typeof begin>[2] = {}) {
  callers += 1;
  const from = `10.5.1.${callers}`;
  const begun = await begin(service, 'company', { from, ...more });
  assert.equal(begun.status, 200, begun.text);
  return comeBack(service, await issuer.visit(begun.url, login), begun.cookie, from);
}

async function creditsOf(service: TestService, cookie: string): Promise<number> {
  return (await service.call('GET', '/v1/payments/balance', { headers: fromDashboard(service, cookie) })).json.credits;
}

const usersOf = async (service: TestService) =>
  (await service.app.database.pool.query('select email, email_verified from auth_users order by email')).rows;

test('who signs in at the issuer for the first time gets an account with its free credits, and the same one afterwards', async () => {
  const first = await signInAt(open, 'ada@example.com');
  assert.deepEqual([first.location, first.error], ['/', null]);
  const account = await accountOf(open, first.cookie);
  assert.equal(account?.email, 'ada@example.com');
  assert.equal(await creditsOf(open, first.cookie), 100);
  const second = await signInAt(open, 'ada@example.com');
  assert.equal((await accountOf(open, second.cookie))?.id, account?.id);
  assert.equal(await creditsOf(open, second.cookie), 100);
  const { rows } = await open.app.database.pool.query(
    `select provider_id, account_id, access_token, refresh_token, id_token from auth_credentials where provider_id = 'company'`,
  );
  const subject = `${issuer.url} ada@example.com`;
  const noTokens = { access_token: null, refresh_token: null, id_token: null };
  assert.deepEqual(rows, [{ provider_id: 'company', account_id: subject, ...noTokens }]);
});

test('a state of another browser, a changed one, and a used callback or code open nothing', async () => {
  const refused = async (begun: Beginning, url: string, cookie = begun.cookie) => {
    const back = await comeBack(open, url, cookie);
    assert.ok(back.error, back.location);
    assert.equal(await accountOf(open, back.cookie), undefined);
    return back.error;
  };
  const begun = await begin(open, 'company');
  const back = new URL(await issuer.visit(begun.url, 'eve@example.com'));
  assert.equal(await refused(begun, back.href, ''), 'state_mismatch');
  const changed = new URL(back);
  changed.searchParams.set('state', 'x'.repeat(32));
  assert.equal(await refused(begun, changed.href), 'state_mismatch');
  const none = new URL(back);
  none.searchParams.delete('state');
  assert.equal(await refused(begun, none.href), 'state_not_found');
  const otherIssuer = await begin(open, 'company');
  const mixedUp = new URL(await issuer.visit(otherIssuer.url, 'eve@example.com'));
  mixedUp.searchParams.set('iss', 'https://issuer.example');
  assert.equal(await refused(otherIssuer, mixedUp.href), 'issuer_mismatch');
  assert.equal((await comeBack(open, back.href, begun.cookie)).error, null);
  assert.equal(await refused(begun, back.href), 'state_mismatch', 'the callback is used');
  const next = await begin(open, 'company');
  const stale = new URL(back);
  stale.searchParams.set('state', new URL(next.url).searchParams.get('state') ?? '');
  assert.equal(await refused(next, stale.href), 'invalid_code', 'the code is used');
});

test('an address that one side has not verified is not linked; one that both have is', async () => {
  await signUp(open, 'unverified@example.com');
  const own = await signUp(open, 'linked@example.com');
  const unverified = await signInAt(open, 'unverified@example.com');
  assert.equal(unverified.error, 'account_not_linked');
  const early = await signInAt(open, 'linked@example.com');
  assert.equal(early.error, 'account_not_linked', 'anybody could have signed up with this address');
  for (const { cookie } of [unverified, early]) assert.equal(await accountOf(open, cookie), undefined);
  await postAuth(open, 'send-verification-email', { email: 'linked@example.com' });
  await openLink(linkIn((await mailsTo(open, 'linked@example.com')).at(-1)), own.cookie);
  const linked = await signInAt(open, 'linked@example.com');
  const byPassword = await postAuth(open, 'sign-in/email', { email: 'linked@example.com', password: PASSWORD });
  assert.equal((await accountOf(open, linked.cookie))?.id, (await accountOf(open, byPassword.cookie))?.id);
});

test('the second factor is asked for also after the issuer', async () => {
  const { cookie } = await signUp(open, 'two@example.com');
  await postAuth(open, 'send-verification-email', { email: 'two@example.com' });
  await openLink(linkIn((await mailsTo(open, 'two@example.com')).at(-1)), cookie);
  const { key } = await turnOnSecondFactor(open, cookie);
  const back = await signInAt(open, 'two@example.com');
  assert.equal(back.location, '/sign-in?step=code');
  assert.equal(await accountOf(open, back.cookie), undefined);
  const code = { code: codeNow(key, 1) };
  const done = await postAuth(open, 'two-factor/verify-totp', code, { cookie: back.cookie, from: '10.5.0.1' });
  assert.equal((await accountOf(open, done.cookie))?.email, 'two@example.com');
});

test('closed sign-ups, invites and domains hold for the issuer too', async () => {
  const refused = await signInAt(closed, 'ada@example.com', { requestSignUp: true, invite: 'constructor' });
  assert.equal(refused.error, 'SIGN_UPS_CLOSED');
  assert.deepEqual(await usersOf(closed), []);
  assert.equal((await signInAt(inviting, 'ada@example.com')).error, 'INVITE_NEEDED');
  const { queries } = inviting.app.database;
  const invite = new URL((await makeInvite(queries, inviting.config.publicUrl)).url).searchParams.get('invite') ?? '';
  assert.equal((await signInAt(inviting, 'ada@example.org', { invite })).error, 'ADDRESS_NOT_ALLOWED');
  const came = await signInAt(inviting, 'ada@example.com', { invite });
  assert.equal((await accountOf(inviting, came.cookie))?.email, 'ada@example.com');
  assert.equal((await signInAt(inviting, 'bob@example.com', { invite })).error, 'INVITE_SPENT');
  assert.equal((await signInAt(inviting, 'ada@example.com')).error, null, 'who has an account needs no invite');
  assert.deepEqual(await usersOf(inviting), [{ email: 'ada@example.com', email_verified: true }]);
});

test('free credits are granted once per mailbox, at once if the issuer has verified it, and the captcha stands before them', async () => {
  const solved = { requestSignUp: true, headers: { 'x-captcha-response': 'solved' } };
  assert.equal((await signInAt(mailing, 'box@example.com')).error, 'signup_disabled');
  assert.equal((await begin(mailing, 'company', { requestSignUp: true })).status, 400);
  const wrong = await begin(mailing, 'company', { requestSignUp: true, headers: { 'x-captcha-response': 'wrong' } });
  assert.equal(wrong.status, 403);
  assert.deepEqual(await usersOf(mailing), []);
  const granted: number[] = [];
  for (const login of ['box@example.com', 'box+1@example.com', 'unverified@example.com'])
    granted.push(await creditsOf(mailing, (await signInAt(mailing, login, solved)).cookie));
  assert.deepEqual(granted, [100, 0, 0]);
  assert.equal((await signInAt(mailing, 'box@example.com')).error, null, 'who has an account solves none');
});
