// The command line, spawned for real against a real service; test/full/contract/client-cli.test.ts has the rest.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { settlePayment } from '../../src/modules/payments/settlement.ts';
import { ATELIER, type RunOptions, runCommandLine } from '../support/command-line.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
let folder: string;

before(async () => {
  service = await startService();
  account = await service.account();
  folder = mkdtempSync(join(tmpdir(), 'atelier-cli-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

const live = () => ({ ATELIER_URL: service.origin, ATELIER_API_KEY: account.liveKey, HOME: folder });
const sandbox = () => ({ ...live(), ATELIER_API_KEY: account.testKey });

function atelier(args: string[], options: Partial<RunOptions> = {}) {
  return runCommandLine(process.execPath, [ATELIER, ...args], { env: live(), cwd: folder, ...options });
}

test('login keeps a key that works, readable by its owner only, and later commands use it', async () => {
  const env = { HOME: join(folder, 'home'), ATELIER_URL: service.origin };
  const refused = await atelier(['login', 'sk_live_wrong'], { env });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /atelier login/);
  const stored = await atelier(['login', account.liveKey, '--url', service.origin], { env: { HOME: env.HOME } });
  assert.equal(stored.code, 0, stored.stderr);
  const file = join(env.HOME, '.config/atelier/config.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const listed = await atelier(['models', '--json'], { env: { HOME: env.HOME } });
  assert.ok(JSON.parse(listed.stdout).length > 0);
});

test('chat streams an answer, takes what is piped in, and gives the whole reply as JSON', async () => {
  const said = await atelier(['chat', 'hello', 'sea', '-m', 'sandbox-echo-1'], { env: sandbox() });
  assert.deepEqual([said.code, said.stdout], [0, 'hello sea\n'], said.stderr);
  const piped = await atelier(['chat', '-m', 'sandbox-echo-1'], { env: sandbox(), input: 'from a pipe\n' });
  assert.equal(piped.stdout, 'from a pipe\n');
  const json = await atelier(['chat', 'x', '-m', 'sandbox-echo-1', '--json'], { env: sandbox() });
  assert.equal(JSON.parse(json.stdout).choices[0].message.content, 'x');
});

test('code goes to stdout, what the syntax check found to stderr', async () => {
  const order = 'def twice(x):\n    return 2 * x';
  const said = await atelier(['code', order, '-l', 'python', '-m', 'sandbox-echo-1'], { env: sandbox() });
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /def twice/);
  assert.match(said.stderr, /^python/);
});

test('an image is saved, and drawn in its own colours', async () => {
  const said = await atelier([
    'image',
    'a red ball',
    '--size',
    '96x64',
    '--seed',
    '3',
    '-o',
    'ball.png',
    '--show',
    'blocks',
  ]);
  assert.equal(said.code, 0, said.stderr);
  const picture = sharp(join(folder, 'ball.png'));
  const { width, height } = await picture.metadata();
  assert.deepEqual([width, height], [96, 64]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by them.
  const cells = [...said.stdout.matchAll(/\x1b\[38;2;(\d+);(\d+);(\d+);48;2;(\d+);(\d+);(\d+)m▀/g)];
  assert.equal(cells.length, 64 * 21);
  const drawn = [0, 1, 2].map((at) => mean(cells.flatMap((cell) => [Number(cell[at + 1]), Number(cell[at + 4])])));
  const { channels } = await picture.removeAlpha().stats();
  for (const [at, value] of drawn.entries())
    assert.ok(Math.abs(value - (channels[at]?.mean ?? 0)) < 4, `channel ${at}: ${value} and ${channels[at]?.mean}`);
});

test('keys are made, seen and revoked', async () => {
  const made = await atelier(['keys', 'create', 'robot', '--scopes', 'chat:read', '--json']);
  const { id, key } = JSON.parse(made.stdout);
  const narrow = await atelier(['usage'], { env: { ...live(), ATELIER_API_KEY: key } });
  assert.equal(narrow.code, 1);
  assert.match(narrow.stderr, /scope/);
  assert.match((await atelier(['keys'])).stdout, /robot/);
  assert.match((await atelier(['keys', 'revoke', id])).stdout, /is revoked/);
});

test('errors are explained, with an exit code for wrong usage and another for failures', async () => {
  const unknown = await atelier(['paint']);
  assert.deepEqual([unknown.code, unknown.stderr], [2, 'There is no command "paint". See: atelier --help\n']);
  const option = await atelier(['image', 'x', '--colour', 'red']);
  assert.equal(option.code, 2);
  assert.match(option.stderr, /Unknown option '--colour'.*atelier image --help/);
  const nobody = await atelier(['models'], { env: { HOME: folder } });
  assert.match(nobody.stderr, /atelier login sk_live_/);
  const away = await atelier(['models', '--url', 'http://127.0.0.1:9'], { env: { ...live(), NODE_OPTIONS: '' } });
  assert.equal(away.code, 1);
  assert.match(away.stderr, /cannot be reached\. Is it running\?/);
  const wrong = await atelier(['chat', 'x', '-m', 'none', '--json']);
  assert.equal(JSON.parse(wrong.stdout).error.code, 'unknown_model');
});

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

test('invoices are listed with their sums and saved as PDF', async () => {
  await service.app.database.transaction((trx) =>
    settlePayment(trx, service.app.prices, {
      ...{ accountId: account.id, environment: 'live', gateway: 'builtin', gatewayId: 'cli', amount: 1234 },
      ...{ currency: 'eur', credits: 1234, description: '1234 credits' },
    }),
  );
  const listed = await atelier(['invoices']);
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, /doc_\w+ +invoice .*12\.34 EUR .*1234 credits/);
  const [payment] = JSON.parse((await atelier(['invoices', '--json'])).stdout);
  const saved = await atelier(['invoices', 'download', payment.documents[0].id, '-o', 'one.pdf']);
  assert.equal(saved.code, 0, saved.stderr);
  assert.equal(readFileSync(join(folder, 'one.pdf')).subarray(0, 5).toString(), '%PDF-');
});
