// Strangers want past the second factor: by guessing, by racing, by a link, by the database, by changing it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadSecret } from '../../../src/app/secret.ts';
import { resealSecondFactors } from '../../../src/modules/account/reseal-second-factors.ts';
import { makeWelcomeToken } from '../../../src/modules/account/welcome-link.ts';
import { removeSecondFactor } from '../../../src/store/second-factors.ts';
import { awayFromTheEdge, codeNow, totpAt, turnOnSecondFactor, unusedCode } from '../../support/authenticator.ts';
import { accountOf, openLink, PASSWORD, postAuth, signUp } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';

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

test('of many who send the same code or recovery code at once, one is let in', async () => {
  const { key, email, codes } = await personWithCodes('race@example.com');
  await awayFromTheEdge();
  for (const [path, code] of [
    ['verify-totp', unusedCode(key)],
    ['verify-backup-code', codes[0]],
  ]) {
    const halves = await Promise.all(Array.from({ length: 5 }, () => withPassword(email)));
    const tried = await Promise.all(halves.map(({ cookie }) => post(`two-factor/${path}`, { code }, cookie)));
    assert.equal(tried.filter(({ status }) => status === 200).length, 1, tried.map(({ text }) => text).join('\n'));
    const seen = await Promise.all(tried.map(({ cookie }) => accountOf(service, cookie)));
    assert.equal(seen.filter(Boolean).length, 1);
  }
  const spent = await post('two-factor/verify-backup-code', { code: codes[0] }, (await withPassword(email)).cookie);
  assert.equal(spent.status, 401);
});

test('the link of the command line asks for the code too, and the operator can remove a lost second factor', async () => {
  const { cookie, email } = await personWithCodes('link@example.com');
  const account = await accountOf(service, cookie);
  const token = await makeWelcomeToken(service.app.database.queries, account?.id ?? '');
  const opened = await fetch(`${service.origin}/welcome/${token}`, { redirect: 'manual' });
  assert.equal(opened.headers.get('location'), '/sign-in?step=code');
  const { rows } = await service.app.database.pool.query('select id from auth_users where email = $1', [email]);
  assert.equal(await service.app.database.transaction((trx) => removeSecondFactor(trx, rows[0].id)), true);
  assert.equal(await accountOf(service, cookie), undefined, 'sessions end with it');
  assert.ok(await accountOf(service, (await withPassword(email)).cookie));
  const second = await makeWelcomeToken(service.app.database.queries, account?.id ?? '');
  assert.ok(await accountOf(service, await openLink(`${service.origin}/welcome/${second}`)));
});

test('guesses end a sign-in after five, and lock the second factor after ten', async () => {
  const { key, email, codes } = await personWithCodes('guessed@example.com');
  await awayFromTheEdge();
  for (let round = 0; round < 2; round += 1) {
    const { cookie } = await withPassword(email);
    for (let guess = 0; guess < 5; guess += 1)
      assert.equal((await post('two-factor/verify-totp', { code: totpAt(key, guess * 900) }, cookie)).status, 401);
    const after = await post('two-factor/verify-totp', { code: unusedCode(key) }, cookie);
    assert.ok([400, 401, 429].includes(after.status), after.text);
  }
  const { cookie } = await withPassword(email);
  for (const [path, code] of [
    ['verify-totp', unusedCode(key)],
    ['verify-backup-code', codes[1]],
  ])
    assert.equal((await post(`two-factor/${path}`, { code }, cookie)).status, 429);
  const oneAddress = await Promise.all(
    Array.from({ length: 6 }, () =>
      postAuth(service, 'two-factor/verify-totp', { code: '000000' }, { from: '10.8.0.1' }),
    ),
  );
  assert.ok(
    oneAddress.some(({ status }) => status === 429),
    'one address may guess three times in ten seconds',
  );
});

test('turning it on or off and new recovery codes need the password', async () => {
  const { cookie: first } = await signUp(service, 'asked@example.com', { from: from() });
  assert.equal((await post('two-factor/enable', {}, first)).status, 400);
  assert.equal((await post('two-factor/enable', { password: 'wrong password' }, first)).status, 400);
  const { cookie, codes } = await turnOnSecondFactor(service, first, from());
  assert.equal((await post('two-factor/disable', {}, cookie)).status, 400);
  assert.equal((await post('two-factor/generate-backup-codes', { password: 'wrong password' }, cookie)).status, 400);
  const renewed = await post('two-factor/generate-backup-codes', { password: PASSWORD }, cookie);
  const fresh = (JSON.parse(renewed.text) as { backupCodes: string[] }).backupCodes;
  assert.equal(new Set([...codes, ...fresh]).size, 20);
  const half = await withPassword('asked@example.com');
  assert.equal((await post('two-factor/verify-backup-code', { code: codes[0] }, half.cookie)).status, 401);
  assert.equal(
    (await post('two-factor/verify-backup-code', { code: fresh[0]?.toUpperCase() }, half.cookie)).status,
    200,
  );
  const security = await fetch(`${service.origin}/auth/security`, { headers: { cookie } });
  assert.deepEqual(await security.json(), {
    ended_ways: null,
    has_password: true,
    providers: [],
    second_factor: true,
    recovery_codes_left: 9,
    email_verified: false,
    passkeys: [],
  });
  const off = await post('two-factor/disable', { password: PASSWORD }, cookie);
  assert.equal(off.status, 200, off.text);
  assert.ok(await accountOf(service, (await withPassword('asked@example.com')).cookie));
});

test('who has no password must have signed in a moment ago to change the second factor', async () => {
  const account = await service.account();
  const { pool, queries } = service.app.database;
  const cookie = await openLink(`${service.origin}/welcome/${await makeWelcomeToken(queries, account.id)}`);
  assert.equal((await post('two-factor/enable', {}, cookie)).status, 200);
  await pool.query(
    `update auth_sessions s set created_at = now() - interval '1 hour' from auth_users u
    where u.id = s.user_id and u.email = $1`,
    [account.email],
  );
  const late = await post('two-factor/enable', {}, cookie);
  assert.deepEqual([late.status, JSON.parse(late.text).code], [403, 'SIGN_IN_AGAIN']);
});

test('keys of apps and recovery codes are encrypted with SECRET, also with the next one', async () => {
  const { key, email, codes } = await personWithCodes('sealed@example.com');
  const { database } = service.app;
  const secret = loadSecret(service.config.secret, service.config.dataDir);
  const { rows } = await database.pool.query('select secret, backup_codes from auth_second_factors');
  const stored = JSON.stringify(rows);
  for (const plain of [key.toString(), codes[0] ?? '']) assert.ok(!stored.includes(plain));
  const next = 'the next secret of this service';
  assert.equal(await database.transaction((trx) => resealSecondFactors(trx, secret, next)), rows.length);
  const half = await withPassword(email);
  assert.equal((await post('two-factor/verify-totp', { code: unusedCode(key) }, half.cookie)).status, 500);
  await assert.rejects(database.transaction((trx) => resealSecondFactors(trx, secret, 'another secret')));
  await database.transaction((trx) => resealSecondFactors(trx, next, secret));
  const again = await withPassword(email);
  assert.equal((await post('two-factor/verify-totp', { code: codeNow(key) }, again.cookie)).status, 200);
});
