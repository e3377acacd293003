// Two servers on one data folder, as two containers with a shared volume would run them: neither sees the other's processes.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { freePort } from '../../support/free-port.ts';

const MAIN = new URL('../../../src/main.ts', import.meta.url).pathname;
const CONTAINER = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc'];
const hasNamespaces = spawnSync('unshare', [...CONTAINER.slice(1), 'true']).status === 0;
const LIMIT_MS = 60_000;

let folder: string;
const started: ChildProcess[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-two-'));
  await chmod(folder, 0o711);
});
after(async () => {
  await Promise.all(started.map(stop));
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  port: number;
  /** Everything it printed so far. */
  output(): string;
}

/** `elsewhere`: in process and memory namespaces of its own, where the kernel allows that. */
async function launch(dataDir: string, args: string[], elsewhere: boolean): Promise<Started> {
  const port = await freePort();
  const [program = '', ...before] = [...(elsewhere && hasNamespaces ? CONTAINER : []), process.execPath];
  const child = spawn(program, [...before, MAIN, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      PULL_MODELS: '0',
      LOG_LEVEL: 'silent',
      NODE_COMPILE_CACHE: join(tmpdir(), 'atelier-test-compile-cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return { child, port, output: () => output };
}

/** Resolves with 'serves' or 'ended', whichever comes first. */
async function outcomeOf({ child, port, output }: Started): Promise<'serves' | 'ended'> {
  const deadlineMs = Date.now() + LIMIT_MS;
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null || child.signalCode !== null) return 'ended';
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
    if (isUp) return 'serves';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`neither served nor ended within a minute: ${output()}`);
}

/** To the whole group: unshare itself does not pass the signal on. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, 'SIGTERM');
  await gone;
}

async function run(
  dataDir: string,
  args: string[],
  elsewhere: boolean,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = await launch(dataDir, args, elsewhere);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

test('a second server in another container wants the data folder of a running one: it is refused, and commands still work', async () => {
  const dataDir = join(folder, 'shared');
  const first = await launch(dataDir, ['start'], false);
  assert.equal(await outcomeOf(first), 'serves', first.output());
  for (const command of ['start', 'serve']) {
    const second = await launch(dataDir, [command], true);
    assert.equal(await outcomeOf(second), 'ended', `${command}: ${second.output()}`);
    assert.match(second.output(), /data folder .* is in use by another server/);
  }
  const crew = await launch(dataDir, ['serve', '--workers', '2'], true);
  assert.equal(await outcomeOf(crew), 'ended', crew.output());
  for (const elsewhere of [false, true]) {
    const email = `beside-${elsewhere}@example.com`;
    const { code, output } = await run(dataDir, ['accounts', 'create', '--email', email, '--json'], elsewhere);
    assert.equal(code, 0, output);
  }
  assert.equal((await fetch(`http://127.0.0.1:${first.port}/healthz`)).status, 200);
  await stop(first.child);
});

test('a killed server keeps nobody out: the next one takes the folder over, whatever files were left in it', async () => {
  const dataDir = join(folder, 'killed');
  const first = await launch(dataDir, ['serve'], false);
  assert.equal(await outcomeOf(first), 'serves', first.output());
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await launch(dataDir, ['serve', '--workers', '2'], false);
  assert.equal(await outcomeOf(second), 'serves', second.output());
  await stop(second.child);
});

test('two containers start on one empty folder at the same moment: one serves, one is refused, one PostgreSQL runs', async () => {
  const dataDir = join(folder, 'race');
  const both = await Promise.all([launch(dataDir, ['start'], true), launch(dataDir, ['start'], true)]);
  const outcomes = await Promise.all(both.map(outcomeOf));
  assert.deepEqual(outcomes.toSorted(), ['ended', 'serves'], both.map(({ output }) => output()).join('\n'));
  const log = join(dataDir, 'postgres', 'postgres.log');
  const starts = existsSync(log) ? readFileSync(log, 'utf8').match(/starting PostgreSQL/g)?.length : 0;
  assert.equal(starts, 1, 'PostgreSQL was started once');
});
