// A backup taken while the service works brings everything back elsewhere: money, keys, files, sealed secrets, the log of acts.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { turnOnSecondFactor, unusedCode } from '../support/authenticator.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { startObedientUpstream } from '../support/obedient-upstream.ts';
import { asDashboard, type OperatorKit, openDesk, signIn } from '../support/operator-kit.ts';
import { PASSWORD, postAuth, signUp } from '../support/people.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PHOTO = await readFile(join(ROOT, 'test', 'fixtures', 'photos', 'astronaut.webp'));

let folder: string;
let service: TestService;
let customer: TestAccount;
let desk: OperatorKit;
let fileUrl: string;
let endpointId: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-backup-'));
  service = await startService({ DATA_DIR: join(folder, 'data'), ALLOW_PRIVATE_WEBHOOKS: '1' });
  desk = await openDesk(service);
  customer = await service.account({ credits: 100 });
  await desk.act(`/accounts/${customer.id}/credits`, {
    credits: 23.456789,
    reason: 'a gift with “quotes” and \\ signs',
  });
  const form = new FormData();
  form.set('file', new Blob([PHOTO]), 'astronaut.webp');
  const uploaded = await fetch(`${service.origin}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.liveKey}` },
    body: form,
  });
  const file = (await uploaded.json()) as { url: string };
  assert.equal(uploaded.status < 300, true, JSON.stringify(file));
  fileUrl = new URL(file.url).pathname;
  const endpoint = await service.call('POST', '/v1/webhooks', {
    key: customer.liveKey,
    body: { url: 'http://127.0.0.1:9/hook', events: ['user.created'] },
  });
  endpointId = endpoint.json.id;
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test('what was backed up under load is restored to another database and goes on from there', async () => {
  const calls = Array.from({ length: 40 }, () =>
    desk.act(`/accounts/${customer.id}/credits`, { credits: 1, reason: 'one of many' }),
  );
  const backup = await run(['backup', '--to', join(folder, 'backup'), '--json'], settingsOf(service));
  assert.equal(backup.files, 1);
  await Promise.all(calls);

  const database = await createEmptyDatabase();
  const settings = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'restored') };
  const restored = await run(['restore', '--from', join(folder, 'backup'), '--json'], settings);
  assert.ok(restored.rows > 40 && restored.files_missing === 0, JSON.stringify(restored));
  const again = await startService({ ...settings, ALLOW_PRIVATE_WEBHOOKS: '1' });
  try {
    await seesTheSame(again);
    const { pool } = again.app.database;
    await assert.rejects(pool.query('delete from audit_log'), /append-only/);
    await assert.rejects(run(['restore', '--from', join(folder, 'backup')], settings), /in use|exists|not empty/);
  } finally {
    await again.stop();
    await database.drop();
  }
});

test('the database that comes with the service is restored as exactly what it was', async () => {
  const settings = { DATABASE_URL: '', DATA_DIR: join(folder, 'embedded') };
  await run(['restore', '--from', join(folder, 'backup')], settings);
  await run(['backup', '--to', join(folder, 'second')], settings);
  const [first, second] = await Promise.all(['backup', 'second'].map(linesOf));
  assert.ok(first && first.length > 50);
  assert.deepEqual(second, first);
  const names = await Promise.all(['backup', 'second'].map((name) => readdir(join(folder, name), { recursive: true })));
  assert.deepEqual(names[1]?.sort(), names[0]?.sort());
});

test('a backup that is cut off, damaged or of a newer version is refused before anything is touched', async () => {
  const settings = { DATABASE_URL: '', DATA_DIR: join(folder, 'untouched') };
  const restore = () => run(['restore', '--from', join(folder, 'backup')], settings);
  const manifest = join(folder, 'backup', 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  await appendFile(join(folder, 'backup', 'database.ndjson.gz'), 'x');
  await assert.rejects(restore(), /damaged/);
  await writeFile(manifest, text.replace('0001-accounts.sql', '9999-later.sql'));
  await assert.rejects(restore(), /newer version/);
  await rm(manifest);
  await assert.rejects(restore(), /no complete backup/);
  assert.ok(!(await readdir(folder)).includes('untouched'));
});

test('SECRET is rotated: webhooks are signed with the same secrets, and everybody signs in again, with the same second factor', async () => {
  const receiver = await startReceiver();
  const upstream = await startObedientUpstream(['big-1']);
  const database = await createEmptyDatabase();
  const settings = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'rotated'), ALLOW_PRIVATE_WEBHOOKS: '1' };
  let node = await startService(settings);
  try {
    const account = await node.account();
    const { json } = await node.call('POST', '/v1/webhooks', { key: account.liveKey, body: { url: receiver.url } });
    const send = () => node.call('POST', `/v1/webhooks/${json.id}/test`, { key: account.liveKey, body: {} });
    const cookie = await signIn(node, account);
    const person = { email: 'second@example.com', cookie: (await signUp(node, 'second@example.com')).cookie };
    const { key, codes } = await turnOnSecondFactor(node, person.cookie);
    const operator = await openDesk(node);
    const added = await operator.act('/upstreams', {
      reason: 'a test',
      name: 'house',
      settings: { base_url: upstream.baseUrl, list_models: false, models: [{ id: 'house-1', upstream_id: 'big-1' }] },
      api_key: 'sk-upstream-secret',
    });
    assert.equal(added.status, 201, added.text);
    const built = await node.call('POST', '/v1/builder/build', {
      key: account.liveKey,
      body: { prompt: 'A simple calculator', preview: false },
    });
    const project = `/v1/builder/projects/${built.json.project_id}`;
    const variable = { key: account.liveKey, body: { value: 'kept over a rotation' } };
    assert.equal((await node.call('PUT', `${project}/variables/VITE_TITLE`, variable)).status, 200);
    const edited = { path: 'src/main.jsx', content: 'document.title = import.meta.env.VITE_TITLE;' };
    const saved = { base_version: 1, files: [edited] };
    assert.equal((await node.call('PUT', `${project}/files`, { key: account.liveKey, body: saved })).status, 200);
    const ledgerKeys = async () => (await node.call('GET', '/.well-known/ledger-keys.json')).json.keys;
    const signing = await ledgerKeys();
    await node.app.stop();
    const before = await readFile(join(settings.DATA_DIR, 'secret'), 'utf8');
    const rotated = await run(['rotate-secret', '--json'], settings);
    assert.equal(rotated.webhook_secrets_resealed, 1);
    assert.equal(rotated.second_factors_resealed, 1);
    assert.equal(rotated.upstream_keys_resealed, 1);
    assert.equal(rotated.project_variables_resealed, 1);
    assert.equal(rotated.ledger_keys_resealed, 1);
    assert.notEqual(await readFile(join(settings.DATA_DIR, 'secret'), 'utf8'), before);
    node = await startService(settings);
    assert.deepEqual(await ledgerKeys(), signing, 'the same key signs the ledgers');
    const shown = await node.call('GET', project, { key: account.liveKey });
    const preview = new URL(shown.json.preview_url).pathname;
    assert.match(await (await fetch(`${node.origin}${preview}main.js`)).text(), /kept over a rotation/);
    const session = await node.call('GET', '/v1/account', { headers: asDashboard(node, cookie) });
    assert.equal(session.status, 401);
    const password = await postAuth(node, 'sign-in/email', { email: person.email, password: PASSWORD });
    assert.match(password.text, /twoFactorRedirect/);
    const code = await unusedCode(key);
    const byApp = await postAuth(node, 'two-factor/verify-totp', { code }, { cookie: password.cookie });
    assert.equal(byApp.status, 200, byApp.text);
    const again = await postAuth(node, 'sign-in/email', { email: person.email, password: PASSWORD });
    const recovery = { code: codes[0] };
    const byRecovery = await postAuth(node, 'two-factor/verify-backup-code', recovery, { cookie: again.cookie });
    assert.equal(byRecovery.status, 200, byRecovery.text);
    const tried = await node.call('POST', '/v1/operator/upstreams/house/try', { key: operator.key, body: {} });
    assert.equal(tried.json.ok, true, tried.text);
    assert.equal(upstream.headers.at(-1)?.authorization, 'Bearer sk-upstream-secret');
    await send();
    await receiver.got(1);
    const [delivery] = receiver.received;
    const signature = createHmac('sha256', json.secret)
      .update(delivery?.body ?? '')
      .digest('hex');
    assert.equal(delivery?.headers['x-service-signature'], `sha256=${signature}`);
  } finally {
    receiver.close();
    await upstream.close();
    await node.stop();
    await database.drop();
  }
});

/** The same keys, money, file, secret and history; and new rows find their place after the old ones. */
async function seesTheSame(node: TestService): Promise<void> {
  const balance = await node.call('GET', '/v1/payments/balance', { key: customer.liveKey });
  assert.equal(balance.status, 200, balance.text);
  const { rows } = await node.app.database.pool.query(
    `select b.balance, (select sum(amount) from ledger l where l.account_id = b.account_id and l.environment = b.environment) as total
     from balances b`,
  );
  for (const row of rows) assert.equal(row.balance, row.total ?? 0);
  assert.ok(balance.json.credits >= 123.456789 && balance.json.credits <= 163.456789, String(balance.json.credits));
  const file = await fetch(`${node.origin}${fileUrl}`);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), PHOTO);
  const { json: gift } = await node.call('GET', '/v1/payments/transactions?limit=100', { key: customer.liveKey });
  assert.ok(
    gift.data.some(({ description }: { description: string }) => description.includes('“quotes” and \\ signs')),
  );
  const given = await node.call('POST', `/v1/operator/accounts/${customer.id}/credits`, {
    key: desk.key,
    body: { credits: 1, reason: 'after the restore' },
  });
  assert.equal(given.status, 200, given.text);
  const test = await node.call('POST', `/v1/webhooks/${endpointId}/test`, { key: customer.liveKey, body: {} });
  assert.equal(test.status, 200, test.text);
}

function settingsOf({ databaseUrl, config }: TestService): Record<string, string> {
  return { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
async function run(args: string[], settings: Record<string, string>): Promise<any> {
  const env = { PATH: process.env.PATH ?? '', ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'src', 'main.ts'), ...args], {
    cwd: folder,
    env,
  });
  return args.includes('--json') ? JSON.parse(stdout) : stdout;
}

async function linesOf(name: string): Promise<string[]> {
  return gunzipSync(await readFile(join(folder, name, 'database.ndjson.gz')))
    .toString('utf8')
    .split('\n')
    .sort();
}
