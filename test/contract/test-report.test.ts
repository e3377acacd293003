// The report of a test run: nothing that did not run or did not pass may look green in CI.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runCommandLine } from '../support/command-line.ts';

const SUPPORT = join(import.meta.dirname, '..', 'support');
const folder = mkdtempSync(join(tmpdir(), 'atelier-report-'));
after(() => rmSync(folder, { recursive: true }));

async function report(code: string, env: Record<string, string> = {}) {
  writeFileSync(join(folder, 'some.test.mjs'), `import test, { before, describe } from 'node:test';\n${code}`);
  const reporter = `--test-reporter=${join(SUPPORT, 'reporter.ts')}`;
  return runCommandLine(process.execPath, ['--test', reporter, 'some.test.mjs'], { cwd: folder, env });
}

test('tests that pass give the counts of node', async () => {
  const { code, stdout } = await report("test('one', () => {}); test('two', () => {});", { CI: 'true' });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^# tests 2\n# suites 0\n# pass 2\n# fail 0$/m);
});

test('a skipped test fails a run in CI, and only there', async () => {
  const skipped = "test('one', { skip: 'no tool' }, () => {});";
  assert.equal((await report(skipped)).code, 0);
  const { code, stdout } = await report(skipped, { CI: 'true' });
  assert.equal(code, 1);
  assert.match(stdout, /one \(no tool\)/);
});

test('a suite whose hook fails is a failure', async () => {
  const { code, stdout } = await report(
    "describe('suite', () => { before(() => { throw new Error('broken hook'); }); });",
  );
  assert.equal(code, 1);
  assert.match(stdout, /broken hook/);
  assert.match(stdout, /^# fail 1$/m);
});

const GROUP = pathToFileURL(join(SUPPORT, 'group.ts')).href;

/** Runs files as `npm test` does: from a queue. */
function reportQueue(files: Record<string, string>) {
  const queue = mkdtempSync(join(folder, 'queue-'));
  for (const [name, code] of Object.entries(files))
    writeFileSync(join(queue, name), `import test, { after, before } from 'node:test';\n${code}`);
  const addresses = [...Object.keys(files), 'missing.test.ts'].map((name) => [pathToFileURL(join(queue, name)).href]);
  writeFileSync(join(queue, 'queue.json'), JSON.stringify(addresses));
  writeFileSync(join(queue, 'process-1.mjs'), `import { runQueue } from '${GROUP}'; runQueue(import.meta.dirname);`);
  const reporter = `--test-reporter=${join(SUPPORT, 'reporter.ts')}`;
  return runCommandLine(process.execPath, ['--test', '--test-force-exit', reporter, 'process-1.mjs'], {
    cwd: queue,
    env: {},
  });
}

test('files that fail in any way leave the rest of the queue running, and each is a failure', async () => {
  const { code, stdout } = await reportQueue({
    'hooks.test.ts': `before(() => { throw new Error('broken before'); });
      after(() => { throw new Error('broken after'); }); test('one', () => {});`,
    'after.test.ts': "after(() => { throw new Error('broken at the end'); }); test('two', () => {});",
    'good.test.ts': "test('three', () => {});",
  });
  assert.equal(code, 1);
  assert.match(stdout, /broken before/);
  assert.match(stdout, /broken at the end/);
  assert.match(stdout, /^✔ good\.test\.ts \(1 tests/m);
  // The last of the queue cannot be loaded.
  assert.match(stdout, /the file can be loaded\n.*missing\.test\.ts/);
});

test('files that nobody ran because their process died are failures', async () => {
  const { code, stdout } = await reportQueue({
    'deadly.test.ts': "test('one', () => process.exit(0));",
    'waiting.test.ts': "test('two', () => {});",
  });
  assert.equal(code, 1);
  assert.match(stdout, /✖ waiting\.test\.ts\n.*\n.*did not run to its end/);
});
