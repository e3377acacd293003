// `npm start` from a copied checkout on awkward machines: old Nodes, other users, full disks, no IPv6, taken ports. Needs root on Linux.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { copyCheckout, type HostStart, startOnHost } from '../support/host-start.ts';

const NOBODY = 65_534;
const LAUNCHERS = ['20', '22', '24'];
/** Grown step by step under one data folder: what a start left that failed must not hinder the next. */
const DISK_KIB = [0, 64, 1_024, 8_192, 24_576, 36_864, 45_056, 53_248, 65_536, 81_920, 131_072, 262_144, 524_288];

const folder = mkdtempSync(join(tmpdir(), 'atelier-hosts-'));
const checkout = join(folder, 'Größe und Maß', 'atelier');
const mounts: string[] = [];
const rows: { host: string; result: string }[] = [];

before(() => {
  assert.equal(process.getuid?.(), 0, 'other users and disks of a given size need root');
  // The folder of a person: everybody may enter it.
  chmodSync(folder, 0o755);
  copyCheckout(checkout);
});
after(() => {
  for (const mounted of mounts) execFileSync('umount', ['--lazy', mounted]);
  rmSync(folder, { recursive: true, force: true });
  console.table(rows);
});

for (const version of LAUNCHERS)
  test(`Node ${version} launches it, as root, from a path with spaces and umlauts`, async () => {
    const bin = bringNode(version);
    const printed = execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim();
    assert.ok(printed.startsWith(`v${version}.`), printed);
    await assertServes(`launcher ${printed}, root`, { env: { PATH: `${bin}:${process.env.PATH}` } });
  });

test('an ordinary user starts a checkout of root with a home that cannot be written', async () => {
  const home = join(folder, 'home');
  mkdirSync(home);
  chmodSync(home, 0o555);
  const through = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
  const dataDir = ownFolder('data of nobody');
  await assertServes('ordinary user, read-only home', { env: { HOME: home, DATA_DIR: dataDir }, through });
  assert.deepEqual(readdirSync(home), []);
});

test('a port that is taken is told in a sentence, and costs the owner no key', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const dataDir = join(folder, 'taken port');
  const words = await assertRefuses({ PORT: String(port), DATA_DIR: dataDir });
  assert.equal(
    words,
    `Port ${port} is in use by another program. Stop it, or set another PORT (of a worker: WORKER_PORT).`,
  );
  await new Promise((resolve) => other.close(resolve));
  await assertServes('port taken: refused in words, then started', { env: { PORT: String(port), DATA_DIR: dataDir } });
});

test('a data folder on another filesystem works', async () => {
  await assertServes('data on tmpfs', { env: { DATA_DIR: join(mountDisk('other disk', 524_288), 'data') } });
});

test('a disk that is full at any stage of the first start is told in a sentence, and a start with room works', async () => {
  const disk = mountDisk('small disk', 4);
  const stages: string[] = [];
  let lastFull = 0;
  for (const kib of DISK_KIB) {
    // Less than a page would mean no limit.
    execFileSync('mount', ['-o', `remount,size=${Math.max(4, kib)}k`, disk]);
    const service = startOnHost({
      cwd: checkout,
      env: { DATA_DIR: join(disk, 'data'), PORT: String(await freePort()) },
    });
    const runs = await service.settled();
    await service.stop();
    const output = service.output();
    if (runs) {
      assert.match(output, /first-start\.txt/, 'the first start that works says where the keys are');
      rows.push({
        host: 'disk full',
        result: `${stages.length} sizes up to ${lastFull / 1024} MB refused, ${kib / 1024} MB runs`,
      });
      assert.ok(stages.length >= 4, 'no stage was ever full: the test proved nothing');
      return;
    }
    lastFull = kib;
    stages.push(output);
    assertOneSentence(output, /^The disk of .* is full\. Free some room/m);
    assert.deepEqual(serversOf(disk), [], 'PostgreSQL does not outlive the start');
  }
  assert.fail(`it never ran:\n${stages.at(-1)}`);
});

test('a machine without IPv6 serves, and an IPv6 address is refused in words', async () => {
  const script =
    'ip link set lo up && echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 && echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6 && exec "$@"';
  const through = ['unshare', '--net', 'sh', '-ec', script, 'sh'];
  const env = { DATA_DIR: join(folder, 'no ipv6') };
  await assertServes('no IPv6', { env, through });
  const words = await assertRefuses({ ...env, HOST: '::1', SECRET: 'a secret of this test, long enough' }, through);
  assert.match(words, /is not an address of this machine|cannot listen/);
});

/** Starts it, calls it from where it runs, stops it; the keys and the charge are real. */
async function assertServes(host: string, start: Partial<HostStart>): Promise<void> {
  const began = performance.now();
  const port = start.env?.PORT ?? String(await freePort());
  const DATA_DIR = start.env?.DATA_DIR ?? join(folder, `data ${rows.length}`);
  const service = startOnHost({ cwd: checkout, ...start, env: { ...start.env, PORT: port, DATA_DIR } });
  try {
    assert.ok(await service.settled(), service.output());
    const startMs = Math.round(performance.now() - began);
    const key = /sk_test_\w+/.exec(service.output())?.[0] ?? '';
    const answer = chatFrom(service.child.pid ?? 0, port, key);
    assert.match(answer, /^200 [\d.]+$/);
    rows.push({ host, result: `ready after ${startMs} ms, a chat was charged ${answer.slice(4)} credits` });
  } finally {
    assert.equal(await service.stop(), 0, service.output());
  }
  assert.deepEqual(serversOf(DATA_DIR), [], 'PostgreSQL ended with it');
}

/** Inside the network namespace of the service, which may have a loopback device of its own. */
function chatFrom(pid: number, port: string, key: string): string {
  const program =
    `const answer = await fetch('http://127.0.0.1:${port}/sandbox/v1/chat/completions', { method: 'POST', headers: { authorization: 'Bearer ${key}', ` +
    `'content-type': 'application/json' }, body: JSON.stringify({ model: 'sandbox-echo-1', messages: [{ role: 'user', content: 'Good morning' }] }) }); ` +
    `await answer.text(); console.log(answer.status, answer.headers.get('x-credits-charged'))`;
  const args = ['--target', String(pid), '--net', process.execPath, '--input-type=module', '-e', program];
  return execFileSync('nsenter', args, { encoding: 'utf8' }).trim();
}

async function assertRefuses(env: Record<string, string>, through: readonly string[] = []): Promise<string> {
  const service = startOnHost({ cwd: checkout, env: { PORT: String(await freePort()), ...env }, through });
  assert.equal(await service.settled(), false, 'it must not run');
  assert.deepEqual(serversOf(env.DATA_DIR ?? ''), [], 'PostgreSQL does not outlive the start');
  return assertOneSentence(service.output(), /\S/);
}

/** Without npm's own lines: what is left is the sentence. */
function assertOneSentence(output: string, sentence: RegExp): string {
  const words = output
    .split('\n')
    .filter((line) => line.trim() && !/^(>|npm )/.test(line))
    .join('\n');
  assert.doesNotMatch(words, /^\s+at |node:internal/m, `a stack instead of words:\n${output}`);
  assert.match(words, sentence);
  assert.equal(words.split('\n').length, 1, `more than a sentence:\n${output}`);
  return words;
}

function bringNode(version: string): string {
  const place = join(folder, `node-${version}`);
  mkdirSync(place);
  const spec = `node-${process.platform}-${process.arch}@${version}`;
  const [packed = ''] = execFileSync('npm', ['pack', '--silent', spec], { cwd: place, encoding: 'utf8' })
    .trim()
    .split('\n');
  execFileSync('tar', ['-xzf', packed], { cwd: place });
  return join(place, 'package', 'bin');
}

function mountDisk(name: string, kib: number): string {
  const place = join(folder, name);
  mkdirSync(place);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k,mode=755`, 'tmpfs', place]);
  mounts.push(place);
  return place;
}

function ownFolder(name: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  chownSync(place, NOBODY, NOBODY);
  return place;
}

/** Process ids of PostgreSQL servers whose cluster lies below a folder. */
function serversOf(place: string): string[] {
  return readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && commandOf(pid).some((word) => place && word.startsWith(place)),
  );
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
