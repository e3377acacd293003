// Checks without the platforms that every native package of the lock file is a build that its platform can load.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
// @ts-expect-error: a plain script, which must run before TypeScript does.
import { missingBuilds, unsupportedReason } from '../../scripts/platform.mjs';
import { readBinary } from '../support/binary-header.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
/** Debian 11 has 2.31, Ubuntu 22.04 has 2.35, Debian 12 has 2.36. */
const NEWEST_GLIBC_MINOR = 35;
const PLATFORMS = [
  { platform: 'linux', arch: 'x64', libc: 'glibc' },
  { platform: 'linux', arch: 'arm64', libc: 'glibc' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
] as const;
type Platform = (typeof PLATFORMS)[number];
interface Entry {
  version: string;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
}

const folder = await mkdtemp(join(tmpdir(), 'atelier-platforms-'));
after(() => rm(folder, { recursive: true, force: true }));
const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> };

for (const platform of PLATFORMS)
  test(`every native package for ${platform.platform} ${platform.arch} holds binaries of that platform`, async (t) => {
    const rows: string[] = [];
    for (const [name, entry] of nativePackages(platform)) {
      const binaries = await binariesOf(`${name}@${entry.version}`);
      assert.ok(binaries.length > 0, `${name} holds no binary`);
      for (const { file, header } of binaries) {
        assert.equal(header.system, platform.platform, `${name}: ${file}`);
        assert.ok(header.arch.includes(platform.arch), `${name}: ${file} is for ${header.arch.join(', ')}`);
      }
      const minor = Math.max(0, ...binaries.map(({ header }) => header.glibcMinor ?? 0));
      rows.push(`| ${name} | ${entry.version} | ${binaries.length} | ${minor ? `2.${minor}` : ''} |`);
      assert.ok(minor <= NEWEST_GLIBC_MINOR, `${name} needs glibc 2.${minor}`);
    }
    assert.ok(rows.length >= 8, `only ${rows.length} packages`);
    t.diagnostic(
      `\n| ${platform.platform} ${platform.arch} | version | binaries | glibc |\n|---|---|---:|---|\n${rows.join('\n')}`,
    );
    const unlocked = missingBuilds(ROOT, platform).filter((spec: string) => !isLocked(spec));
    t.diagnostic(
      `Installed beside the lock file on ${platform.platform} ${platform.arch}: ${unlocked.join(', ') || 'none'}`,
    );
    if (platform.platform === 'linux') assert.deepEqual(unlocked, [], 'the lock file must hold every build for Linux');
  });

test('an installation brings a native build that the lock file lacks', async () => {
  const project = join(folder, 'project');
  const name = `@esbuild/${process.platform}-${process.arch}`;
  await cp(join(ROOT, 'scripts'), join(project, 'scripts'), { recursive: true });
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ name: 'one', version: '1.0.0', type: 'module', dependencies: { esbuild: '*' } }),
  );
  await run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: project });
  const own = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8')) as typeof lock;
  delete own.packages[`node_modules/${name}`];
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(own));
  const install = "import('./scripts/install.mjs').then(({ ensureInstalled }) => ensureInstalled(process.cwd()))";
  await run(process.execPath, ['--input-type=module', '-e', install], { cwd: project });
  const { stdout } = await run(join(project, 'node_modules', '.bin', 'esbuild'), ['--version']);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  assert.deepEqual(missingBuilds(project, process), []);
});

test('a platform without builds is refused in words', () => {
  assert.match(unsupportedReason({ platform: 'win32', arch: 'x64' }), /WSL/);
  assert.match(unsupportedReason({ platform: 'linux', arch: 'x64' }), /musl/);
  assert.match(unsupportedReason({ platform: 'linux', arch: 'riscv64', glibc: '2.36' }), /linux riscv64/);
  assert.equal(unsupportedReason({ platform: 'darwin', arch: 'arm64' }), undefined);
});

function nativePackages(platform: Platform): [string, Entry][] {
  return Object.entries(lock.packages)
    .filter(([, entry]) => entry.os !== undefined && entry.cpu !== undefined)
    .filter(([, { os }]) => list(os).includes(platform.platform))
    .filter(([path, { cpu }]) => list(cpu).includes(platform.arch) && !foreignArch(path, platform))
    .filter(
      ([path, { libc }]) =>
        platform.platform !== 'linux' || (!libc && !path.includes('musl')) || list(libc).includes('glibc'),
    )
    .map(([path, entry]) => [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), entry]);
}

/** Some packages allow other processors than the one in their name, because those can run its builds. */
function foreignArch(path: string, { arch }: Platform): boolean {
  return /arm|x64|ia32/.test(basename(path)) && !basename(path).includes(arch);
}

function list(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function isLocked(spec: string): boolean {
  return `node_modules/${spec.slice(0, spec.lastIndexOf('@'))}` in lock.packages;
}

async function binariesOf(spec: string) {
  const target = await mkdtemp(join(folder, 'package-'));
  const { stdout } = await run('npm', ['pack', spec, '--json', '--pack-destination', target], { cwd: target });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  assert.ok(packed);
  await run('tar', ['xzf', packed.filename], { cwd: target });
  const files = (await readdir(target, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const found: { file: string; header: NonNullable<Awaited<ReturnType<typeof readBinary>>> }[] = [];
  for (const entry of files) {
    const file = join(entry.parentPath, entry.name);
    const header = await readBinary(file);
    if (header) found.push({ file: file.slice(target.length), header });
  }
  await rm(target, { recursive: true, force: true });
  return found;
}
