// Makes a release: checks, stamps the version, packs the client and the command line, lists what is in it, commits and tags.
// npm run release -- <version> [--skip-checks]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cutRelease } from './changelog.mjs';
import { stampKubernetes } from './render-kubernetes.mjs';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'out', 'release');
const ALLOWED =
  /^(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|Unlicense|OFL-1\.1|MPL-2\.0|CC0-1\.0|AFL-2\.1|LGPL-3\.0-or-later)$/;
/** Packages whose manifest names no licence; read from their LICENSE files. */
const READ_BY_HAND = { '@shinyoshiaki/jspack': 'BSD-3-Clause', 'png-js': 'MIT' };

const { version, skipsChecks } = readArguments(process.argv.slice(2));
const before = readJson('package.json').version;
try {
  refuseUnlessReady();
  if (!skipsChecks) for (const script of ['check', 'test', 'test:full']) run('npm', ['run', script]);
  recordSchema();
  stampVersions();
  stampKubernetes(ROOT, { before, version });
  stampChangelog();
  pack();
  listContents();
  run('git', ['commit', '--quiet', '--all', '--message', `release: ${version}`]);
  run('git', ['tag', '--annotate', `v${version}`, '--message', `Atelier ${version}`]);
  process.stdout.write(`Released ${version}: commit and tag v${version} are made, the files are in out/release.\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function readArguments(args) {
  const [wanted = ''] = args.filter((argument) => !argument.startsWith('--'));
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) {
    process.stderr.write('Usage: npm run release -- <version such as 0.2.0> [--skip-checks]\n');
    process.exit(2);
  }
  return { version: wanted, skipsChecks: args.includes('--skip-checks') };
}

function refuseUnlessReady() {
  if (compareVersions(version, before) <= 0) throw new Error(`${version} is not newer than ${before}.`);
  if (ask('git', ['status', '--porcelain'])) throw new Error('Commit or remove your changes first (git status).');
  if (ask('git', ['tag', '--list', `v${version}`])) throw new Error(`The tag v${version} exists already.`);
  changelog();
}

function compareVersions(one, other) {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** What nodes of this release rely on: the next release's migrations are compared with it. */
function recordSchema() {
  const env = { ...process.env, RELEASE: version };
  execFileSync('npm', ['test', '--', 'test/contract/expand-only.test.ts'], { cwd: ROOT, stdio: 'inherit', env });
}

/** The packages of this repository have one version, and depend on each other by it. */
function stampVersions() {
  const { workspaces } = readJson('package.json');
  const folders = workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(ROOT, pattern.slice(0, -2))).map((name) => pattern.replace('*', name))
      : [pattern],
  );
  const lock = readJson('package-lock.json');
  lock.version = version;
  for (const folder of ['', ...folders]) {
    const path = join(folder, 'package.json');
    const manifest = readJson(path);
    for (const entry of [manifest, lock.packages[folder]]) {
      if (entry.version) entry.version = version;
      for (const kind of ['dependencies', 'devDependencies'])
        for (const [name, wanted] of Object.entries(entry[kind] ?? {}))
          if (name.startsWith('@atelier/') && wanted === before) entry[kind][name] = version;
    }
    writeJson(path, manifest);
  }
  writeJson('package-lock.json', lock);
}

/** As it will be; throws where it says nothing about this release. */
function changelog() {
  return cutRelease(readText('CHANGELOG.md'), { version, date: new Date().toISOString().slice(0, 10) });
}

function stampChangelog() {
  writeFileSync(join(ROOT, 'CHANGELOG.md'), changelog());
}

function pack() {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  for (const folder of ['client', 'cli']) run(process.execPath, ['build.mjs'], join(ROOT, folder));
  for (const folder of ['client/dist', 'cli'])
    run('npm', ['pack', '--silent', '--pack-destination', OUT], join(ROOT, folder));
}

/**
 * The bill of materials, the licences, the checksums of everything that the service pulls, and those of these files.
 */
function listContents() {
  const sbom = ask('npm', ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx']);
  writeFileSync(join(OUT, 'sbom.cdx.json'), sbom);
  const packages = JSON.parse(sbom).components.filter(({ name }) => !name.startsWith('@atelier/'));
  const licences = packages.map(({ name, version: its, licenses }) => [
    name,
    its,
    licenceOf(licenses) ?? licenceInstalled(name),
  ]);
  const foreign = licences.filter(([, , licence]) => !isAllowed(licence));
  if (foreign.length > 0)
    throw new Error(`Licences that are not allowed: ${foreign.map((row) => row.join(' ')).join(', ')}`);
  writeFileSync(
    join(OUT, 'licences.csv'),
    `package,version,licence\n${licences.map((row) => row.join(',')).join('\n')}\n`,
  );
  const { models } = readJson('src/models/catalogue.json');
  const pulled = models.flatMap(({ id, files }) =>
    Object.entries(files).map(([name, { sha256 }]) => `${sha256}  ${id}/${name}\n`),
  );
  writeFileSync(join(OUT, 'models.sha256'), pulled.join(''));
  const sums = readdirSync(OUT).map((name) => `${hashOf(readFileSync(join(OUT, name)))}  ${name}\n`);
  writeFileSync(join(OUT, 'SHA256SUMS'), sums.join(''));
}

function licenceOf(licenses = []) {
  return licenses.map(({ license, expression }) => expression ?? license.id ?? license.name)[0];
}

/** If the lock file names no licence: the licence of the installed package. */
function licenceInstalled(name) {
  const { license, licenses } = readJson(join('node_modules', name, 'package.json'));
  return license ?? licenses?.[0]?.type ?? READ_BY_HAND[name] ?? 'unknown';
}

function isAllowed(expression) {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((licence) => ALLOWED.test(licence)));
}

function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function run(program, args, cwd = ROOT) {
  execFileSync(program, args, { cwd, stdio: 'inherit' });
}

function ask(program, args) {
  return execFileSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function readText(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

function readJson(path) {
  return JSON.parse(readText(path));
}

function writeJson(path, value) {
  writeFileSync(join(ROOT, path), `${JSON.stringify(value, null, 2)}\n`);
}
