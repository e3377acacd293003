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

test('a file of a group that cannot be loaded is a failure', async () => {
  const group = pathToFileURL(join(SUPPORT, 'group.ts')).href;
  const missing = pathToFileURL(join(folder, 'missing.test.ts')).href;
  const { code, stdout } = await report(`import { runTogether } from '${group}'; runTogether(['${missing}']);`);
  assert.equal(code, 1);
  assert.match(stdout, /the file can be loaded/);
});
