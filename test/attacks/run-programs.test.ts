// Programs that customers run: they print and end, or meet a limit; they reach no network, no file of the service, and no other's turn.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { Sandbox } from '@atelier/kit';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { createProgramEngine } from '../../src/engines/preview/run-program.ts';
import { needSandbox } from '../support/sandbox.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let account: TestAccount;

before(async () => {
  await needSandbox();
  needProgram('python');
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
});
after(() => service?.stop());

const run = (language: string, code: string, more: { input?: string; key?: string; signal?: AbortSignal } = {}) => {
  const { key = account.liveKey, signal, ...rest } = more;
  const body = { language, code, ...rest };
  return service.call('POST', '/v1/code/run', { key, body, ...(signal ? { signal } : {}) });
};

test('JavaScript and Python run, read their input, and answer with what they printed, free', async () => {
  const python = await run('python', 'import sys\nprint("Hello,", sys.stdin.read())\nsys.exit(3)', { input: 'Ada' });
  assert.deepEqual([python.json.output, python.json.exit_code, python.json.ended_by], ['Hello, Ada\n', 3, 'exited']);
  const script = await run('javascript', 'console.log([1, 2].map((n) => n * 2)); console.error("über");');
  assert.deepEqual([script.json.output, script.json.errors, script.json.exit_code], ['[ 2, 4 ]\n', 'über\n', 0]);
  const module = await run('javascript', 'import os from "node:os"; console.log(typeof os.EOL);');
  assert.equal(module.json.output, 'string\n');
  const broken = await run('python', 'print(');
  assert.match(broken.json.errors, /SyntaxError/);
  assert.equal((await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits, 1000);
});

test('a program finds no network, no file of the service and none of its settings', async () => {
  const code = `import os, socket
for address in (('127.0.0.1', ${service.config.port}), ('1.1.1.1', 53)):
    try:
        socket.create_connection(address, 2); print('reached', address)
    except OSError as error: print('refused')
print(os.path.exists(${JSON.stringify(service.config.dataDir)}), sorted(name for name in os.environ if 'SECRET' in name or 'DATABASE' in name))
print(os.getuid() != 0)`;
  const { json } = await run('python', code);
  assert.equal(json.output, 'refused\nrefused\nFalse []\nTrue\n', json.errors);
});

test('a program opens no socket beside its own network, no unnamed shared memory, and reads no path of the machine', async () => {
  const code = `import mmap, os, socket, sys
sys.stdout.reconfigure(errors='replace')
def attempt(name, work):
    try:
        work(); print(name, 'works')
    except OSError as error: print(name, error.errno)
attempt('vsock', lambda: socket.socket(40, 1))
attempt('vsock pair', lambda: socket.socketpair(40, 1))
attempt('alg', lambda: socket.socket(38, 5))
attempt('netlink of the kernel', lambda: socket.socket(16, 3, 15))
attempt('unix', lambda: socket.socketpair())
attempt('inet', lambda: socket.socket(socket.AF_INET))
attempt('inet6', lambda: socket.socket(socket.AF_INET6))
attempt('interfaces', socket.if_nameindex)
attempt('shared', lambda: mmap.mmap(-1, 4096))
attempt('zero', lambda: open('/dev/zero', 'r+b'))
attempt('private', lambda: mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
print(${JSON.stringify(service.config.dataDir)} in open('/proc/1/cmdline').read())`;
  const { json } = await run('python', code);
  assert.deepEqual(
    json.output.trim().split('\n'),
    [
      'vsock 97',
      'vsock pair 97',
      'alg 97',
      'netlink of the kernel 97',
      'unix works',
      'inet works',
      'inet6 works',
      'interfaces works',
      'shared 1',
      'zero 13',
      'private works',
      'False',
    ],
    json.errors,
  );
  const script = await run('javascript', 'console.log(require("os").networkInterfaces(), process.getuid() > 0);');
  assert.match(script.json.output, /true\n$/, script.text);
});

test('the kernel bounds what one process of Python maps, and what any process fills', async () => {
  const mapped = await run('python', 'import mmap\nmmap.mmap(-1, 2 << 30, mmap.MAP_PRIVATE, mmap.PROT_READ)');
  assert.match(mapped.json.errors, /Cannot allocate memory/);
  const limits = await run('javascript', 'console.log(require("fs").readFileSync("/proc/self/limits", "utf8"));');
  assert.match(limits.json.output, /^Max cpu time +11 +11 /m);
  assert.match(limits.json.output, /^Max data size +1073741824 +1073741824 /m);
});

test('a program ends by its time while the event loop of the service is blocked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  const sandbox = new Sandbox();
  assert.equal(await sandbox.problem(), null);
  const engine = createProgramEngine({
    folder,
    sandbox,
    limits: {
      watch: { everyMs: 100, memoryBytes: 2 ** 28, timeMs: 1_000, burstSeconds: 10, recoveryShare: 0, sockets: 100 },
    },
  });
  const before = new Set(runningChildren());
  const code = 'import time\nprint("begun")\ntime.sleep(600)';
  const result = engine.run({ language: 'python', code, input: '' }, new AbortController().signal);
  const isOurs = () => runningChildren().filter((pid) => !before.has(pid));
  const isBegun = () =>
    isOurs()
      .flatMap(childrenOf)
      .flatMap(childrenOf)
      .some((pid) => fact(pid, 'cmdline').includes('program.py'));
  await until(isBegun, { saying: 'the program runs' });
  // From here on, no timer, no message and no ended process is noticed by this thread.
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const patienceMs = performance.now() + 120_000;
  while (isOurs().length > 0 && performance.now() < patienceMs) Atomics.wait(clock, 0, 0, 50);
  assert.deepEqual(isOurs(), []);
  assert.equal((await result).end, 'time');
  await rm(folder, { recursive: true, force: true });
});

/** Those that have not ended, whether their parent knows that or not. */
function runningChildren(): string[] {
  return childrenOf('self').filter((pid) => !/\) [ZX] /.test(fact(pid, 'stat')));
}

function childrenOf(parent: string): string[] {
  const threads = existsSync(`/proc/${parent}/task`) ? readdirSync(`/proc/${parent}/task`) : [];
  return threads.flatMap((thread) => fact(parent, `task/${thread}/children`).split(' ').filter(Boolean));
}

function fact(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

test('endless output, endless work and endless memory end at their limits', async () => {
  const loud = await run('python', 'while True: print("x" * 1000)');
  assert.equal(loud.json.ended_by, 'output');
  assert.ok(loud.json.output.length <= 64 * 1024);
  assert.equal(loud.json.exit_code, null);
  // Node buffers what a loop prints, so this one may meet its own heap first.
  const script = await run('javascript', 'for (;;) console.log("x".repeat(1000));');
  assert.notEqual(script.json.exit_code, 0);
  assert.ok(script.json.output.length <= 64 * 1024);
  const busy = await run('python', 'print("begun")\nwhile True: pass');
  assert.ok(['time', 'resources'].includes(busy.json.ended_by), busy.text);
  assert.equal(busy.json.output, 'begun\n');
  const greedy = await run('python', 'blocks = []\nwhile True: blocks.append(bytearray(20_000_000))');
  assert.ok(greedy.json.ended_by === 'resources' || /MemoryError/.test(greedy.json.errors), greedy.text);
});

test('one program of an account at a time, and a caller who leaves ends it', async () => {
  const leaving = new AbortController();
  const sleep = () =>
    run('python', 'import time\ntime.sleep(9)', { signal: leaving.signal }).catch(() => ({ status: 0, text: 'left' }));
  const both = [sleep(), sleep()];
  const first = await Promise.race(both);
  assert.equal(first.status, 429, first.text);
  leaving.abort();
  assert.ok((await Promise.all(both)).some(({ status }) => status === 0));
  await until(async () => (await run('python', 'print(1)')).status === 200, { saying: 'the turn is free again' });
});

test('other languages, an empty program and one that is too long are refused', async () => {
  for (const [language, code] of [
    ['bash', 'ls'],
    ['python', ''],
    ['python', 'x'.repeat(100_001)],
  ] as const) {
    const { status, json } = await run(language, code);
    assert.deepEqual([status, json.error.code], [400, 'invalid_parameter']);
  }
});
