// On a machine without Chromium, Redis and bubblewrap the tests that need them fail, in words, with the command that helps.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { runCommandLine } from '../../support/command-line.ts';

const SUPPORT = join(import.meta.dirname, '..', '..', 'support');
const HIDDEN = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'redis-server', 'bwrap'];
const addressOf = (file: string) => JSON.stringify(pathToFileURL(join(SUPPORT, file)).href);

test('an ordinary user without the programs is told what to install, and the run fails', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-programs-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'some.test.mjs'),
    `import test from 'node:test';
    test('browser', async () => (await import(${addressOf('browser.ts')})).openBrowser());
    test('counter', async () => (await import(${addressOf('redis.ts')})).startRedis());
    test('sandbox', async () => (await import(${addressOf('sandbox.ts')})).needSandbox());`,
  );
  const reporter = `--test-reporter=${join(SUPPORT, 'reporter.ts')}`;
  const { code, stdout, stderr } = await runCommandLine(
    needProgram('sandbox'),
    [...machineWithout(HIDDEN), process.execPath, '--test', reporter, join(folder, 'some.test.mjs')],
    { cwd: folder, env: { CI: 'true', HOME: folder } },
  );
  assert.equal(code, 1, stderr);
  for (const name of ['chromium-headless-shell', 'redis-server', 'bubblewrap'])
    assert.ok(
      stdout.includes(`This test needs ${name}, which is not installed. As root: apt-get install -y ${name}\n`),
      `${stdout}${stderr}`,
    );
  assert.match(stdout, /^# tests 3\n# suites 0\n# pass 0\n# fail 3$/m);
});

/** This machine as another user sees it, with a file that nobody can run in place of each program. */
function machineWithout(names: readonly string[]): string[] {
  const folders = `${process.env.PATH}${delimiter}/usr/bin${delimiter}/usr/sbin`.split(delimiter).filter(Boolean);
  const places = new Set(folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(existsSync));
  const hide = [...places].flatMap((place) => ['--ro-bind', '/dev/null', place]);
  return ['--dev-bind', '/', '/', ...hide, '--unshare-user', '--uid', '1000', '--gid', '1000'];
}
