// Programs that customers run: they print and end, or meet a limit; they reach no network, no file of the service, and no other's turn.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
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
