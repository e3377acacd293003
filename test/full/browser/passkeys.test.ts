// Passkeys with Chromium's virtual authenticator: added, used instead of password and code, renamed, removed; and what strangers send.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import test, { after, before } from 'node:test';
import type { PoolClient } from 'pg';
import type { BrowserContext, Page } from 'playwright-core';
import { makeWelcomeToken } from '../../../src/modules/account/welcome-link.ts';
import { turnOnSecondFactor } from '../../support/authenticator.ts';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages } from '../../support/desk-browser.ts';
import { accountOf, fromDashboard, openLink, postAuth, signUp } from '../../support/people.ts';
import { freePort, startService, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const EMAIL = 'hedy@example.com';

let browser: SharedBrowser;
let service: TestService;
let elsewhere: Server;
let elsewhereOrigin: string;
let context: BrowserContext;
let page: Page;
/** Of the virtual device, which keeps at most three. */
let forgetPasskeys: () => Promise<unknown>;
let callers = 0;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  const port = await freePort();
  // Browsers give passkeys to names, not to IP addresses.
  service = await startService({
    TEST_WORKER: '0',
    TRUST_PROXY: '1',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
  });
  elsewhere = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>hello'));
  const otherPort = await freePort();
  await new Promise<void>((resolve) => elsewhere.listen(otherPort, '127.0.0.1', resolve));
  elsewhereOrigin = `http://localhost:${otherPort}`;
  context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  forgetPasskeys = () => cdp.send('WebAuthn.clearCredentials', { authenticatorId });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  elsewhere?.close();
});

/** Guesses are limited per address: every request but those about that limit comes from another. */
const from = () => `10.8.0.${++callers}`;
const post = (path: string, body: object, cookie = '') => postAuth(service, path, body, { cookie, from: from() });
const goTo = (path: string) => page.goto(`${service.config.publicUrl}${path}`);

async function carry(cookies: string): Promise<void> {
  const parts = cookies.split('; ').map((one) => /^([^=]+)=(.*)$/.exec(one) ?? []);
  await context.clearCookies();
  await context.addCookies(parts.map(([, name = '', value = '']) => ({ name, value, url: service.config.publicUrl })));
}

async function cookieHere(): Promise<string> {
  const all = await context.cookies(service.config.publicUrl);
  return all.map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function addPasskey(name: string): Promise<void> {
  await goTo('/account');
  await page.getByLabel('Name of the new passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey is added.').first().waitFor();
}

const signInByPasskey = async () => {
  await goTo('/sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
};

/** A challenge of the service with its cookie. */
async function askForChallenge() {
  const answer = await fetch(`${service.origin}/auth/passkey/generate-authenticate-options`, {
    headers: { 'x-forwarded-for': from() },
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  return { options: (await answer.json()) as { challenge: string }, cookie };
}

/** What the authenticator signs for a page of this origin. */
async function signAt(origin: string, options: object, userVerification: string): Promise<object> {
  await page.goto(`${origin}/sign-in`);
  const asked = JSON.stringify({ ...options, userVerification });
  return (await page.evaluate(`
    navigator.credentials
      .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${asked}) })
      .then((credential) => credential.toJSON())`)) as object;
}

async function tryAt(origin: string, userVerification = 'required') {
  const { options, cookie } = await askForChallenge();
  const response = await signAt(origin, options, userVerification);
  const answer = await post('passkey/verify-authentication', { response }, cookie);
  return { ...answer, sent: { response }, sentCookie: cookie };
}

test("a passkey is added and renamed at one's account, and signs in without password and code", async () => {
  const { cookie } = await signUp(service, EMAIL, { from: from() });
  const factor = await turnOnSecondFactor(service, cookie, from());
  await carry(factor.cookie);
  await addPasskey('My phone');
  await page.getByText(/^My phone/).waitFor();
  await page.getByRole('button', { name: 'Rename My phone' }).click();
  await page.getByLabel('New name').fill('My laptop');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByRole('button', { name: 'Remove My laptop' }).waitFor();
  await examine(page, 'account with a passkey');
  await context.clearCookies();
  await goTo('/sign-in');
  await examine(page, 'sign in with a passkey');
  await signInByPasskey();
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  assert.equal((await accountOf(service, await cookieHere()))?.email, EMAIL);
});

test('an assertion works once, also in a race, and not with the challenge of another sign-in', async () => {
  const good = await tryAt(service.config.publicUrl);
  assert.equal(good.status, 200, good.text);
  assert.equal((await accountOf(service, good.cookie))?.email, EMAIL);
  const again = await post('passkey/verify-authentication', good.sent, good.sentCookie);
  assert.deepEqual([again.status, JSON.parse(again.text).code], [400, 'CHALLENGE_NOT_FOUND']);
  const { cookie } = await askForChallenge();
  const moved = await post('passkey/verify-authentication', good.sent, cookie);
  assert.deepEqual([moved.status, JSON.parse(moved.text).code], [400, 'AUTHENTICATION_FAILED']);
  const asked = await askForChallenge();
  const response = await signAt(service.config.publicUrl, asked.options, 'required');
  const race = await Promise.all(
    [1, 2, 3, 4].map(() => post('passkey/verify-authentication', { response }, asked.cookie)),
  );
  assert.deepEqual(race.map(({ status }) => status).sort(), [200, 400, 400, 400]);
});

test('what was signed for a page of another origin, or without a check of the user, opens nothing', async () => {
  const phished = await tryAt(elsewhereOrigin);
  assert.deepEqual([phished.status, JSON.parse(phished.text).code], [400, 'AUTHENTICATION_FAILED']);
  const unchecked = await tryAt(service.config.publicUrl, 'discouraged');
  assert.deepEqual([unchecked.status, JSON.parse(unchecked.text).code], [400, 'USER_NOT_VERIFIED']);
  const { cookie } = await askForChallenge();
  const foreign = await postAuth(service, 'passkey/verify-authentication', phished.sent, {
    cookie,
    from: from(),
    headers: { origin: elsewhereOrigin },
  });
  assert.equal(foreign.status, 403, foreign.text);
  for (const { cookie: given } of [phished, unchecked]) assert.equal(await accountOf(service, given), undefined);
});

test('bodies that no browser sends are refused, and guesses are few a minute', async () => {
  const { cookie } = await askForChallenge();
  const here = await cookieHere();
  const shapes = [{}, { response: null }, { response: [] }, { response: { id: { $ne: '' }, response: {} } }].concat(
    [{ response: { id: 'AAAA' } }, { response: { id: 'A\u0000', response: {} } }] as never,
    [
      { response: { id: 'AAAA', response: { transports: 'usb' } } },
      { response: { id: 'AAAA', response: {} } },
    ] as never,
  );
  for (const body of shapes) {
    const signIn = await post('passkey/verify-authentication', body, cookie);
    assert.ok([400, 401].includes(signIn.status), `${JSON.stringify(body)}: ${signIn.status} ${signIn.text}`);
    const adding = await post('passkey/verify-registration', body, here);
    assert.ok([400, 401].includes(adding.status), `${JSON.stringify(body)}: ${adding.status} ${adding.text}`);
  }
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () =>
      postAuth(
        service,
        'passkey/verify-authentication',
        { response: { id: 'AAAA', response: {} } },
        { from: '10.8.9.9' },
      ),
    ),
  );
  assert.equal(guesses.filter(({ status }) => status === 429).length, 2);
});

test('changing passkeys needs a sign-in a few minutes ago; another user changes nothing', async () => {
  const cookie = await cookieHere();
  const read = await fetch(`${service.origin}/auth/security`, { headers: { cookie } });
  const { passkeys } = (await read.json()) as { passkeys: { id: string; name: string; last_used_at: string | null }[] };
  const [{ id, name, last_used_at } = { id: '', name: '', last_used_at: null }] = passkeys;
  assert.equal(name, 'My laptop');
  assert.ok(last_used_at);
  const stranger = await signUp(service, 'mallory@example.com', { from: from() });
  assert.equal((await post('remove-passkey', { id }, stranger.cookie)).status, 404);
  assert.equal((await post('rename-passkey', { id, name: 'mine' }, stranger.cookie)).status, 404);
  const { pool } = service.app.database;
  await pool.query(
    `update auth_sessions set created_at = now() - interval '16 minutes' where user_id =
    (select id from auth_users where email = $1)`,
    [EMAIL],
  );
  for (const path of ['rename-passkey', 'remove-passkey']) {
    const old = await post(path, { id, name: 'x' }, cookie);
    assert.deepEqual([old.status, JSON.parse(old.text).code], [403, 'SIGN_IN_AGAIN']);
  }
  const options = await fetch(`${service.origin}/auth/passkey/generate-register-options`, {
    headers: { cookie, 'x-forwarded-for': from() },
  });
  assert.equal(options.status, 403);
});

test("a removed passkey no longer signs in, and the account's log names every change", async () => {
  await signInByPasskey();
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  const cookie = await cookieHere();
  await goTo('/account');
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByText('You have no passkeys.').waitFor();
  const log = await service.call('GET', '/v1/account/log', { headers: fromDashboard(service, cookie) });
  const entries = (log.json.data as { action: string; actor: { email: string } }[]).filter(({ action }) =>
    action.startsWith('passkey.'),
  );
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['passkey.remove', 'passkey.rename', 'passkey.add'],
  );
  assert.match(log.text, /hedy@example\.com/);
  await context.clearCookies();
  await signInByPasskey();
  await page.getByText('No account here has this passkey.').waitFor();
  assert.equal(await accountOf(service, await cookieHere()), undefined);
});

test('a passkey that is the only way to sign in stays', async () => {
  const account = await service.account();
  const token = await makeWelcomeToken(service.app.database.queries, account.id);
  await carry(await openLink(`${service.origin}/welcome/${token}`));
  await addPasskey('The only key');
  const cookie = await cookieHere();
  const read = await fetch(`${service.origin}/auth/security`, { headers: { cookie } });
  const { passkeys } = (await read.json()) as { passkeys: { id: string }[] };
  const refused = await post('remove-passkey', { id: passkeys[0]?.id }, cookie);
  assert.deepEqual([refused.status, JSON.parse(refused.text).code], [400, 'LAST_WAY_TO_SIGN_IN']);
});

test('nobody has more than twenty passkeys, also not by adding two at once', async () => {
  const { cookie } = await signUp(service, 'many@example.com', { from: from() });
  const { pool } = service.app.database;
  await pool.query(
    `insert into auth_passkeys (id, name, public_key, user_id, credential_id, counter, device_type, backed_up)
    select 'pk_' || n, 'key ' || n, 'x', u.id, 'credential' || n, 0, 'singleDevice', false
    from generate_series(1, 19) n, auth_users u where u.email = 'many@example.com'`,
  );
  await forgetPasskeys();
  await goTo('/sign-in');
  const made = [await newPasskey(cookie), await newPasskey(cookie)];
  // Both have passed every check before either is stored.
  const blocker = await pool.connect();
  await blocker.query('begin; lock table auth_passkeys in share mode');
  const sending = made.map((send) => send());
  await until(async () => (await countWaiting(blocker)) === 2, { saying: 'both are about to be stored' });
  await blocker.query('commit');
  blocker.release();
  const answers = await Promise.all(sending);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  const refused = answers.find(({ status }) => status === 400);
  assert.equal(JSON.parse(refused?.text ?? '').code, 'TOO_MANY_PASSKEYS');
  const { rows } = await pool.query(
    "select count(*) from auth_passkeys p join auth_users u on u.id = p.user_id where u.email = 'many@example.com'",
  );
  assert.equal(Number(rows[0].count), 20);
});

async function countWaiting(client: PoolClient): Promise<number> {
  const { rows } = await client.query(
    "select count(*) from pg_locks where not granted and relation = 'auth_passkeys'::regclass",
  );
  return Number(rows[0].count);
}

/** Makes a passkey for the session; the result sends it. */
async function newPasskey(session: string): Promise<() => ReturnType<typeof post>> {
  const answer = await fetch(`${service.origin}/auth/passkey/generate-register-options`, {
    headers: { cookie: session, 'x-forwarded-for': from() },
  });
  const challenge = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  const options = JSON.stringify({ ...((await answer.json()) as object), excludeCredentials: [] });
  const response = await page.evaluate(`
    navigator.credentials
      .create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${options}) })
      .then((credential) => credential.toJSON())`);
  return () => post('passkey/verify-registration', { response, name: 'one more' }, [session, ...challenge].join('; '));
}
