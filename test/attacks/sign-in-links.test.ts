// Strangers want in by links that are sent by email: used twice, guessed, asked for in masses, or opened by programs that read mail.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { makeWelcomeToken } from '../../src/modules/account/welcome-link.ts';
import { awayFromTheEdge, turnOnSecondFactor, unusedCode } from '../support/authenticator.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { accountOf, linkIn, mailsTo, PASSWORD, postAuth, signUp } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let desk: OperatorKit;
let callers = 0;
before(async () => {
  service = await startService({ TEST_WORKER: '0', TRUST_PROXY: '1' });
  desk = await openDesk(service);
});
after(() => service.stop());

/** Requests are limited per IP address, which only one of these tests is about. */
const from = () => {
  callers += 1;
  return `10.6.${callers >> 8}.${callers & 255}`;
};
const post = (path: string, body: object, cookie = '') => postAuth(service, path, body, { cookie, from: from() });
const ask = (email: string, more: object = {}) => post('request-sign-in-link', { email, ...more });
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { code?: string }).code;
const query = (text: string, values: unknown[] = []) => service.app.database.pool.query(text, values);

/** What stands behind the # of the newest link in the mails to an address. */
async function newestLink(email: string, mails = 1): Promise<{ url: string; token: string; invite: string }> {
  const all = await mailsTo(service, email, mails);
  assert.equal(all.length, mails, `mails to ${email}`);
  const links = all.map((mail) => new URL(linkIn(mail)));
  const { rows } = await query('select encode(token_hash, $1) as hash from auth_sign_in_links order by created_at', [
    'hex',
  ]);
  const order = rows.map(({ hash }: { hash: string }) => hash);
  const place = (url: URL) => order.indexOf(createHash('sha256').update(tokenIn(url).token).digest('hex'));
  const url = links.sort((one, other) => place(one) - place(other)).at(-1) ?? new URL('about:blank');
  return { url: url.href, ...tokenIn(url) };
}

function tokenIn(url: URL): { token: string; invite: string } {
  const given = new URLSearchParams(url.hash.slice(1));
  return { token: given.get('token') ?? '', invite: given.get('invite') ?? '' };
}

const confirmAddress = (email: string) =>
  query('update auth_users set email_verified = true where email = $1', [email]);

async function setRules(rules: object): Promise<void> {
  const value = { sign_ups: 'open', ...rules };
  const put = await service.call('PUT', '/v1/operator/settings/service', {
    key: desk.key,
    body: { value, reason: 'a test' },
  });
  assert.equal(put.status, 200, put.text);
}

test('a link signs in once, also in a race; who only opens it uses nothing up', async () => {
  const email = 'grace@example.com';
  await signUp(service, email, { from: from() });
  await confirmAddress(email);
  assert.deepEqual(JSON.parse((await ask(' Grace@Example.com ')).text), { status: true });
  const { url, token } = await newestLink(email);
  for (const method of ['GET', 'HEAD', 'GET']) assert.notEqual((await fetch(url, { method })).status, 500);
  assert.equal((await fetch(`${service.origin}/auth/sign-in-link?token=${token}`)).status, 404);
  const { rows } = await query('select * from auth_sign_in_links');
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token), 'only the hash is stored');
  const race = await Promise.all([1, 2, 3, 4, 5].map(() => post('sign-in-link', { token })));
  assert.deepEqual(race.map(({ status }) => status).sort(), [200, 403, 403, 403, 403]);
  const winner = race.find(({ status }) => status === 200);
  assert.equal((await accountOf(service, winner?.cookie ?? ''))?.email, email);
  assert.equal(codeOf(await post('sign-in-link', { token })), 'LINK_SPENT');
  assert.equal((await post('sign-in/email', { email, password: PASSWORD })).status, 200, 'the password stays');
});

test('an old link, an invented one and a strange body open nothing', async () => {
  const email = 'old@example.com';
  await ask(email);
  const { token } = await newestLink(email);
  await query(`update auth_sign_in_links set expires_at = now() - interval '1 second' where email = $1`, [email]);
  for (const body of [
    { token },
    { token: 'a'.repeat(26) },
    { token: { $ne: '' } },
    { token: null },
    {},
    { token: '%' },
  ]) {
    const refused = await post('sign-in-link', body);
    assert.deepEqual([refused.status, codeOf(refused), refused.cookie], [403, 'LINK_SPENT', '']);
  }
  for (const body of [
    {},
    { email: 7 },
    { email: 'nobody' },
    { email: 'a@b.c\nBcc: d@e.f' },
    { email: `${'a'.repeat(400)}@b.cd` },
  ])
    assert.equal((await post('request-sign-in-link', body)).status, 400, JSON.stringify(body));
  for (const path of ['request-sign-in-link', 'sign-in-link']) {
    const headers = { origin: 'https://evil.example' };
    assert.equal((await postAuth(service, path, { email, token }, { from: from(), headers })).status, 403, path);
  }
});

test('a welcome link opens nothing after its time, and nothing twice', async () => {
  const { queries } = service.app.database;
  const visit = async (token: string) => {
    const headers = { 'x-forwarded-for': from() };
    const answer = await fetch(`${service.origin}/welcome/${token}`, { redirect: 'manual', headers });
    return answer.headers.getSetCookie().length > 0;
  };
  const old = await makeWelcomeToken(queries, desk.owner.id);
  await query(`update settings set value = jsonb_set(value, '{goodUntilMs}', '1') where name like 'welcome:%'`);
  assert.equal(await visit(old), false);
  const fresh = await makeWelcomeToken(queries, desk.owner.id);
  assert.deepEqual([await visit(fresh), await visit(fresh)], [true, false]);
});

test('a link asks for the second factor', async () => {
  const email = 'factor@example.com';
  const { cookie } = await signUp(service, email, { from: from() });
  await confirmAddress(email);
  const { key } = await turnOnSecondFactor(service, cookie, from());
  await ask(email);
  const half = await post('sign-in-link', { token: (await newestLink(email)).token });
  assert.deepEqual(JSON.parse(half.text), { twoFactorRedirect: true, twoFactorMethods: ['totp'] });
  assert.equal(await accountOf(service, half.cookie), undefined);
  await awayFromTheEdge();
  const whole = await post('two-factor/verify-totp', { code: unusedCode(key) }, half.cookie);
  assert.equal((await accountOf(service, whole.cookie))?.email, email);
});

test("who signed up with another's address before its owner is locked out by the owner's link", async () => {
  const email = 'victim@example.com';
  const thief = await signUp(service, email, { from: from() });
  assert.ok(await accountOf(service, thief.cookie));
  await ask(email);
  const owner = await post('sign-in-link', { token: (await newestLink(email)).token });
  assert.equal((await accountOf(service, owner.cookie))?.email, email);
  assert.equal(await accountOf(service, thief.cookie), undefined);
  assert.equal((await post('sign-in/email', { email, password: PASSWORD })).status, 401);
});

test('a link that was asked for an address does not sign in to its next owner', async () => {
  const email = 'moving@example.com';
  const { rows } = await query(`select id from auth_users where email = 'victim@example.com'`);
  await ask(email);
  const { token } = await newestLink(email);
  await query('update auth_users set email = $1 where id = $2', [email, rows[0].id]);
  assert.equal(codeOf(await post('sign-in-link', { token })), 'LINK_SPENT');
});

test('a link opens an account only where a sign-up would, and the answer never says who has one', async () => {
  await setRules({ sign_ups: 'closed' });
  const closed = await ask('stranger@example.com');
  const known = await ask('grace@example.com');
  assert.deepEqual([closed.status, closed.text], [known.status, known.text]);
  await newestLink('grace@example.com', 2);
  assert.deepEqual(await mailsTo(service, 'stranger@example.com', 0), []);

  await setRules({ sign_ups: 'invite', sign_up_domains: ['example.com'] });
  const made = await service.call('POST', '/v1/operator/invites', { key: desk.key, body: { reason: 'a friend' } });
  const invite = new URL(made.json.url).searchParams.get('invite') ?? '';
  await ask('uninvited@example.com');
  await ask('invited@elsewhere.test', { invite });
  await ask('invited@example.com', { invite });
  const link = await newestLink('invited@example.com');
  for (const address of ['uninvited@example.com', 'invited@elsewhere.test'])
    assert.deepEqual(await mailsTo(service, address, 0), []);
  assert.equal(link.invite, invite);
  assert.equal(codeOf(await post('sign-in-link', { token: link.token })), 'INVITE_NEEDED');
  await ask('invited@example.com', { invite });
  const second = await newestLink('invited@example.com', 2);
  const opened = await post('sign-in-link', { token: second.token, invite });
  assert.equal(opened.status, 200, opened.text);
  assert.equal((await accountOf(service, opened.cookie))?.email, 'invited@example.com');

  await setRules({ sign_ups: 'open' });
  await ask('late@example.com');
  const late = await newestLink('late@example.com');
  await setRules({ sign_ups: 'closed' });
  assert.equal(codeOf(await post('sign-in-link', { token: late.token })), 'SIGN_UPS_CLOSED');
  await setRules({});
});

test('an address gets three links in a quarter of an hour, and an IP address asks for five a minute', async () => {
  const asked = await Promise.all(Array.from({ length: 6 }, () => ask('flood@example.com')));
  assert.deepEqual(asked.map(({ status }) => status).sort(), [200, 200, 200, 429, 429, 429]);
  assert.equal((await mailsTo(service, 'flood@example.com', 3)).length, 3);
  const one = from();
  const many = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      postAuth(service, 'request-sign-in-link', { email: `many${index}@example.com` }, { from: one }),
    ),
  );
  assert.equal(many.filter(({ status }) => status === 429).length, 3);
});
