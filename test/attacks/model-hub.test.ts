// A hub, or one who stands between: wrong bytes, too many, never ending, paths and redirects that lead elsewhere, a token to steal, a full disk.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { type CatalogueEntry, loadCatalogue } from '../../src/models/catalogue.ts';
import { nextHop } from '../../src/models/redirects.ts';
import { parseHubAddress } from '../../src/models/source-hub.ts';
import { createModelStore, type ModelStoreOptions } from '../../src/models/store.ts';
import { type HubServer, startHubServer } from '../support/hub-server.ts';

const WEIGHTS = randomBytes(800_000);
const RETRIES = { idleAttempts: 3, attempts: 8, firstPauseMs: 5, longestPauseMs: 20 };
const STORE = new URL('../../src/models/store.ts', import.meta.url).href;
const MODEL: CatalogueEntry = {
  id: 'tiny-1',
  kind: 'text',
  title: 'Tiny',
  ownedBy: 'someone',
  licence: 'MIT',
  files: { 'model.gguf': { bytes: WEIGHTS.length, sources: ['hf:someone/tiny/model.gguf'] } },
};

let hub: HubServer;
let folder: string;

before(async () => {
  hub = await startHubServer();
  const files = new Map([['model.gguf', { content: WEIGHTS, isLfs: true }]]);
  hub.repos.set('someone/tiny', { commit: 'abc', licence: 'mit', files });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-hub-attack-'));
  Object.assign(hub, { seen: [], refusals: [], cuts: [], pauseMs: 0, redirectTo: undefined, forged: undefined });
});
after(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

function storeWith(options: Partial<ModelStoreOptions> = {}) {
  return createModelStore({ modelsDir: folder, hubUrl: hub.url, retries: RETRIES, extraModels: [MODEL], ...options });
}

async function bytesOnDisk(): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile());
  const sizes = await Promise.all(files.map((one) => stat(join(one.parentPath, one.name)).then(({ size }) => size)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('wrong bytes of the right length are refused by their checksum and leave nothing', async () => {
  hub.forged = randomBytes(WEIGHTS.length);
  const store = storeWith();
  await assert.rejects(store.ensure('tiny-1'), /checksum is wrong/);
  assert.equal(store.pathIfReady('tiny-1'), undefined);
  assert.ok((await bytesOnDisk()) < 1_000);
});

test('a body longer than stated, and one that never ends, are cut off at the stated size', async () => {
  for (const forged of [Buffer.concat([WEIGHTS, randomBytes(10)]), 'endless'] as const) {
    hub.forged = forged;
    await assert.rejects(storeWith().ensure('tiny-1'), /more than the 800000 bytes that were stated/);
    assert.ok((await bytesOnDisk()) < 1_000);
  }
});

test('a hub that states another size than the catalogue is refused before the download', async () => {
  const files = { 'model.gguf': { bytes: 1_000, sources: ['hf:someone/tiny/model.gguf'] } };
  const small = storeWith({ extraModels: [{ ...MODEL, files: { 'model.gguf': { ...files['model.gguf'] } } }] });
  hub.repos.get('someone/tiny')?.files.set('model.gguf', { content: randomBytes(3_000_000), isLfs: true });
  await assert.rejects(small.ensure('tiny-1'), /the catalogue expects 1000/);
  assert.ok(hub.seen.every(({ host }) => host === 'hub'));
  hub.repos.get('someone/tiny')?.files.set('model.gguf', { content: WEIGHTS, isLfs: true });
});

test('a host on the internet cannot send this machine into its own network, nor off encryption', () => {
  const from = new URL('https://huggingface.co/a/b/resolve/main/c');
  const outside = { home: from.origin, isInside: false };
  const refused = [
    'https://127.0.0.1:5432/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.7/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://0x7f000001/',
    'https://localhost/',
    'https://db.internal/',
    'http://cdn.example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'http://',
  ];
  for (const location of refused) assert.throws(() => nextHop(from, location, outside), /redirects to/, location);
  assert.equal(nextHop(from, '/x/y', outside).href, 'https://huggingface.co/x/y');
  assert.equal(nextHop(from, 'https://cdn.example.com/z?s=1', outside).host, 'cdn.example.com');
  const mirror = new URL('http://10.0.0.7:8080/a');
  assert.equal(
    nextHop(mirror, 'http://10.0.0.8/z', { home: mirror.origin, isInside: true }).host,
    '10.0.0.8',
    'a private mirror may use its own network',
  );
});

test('redirects in a circle end', async () => {
  hub.redirectTo = '/someone/tiny/resolve/main/model.gguf';
  await assert.rejects(storeWith().ensure('tiny-1'), /redirects more than 5 times/);
  assert.ok(hub.seen.length < 40);
});

test('the token stays at the hub, whatever it redirects to', async () => {
  const thief = await startHubServer();
  try {
    hub.redirectTo = `${thief.url}/someone/tiny/resolve/main/model.gguf`;
    await assert.rejects(storeWith({ hubToken: hub.token }).ensure('tiny-1'));
    assert.ok(thief.seen.length > 0);
    assert.ok(thief.seen.every(({ authorization }) => authorization === undefined));
  } finally {
    await thief.close();
  }
});

test('names that climb out of their folder are refused in addresses, entries and ids', () => {
  const addresses = [
    'hf:a/b/../c',
    'hf:a/b/x/../../y',
    'hf:a/b/x%2f..',
    'hf:a/../b/c',
    'hf:a/b@../../x/c',
    'hf:a/b/c\\d',
  ];
  for (const address of [...addresses, 'hf:a/b/c?x=1', 'hf:a/b/c\0', 'hf:a/b', 'hf:/b/c', 'hf:a/b/'])
    assert.throws(() => parseHubAddress(address), /not a valid hub source/, JSON.stringify(address));
  const file = { bytes: 1, sha256: 'a'.repeat(64), sources: ['hf:a/b/c'] };
  for (const name of ['../x', 'a/b', '.complete.json', '', '..'])
    assert.throws(() => loadCatalogue([{ ...MODEL, files: { [name]: file } }]), /bad file name/, name);
  for (const id of ['../x', '.locks', 'a/b', ''])
    assert.throws(() => loadCatalogue([{ ...MODEL, id }]), /not a valid id/);
});

test('two processes that pull the same file from the hub download it once', async () => {
  hub.pauseMs = 10;
  const options = { modelsDir: folder, hubUrl: hub.url, extraModels: [MODEL] };
  const script = `const { createModelStore } = await import(${JSON.stringify(STORE)});
    await createModelStore(${JSON.stringify(options)}).ensure('tiny-1');`;
  const pullers = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(pullers.map(async (puller) => (await once(puller, 'exit'))[0]));
  assert.deepEqual(codes, [0, 0]);
  assert.equal(hub.seen.filter(({ host }) => host === 'storage').length, 1);
});

test('a disk that is too small is said before the download, one that fills up during it in the same words', async () => {
  const tight = storeWith({ freeDiskBytes: () => 5e6 });
  await assert.rejects(tight.ensure('tiny-1'), /has 5 MB free, but 201 MB are needed\. Remove models/);
  assert.equal(hub.seen.length, 0);
  // Writing to /dev/full fails as writing to a full disk does.
  const partial = join(folder, '.partial', 'tiny-1');
  await mkdir(partial, { recursive: true });
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(WEIGHTS).digest('hex').slice(0, 16);
  await symlink('/dev/full', join(partial, `model.gguf.${hash}`));
  await assert.rejects(storeWith().ensure('tiny-1'), /the disk is full .*Remove models or set MODELS_DIR/);
});
