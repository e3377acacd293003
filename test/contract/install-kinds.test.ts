// The service installs what it runs with; development installs the rest, and a later start does not remove it.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
// @ts-expect-error: a plain script, which must run before TypeScript does.
import { ensureInstalled } from '../../scripts/install.mjs';
// @ts-expect-error: likewise.
import { removeOtherPlatformBuilds } from '../../scripts/platform.mjs';

const SERVICE = { 'node_modules/one': { version: '1.0.0' } };
const ALL = { ...SERVICE, 'node_modules/two': { version: '2.0.0', dev: true } };

let root: string;
let path: string | undefined;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'install-kinds-'));
  await mkdir(join(root, 'node_modules'));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: ALL }));
  // Without npm, an installation that is tried fails in words.
  path = process.env.PATH;
  process.env.PATH = root;
});
after(async () => {
  process.env.PATH = path;
  await rm(root, { recursive: true });
});

async function record(packages: object): Promise<void> {
  await rm(join(root, 'node_modules', '.atelier-stamp'), { force: true });
  await writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

test('the service starts without the development packages, and a test run asks for them', async () => {
  await record(SERVICE);
  await ensureInstalled(root);
  await assert.rejects(ensureInstalled(root, { development: true }), /npm could not be run/);
});

test('a checkout with everything serves both, and remembers it', async () => {
  await record(ALL);
  await ensureInstalled(root);
  assert.match(await readFile(join(root, 'node_modules', '.atelier-stamp'), 'utf8'), / development\n$/);
  await ensureInstalled(root, { development: true });
});

test('a package of the service that is missing or of another version is installed', async () => {
  await record({});
  await assert.rejects(ensureInstalled(root), /npm could not be run/);
  await record({ 'node_modules/one': { version: '1.0.1' } });
  await assert.rejects(ensureInstalled(root), /npm could not be run/);
});

test('builds for other machines are removed', async () => {
  const builds = join(root, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
  for (const build of ['linux/x64', 'linux/arm64', 'darwin/arm64', 'win32/x64'])
    await mkdir(join(builds, build), { recursive: true });
  removeOtherPlatformBuilds(root, { platform: 'linux', arch: 'arm64' });
  const left = await readdir(builds, { recursive: true });
  assert.deepEqual(left.sort(), ['darwin', 'linux', 'linux/arm64', 'win32']);
});
