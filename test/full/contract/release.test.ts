// A release in a clone of this checkout: version, changelog, packages, bill of materials, licences, checksums, tag.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..', '..');
let folder: string;
let clone: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-release-'));
  clone = join(folder, 'atelier');
  await run('git', ['clone', '--quiet', '--shared', ROOT, clone]);
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  // A link is no folder for .gitignore.
  await appendFile(join(clone, '.git', 'info', 'exclude'), 'node_modules\n');
  for (const [name, value] of [
    ['user.name', 'Releaser'],
    ['user.email', 'releaser@example.com'],
  ] as const)
    await run('git', ['config', name, value], { cwd: clone });
});
after(() => rm(folder, { recursive: true, force: true }));

function release(...args: string[]) {
  return run(process.execPath, ['scripts/release.mjs', ...args], { cwd: clone, maxBuffer: 16_000_000 });
}

async function refusalOf(...args: string[]): Promise<string> {
  const error = await release(...args).then(
    () => assert.fail('released'),
    (reason: { stderr: string }) => reason,
  );
  return error.stderr;
}

test('a release is refused without a newer version and with changes that are not committed', async () => {
  assert.match(await refusalOf(), /Usage/);
  assert.match(await refusalOf('0.0.9', '--skip-checks'), /not newer/);
  await appendFile(join(clone, 'README.md'), '\n');
  assert.match(await refusalOf('9.0.0', '--skip-checks'), /Commit or remove/);
  await run('git', ['checkout', '--quiet', 'README.md'], { cwd: clone });
});

test('a release stamps one version everywhere, packs, lists its contents and is tagged', async () => {
  // Also in the days after a release, when nothing is below "Unreleased" yet.
  const changelog = join(clone, 'CHANGELOG.md');
  const text = (await readFile(changelog, 'utf8')).replace(
    '## Unreleased\n',
    '## Unreleased\n\n### Fixed\n- Nothing.\n',
  );
  await writeFile(changelog, text);
  await run('git', ['commit', '--quiet', '--all', '--message', 'a change'], { cwd: clone });
  await release('9.0.0', '--skip-checks');
  const { stdout: files } = await run('git', ['show', '--name-only', '--format=', 'v9.0.0'], { cwd: clone });
  for (const file of ['package.json', 'client/package.json', 'package-lock.json', 'CHANGELOG.md'])
    assert.ok(files.includes(file), file);
  const lock = JSON.parse(await readFile(join(clone, 'package-lock.json'), 'utf8'));
  assert.equal(lock.packages[''].version, '9.0.0');
  assert.equal(lock.packages.client.version, '9.0.0');
  assert.match(
    await readFile(join(clone, 'CHANGELOG.md'), 'utf8'),
    /## Unreleased\n\n## 9\.0\.0 \(\d{4}-\d\d-\d\d\)\n/,
  );
  const out = join(clone, 'out', 'release');
  const sums = (await readFile(join(out, 'SHA256SUMS'), 'utf8')).trim().split('\n');
  assert.ok(sums.length >= 5);
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ');
    assert.equal(
      createHash('sha256')
        .update(await readFile(join(out, name)))
        .digest('hex'),
      sum,
      name,
    );
  }
  const sbom = JSON.parse(await readFile(join(out, 'sbom.cdx.json'), 'utf8'));
  assert.ok(sbom.components.some(({ name }: { name: string }) => name === 'pg'));
  assert.match(await readFile(join(out, 'licences.csv'), 'utf8'), /^pg,[\d.]+,MIT$/m);
  assert.match(await readFile(join(out, 'models.sha256'), 'utf8'), /^[0-9a-f]{64} {2}tinyllama-1\.1b-chat-1\//m);
  assert.match(await refusalOf('9.0.0', '--skip-checks'), /not newer/);
});

test('the packed client works in another project', async () => {
  const project = await mkdtemp(join(folder, 'project-'));
  const archive = join(clone, 'out', 'release', 'atelier-client-9.0.0.tgz');
  await run('npm', ['install', '--no-audit', '--no-fund', '--offline', archive], { cwd: project });
  const code = "import { AtelierError } from '@atelier/client'; console.log(typeof AtelierError)";
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: project });
  assert.equal(stdout, 'function\n');
});
