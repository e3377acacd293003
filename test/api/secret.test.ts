// SECRET at the start: one that cannot open what is stored is refused in words, and one that is lost can be given up.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const SECRET = 'the first secret of this test, long enough';
const OTHER = 'another secret of this test, long enough';
let service: TestService;
let account: TestAccount;
let database: { DATABASE_URL: string; TEST_WORKER: string };

before(async () => {
  service = await startService({ SECRET, TEST_WORKER: '0', ALLOW_PRIVATE_WEBHOOKS: '1' });
  database = { DATABASE_URL: service.databaseUrl, TEST_WORKER: '0' };
  account = await service.account();
  const { status } = await service.call('POST', '/v1/webhooks', {
    key: account.liveKey,
    body: { url: 'http://127.0.0.1:9/' },
  });
  assert.equal(status, 200);
});
after(() => service.stop());

const start = (secret: string) => startService({ ...database, SECRET: secret });

async function starts(secret: string): Promise<void> {
  const node = await start(secret);
  assert.equal((await node.call('GET', '/readyz')).status, 200);
  await node.stop();
}

const isRefused = (secret: string) =>
  assert.rejects(start(secret), (error: Error) => {
    assert.match(error.message, /^SECRET is not the one/);
    assert.match(error.message, /npm run rotate-secret/);
    assert.match(error.message, /accept-loss/);
    return true;
  });

const forgetProbe = () => service.app.database.pool.query('delete from secret_probe');

async function run(args: string[], settings: Record<string, string>): Promise<Record<string, unknown>> {
  const env = { ...process.env, LOG_LEVEL: 'silent', ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, ['src/main.ts', 'rotate-secret', ...args, '--json'], {
    env,
  });
  return JSON.parse(stdout);
}

test('another SECRET is refused, also by an installation of an earlier release, which has no probe', async () => {
  await starts(SECRET);
  await isRefused(OTHER);
  await forgetProbe();
  await isRefused(OTHER);
  await starts(SECRET);
  await isRefused(OTHER);
});

test('a database without secrets takes the first SECRET and no other', async () => {
  const fresh = await startService({ SECRET, TEST_WORKER: '0' });
  await assert.rejects(
    startService({ DATABASE_URL: fresh.databaseUrl, SECRET: OTHER, TEST_WORKER: '0' }),
    /SECRET is not the one/,
  );
  await fresh.stop();
});

/** The line of doctor, which stores nothing: neither a probe nor a secret. */
async function doctorSays(settings: Record<string, string>): Promise<string> {
  const env = { ...process.env, LOG_LEVEL: 'silent', DATABASE_URL: service.databaseUrl, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, ['src/main.ts', 'doctor'], { env }).catch(
    (error) => error,
  );
  return String(stdout)
    .split('\n')
    .filter((line) => /^. SECRET/.test(line))
    .join();
}

test('doctor says whether SECRET opens what is stored', async () => {
  const dataDir = `${service.config.dataDir}/doctor`;
  assert.equal(await doctorSays({ SECRET, DATA_DIR: dataDir }), '✓ SECRET: opens what is stored');
  assert.match(await doctorSays({ SECRET: OTHER, DATA_DIR: dataDir }), /^✗ SECRET: SECRET is not the one with which/);
  assert.match(await doctorSays({ DATA_DIR: dataDir }), /^✗ SECRET \(of the data folder\): SECRET is not the one/);
  await forgetProbe();
  assert.match(await doctorSays({ SECRET: OTHER, DATA_DIR: dataDir }), /^✗ SECRET: /);
  assert.match(await doctorSays({ SECRET, DATA_DIR: dataDir }), /^✓ SECRET: nothing is stored that another one/);
  const { rows } = await service.app.database.pool.query('select sealed from secret_probe');
  assert.equal(rows.length, 0);
});

test('SECRET that was rotated is the only one that starts, also where an earlier release has rotated it', async () => {
  const dataDir = service.config.dataDir;
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: `${dataDir}/rotation`, SECRET, NEW_SECRET: OTHER };
  assert.equal((await run([], settings)).webhook_secrets_resealed, 1);
  await starts(OTHER);
  await isRefused(SECRET);
  // As an earlier release leaves it: everything is encrypted again, except for the probe.
  const { rows } = await service.app.database.pool.query('select sealed from secret_probe');
  assert.equal((await run([], { ...settings, SECRET: OTHER, NEW_SECRET: SECRET })).webhook_secrets_resealed, 1);
  await service.app.database.pool.query('update secret_probe set sealed = $1', [rows[0].sealed]);
  await starts(SECRET);
  await isRefused(OTHER);
});

test('a SECRET that is lost can be given up: what is lost is counted, and the service starts', async () => {
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: `${service.config.dataDir}/loss`, SECRET: OTHER };
  await isRefused(OTHER);
  const lost = await run(['accept-loss'], settings);
  assert.deepEqual([lost.webhook_secrets_lost, lost.second_factors_lost], [1, 0]);
  await starts(OTHER);
  // Nothing was deleted: the earlier one, found again, opens all of it.
  await starts(SECRET);
});
