// Pulls against a hub that answers as the real one does: redirects, ranges, checksums, gates, limits, mirrors, names and bundles.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { exportBundle, importBundle } from '../../src/models/bundle.ts';
import type { CatalogueEntry } from '../../src/models/catalogue.ts';
import { createFirstChoice } from '../../src/models/first-choice.ts';
import { tryLock } from '../../src/models/lock.ts';
import { describeNamed, withAdapter } from '../../src/models/named-model.ts';
import { pullDefaults } from '../../src/models/pull-defaults.ts';
import { createModelStore, type ModelStoreOptions } from '../../src/models/store.ts';
import { type HubServer, startHubServer } from '../support/hub-server.ts';
import { until } from '../support/until.ts';

const WEIGHTS = randomBytes(1_200_000);
const ADAPTER = randomBytes(90_000);
const SMALL = Buffer.from('{"model_type":"llama"}\n');
const RETRIES = { idleAttempts: 4, attempts: 12, firstPauseMs: 5, longestPauseMs: 50 };
const { signal } = new AbortController();

let hub: HubServer;
let folder: string;

before(async () => {
  hub = await startHubServer();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-hub-'));
  Object.assign(hub, { seen: [], refusals: [], cuts: [], pauseMs: 0, redirectTo: undefined, forged: undefined });
  hub.renamed.clear();
  hub.repos.clear();
  hub.repos.set('someone/tiny', {
    commit: '0123456789abcdef0123456789abcdef01234567',
    licence: 'apache-2.0',
    files: new Map([
      ['tiny model.gguf', { content: WEIGHTS, isLfs: true }],
      ['lora/adapter.gguf', { content: ADAPTER, isLfs: true }],
      ['lora/Style.safetensors', { content: ADAPTER, isLfs: true }],
      ['config.json', { content: SMALL, isLfs: false }],
    ]),
  });
});
after(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

function entry(given: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    id: 'tiny-1',
    kind: 'text',
    title: 'Tiny',
    ownedBy: 'someone',
    licence: 'Apache-2.0',
    files: {
      'model.gguf': { bytes: WEIGHTS.length, sources: ['hf:someone/tiny@main/tiny model.gguf'] },
      'config.json': { bytes: SMALL.length, sources: ['hf:someone/tiny/config.json'] },
    },
    ...given,
  };
}

function storeWith(options: Partial<ModelStoreOptions> = {}) {
  return createModelStore({ modelsDir: folder, hubUrl: hub.url, retries: RETRIES, extraModels: [entry()], ...options });
}

async function contentOf(store: ReturnType<typeof storeWith>, name = 'model.gguf', id = 'tiny-1'): Promise<Buffer> {
  return readFile(store.pathIfReady(id)?.[name] ?? 'not ready');
}

test('a pull follows the redirect to storage, checks the checksums of LFS and of git, and keeps the token at the hub', async () => {
  const store = storeWith({ hubToken: hub.token });
  await store.ensure('tiny-1');
  assert.deepEqual(await contentOf(store), WEIGHTS);
  assert.deepEqual(await contentOf(store, 'config.json'), SMALL);
  assert.ok(
    hub.seen.filter(({ host }) => host === 'hub').every(({ authorization }) => authorization?.endsWith(hub.token)),
  );
  const stored = hub.seen.filter(({ host }) => host === 'storage');
  assert.equal(stored.length, 1);
  assert.equal(stored[0]?.authorization, undefined);
  assert.equal(store.pulledFiles('tiny-1')?.['model.gguf']?.sha256, createHash('sha256').update(WEIGHTS).digest('hex'));
  assert.deepEqual(await store.verify('tiny-1'), []);
});

test('a renamed repository is followed by its relative redirect', async () => {
  hub.renamed.set('someone/old', 'someone/tiny');
  const files = { 'model.gguf': { bytes: WEIGHTS.length, sources: ['hf:someone/old/tiny model.gguf'] } };
  const store = storeWith({ extraModels: [entry({ files })], hubToken: hub.token });
  await store.ensure('tiny-1');
  assert.deepEqual(await contentOf(store), WEIGHTS);
});

test('a download whose connection breaks repeatedly resumes each time', async () => {
  hub.cuts = [300_000, 200_000, 100_000];
  const store = storeWith();
  await store.ensure('tiny-1');
  assert.deepEqual(await contentOf(store), WEIGHTS);
  const ranges = hub.seen.filter(({ host }) => host === 'storage').map(({ range }) => range);
  assert.equal(ranges.length, 4);
  assert.equal(ranges[0], undefined);
  for (const range of ranges.slice(1)) assert.match(range ?? '', /^bytes=[1-9]\d+-$/);
});

test('a hub that is busy is asked again after the time it names, a bounded number of times', async () => {
  hub.refusals = [
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 429, headers: { ratelimit: '"resolvers";r=0;t=0' } },
    { status: 503 },
  ];
  const store = storeWith();
  await store.ensure('tiny-1');
  assert.deepEqual(await contentOf(store), WEIGHTS);
  await store.remove('tiny-1');
  hub.seen = [];
  hub.refusals = Array.from({ length: 50 }, () => ({ status: 429 }));
  await assert.rejects(store.ensure('tiny-1'), /429: too many requests/);
  assert.ok(hub.seen.length <= 10, `${hub.seen.length} requests`);
});

test('gated, missing and private are said in words', async () => {
  const repo = hub.repos.get('someone/tiny');
  if (repo) repo.isGated = true;
  await assert.rejects(storeWith().ensure('tiny-1'), /gated: accept its conditions .* HF_TOKEN/);
  await storeWith({ hubToken: hub.token }).ensure('tiny-1');
  const ask = (address: string) => {
    const files = { 'model.gguf': { bytes: 10, sources: [address] } };
    return storeWith({ extraModels: [entry({ id: 'other-1', files })], hubToken: hub.token }).ensure('other-1');
  };
  await assert.rejects(ask('hf:someone/tiny/none.gguf'), /the file does not exist in the repository/);
  await assert.rejects(ask('hf:someone/tiny@v9/config.json'), /no such revision/);
  await assert.rejects(ask('hf:nobody/none/x.gguf'), /repository does not exist, or it is private/);
});

test('a private mirror is asked first without the token of the hub, and the hub where the mirror has nothing', async () => {
  const mirror = await startHubServer();
  try {
    const store = storeWith({ hubToken: hub.token, mirrors: [{ url: mirror.url }] });
    await store.ensure('tiny-1');
    assert.ok(mirror.seen.length > 0);
    assert.ok(mirror.seen.every(({ authorization }) => authorization === undefined));
    await store.remove('tiny-1');
    mirror.repos = hub.repos;
    hub.seen = [];
    await store.ensure('tiny-1');
    assert.equal(hub.seen.length, 0);
  } finally {
    await mirror.close();
  }
});

test('any GGUF of the hub is added by name with its licence, size and checksum, and with an adapter', async () => {
  const store = storeWith();
  const named = await describeNamed(
    { address: 'hf:someone/tiny/tiny model.gguf', adapter: 'hf:someone/tiny/lora/adapter.gguf' },
    store.hub,
    signal,
  );
  assert.equal(named.id, 'tiny-model');
  assert.equal(named.licence, 'Apache-2.0');
  await store.add(named);
  await store.ensure('tiny-model');
  assert.deepEqual(await contentOf(store, 'adapter.gguf', 'tiny-model'), ADAPTER);
  assert.ok(storeWith().pathIfReady('tiny-model'), 'another process knows it too');
  await assert.rejects(
    describeNamed({ address: 'hf:someone/tiny/no.gguf' }, store.hub, signal),
    /its GGUF files: tiny/,
  );
  await assert.rejects(describeNamed({ address: 'hf:someone/tiny/config.json' }, store.hub, signal), /only GGUF/);
  await assert.rejects(store.add(entry()), /already/);
  const base = { entry: entry(), urls: {} };
  const adapted = await withAdapter(base, 'hf:someone/tiny/lora/adapter.gguf', store.hub, signal);
  assert.equal(adapted.id, 'tiny-1-adapter');
  await store.add(adapted);
  await store.ensure('tiny-1-adapter');
  assert.deepEqual(await contentOf(store, 'model.gguf', 'tiny-1-adapter'), WEIGHTS);
});

test('an image model gets its adapter under the name that its engine reads, and what takes none is refused', async () => {
  const store = storeWith();
  const image = entry({ id: 'picture-1', kind: 'text-to-image', settings: { layout: 'sd' } });
  const address = 'hf:someone/tiny/lora/Style.safetensors';
  const styled = await withAdapter({ entry: image, urls: {} }, address, store.hub, signal);
  assert.equal(styled.id, 'picture-1-style');
  await store.add(styled);
  await store.ensure('picture-1-style');
  assert.deepEqual(await contentOf(store, 'lora.safetensors', 'picture-1-style'), ADAPTER);
  assert.deepEqual(storeWith().entry('picture-1-style').settings, { layout: 'sd' });
  const refuse = (base: CatalogueEntry, why: RegExp) =>
    assert.rejects(withAdapter({ entry: base, urls: {} }, address, store.hub, signal), why);
  await refuse(entry(), /only GGUF files/);
  await refuse(entry({ id: 'ears-1', kind: 'transcription' }), /transcription take no adapters/);
});

test('a licence with conditions is shown and must be accepted once', async () => {
  const repo = hub.repos.get('someone/tiny');
  if (repo) repo.licence = 'llama3.1';
  const store = storeWith();
  const named = await describeNamed({ address: 'hf:someone/tiny/tiny model.gguf', id: 'mine' }, store.hub, signal);
  await store.add(named);
  await assert.rejects(store.ensure('mine'), /llama3\.1.*--accept-licence/);
  await store.ensure('mine', { acceptLicence: true });
  await store.remove('mine');
  await storeWith().ensure('mine');
});

test('a damaged file is found, not used any more, and pulled again', async () => {
  const store = storeWith();
  const files = await store.ensure('tiny-1');
  const bytes = Buffer.from(WEIGHTS);
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  await writeFile(files['model.gguf'] ?? '', bytes);
  assert.deepEqual(await store.verify('tiny-1'), ['model.gguf']);
  assert.equal(store.pathIfReady('tiny-1'), undefined);
  await store.ensure('tiny-1');
  assert.deepEqual(await contentOf(store), WEIGHTS);
  await assert.rejects(storeWith({ modelsDir: join(folder, 'empty') }).verify('tiny-1'), /is not on this machine/);
});

test('a bundle carries models to a machine without a hub, and a damaged or strange one is refused whole', async () => {
  const store = storeWith();
  await store.ensure('tiny-1');
  const bundle = join(folder, 'models.tar');
  await exportBundle(store, ['tiny-1'], bundle);
  const away = (name: string, extraModels: CatalogueEntry[] = []) =>
    createModelStore({ modelsDir: join(folder, name), hubUrl: 'http://127.0.0.1:9', extraModels });
  const there = away('there');
  assert.deepEqual(await importBundle(there, bundle, { acceptLicence: false }), ['tiny-1']);
  assert.deepEqual(await readFile(there.pathIfReady('tiny-1')?.['model.gguf'] ?? ''), WEIGHTS);
  const whole = await readFile(bundle);
  const damaged = Buffer.from(whole);
  damaged[whole.length - 3_000] = (damaged[whole.length - 3_000] ?? 0) ^ 1;
  const attempts: [Buffer, RegExp][] = [
    [damaged, /checksum|damaged/],
    [whole.subarray(0, whole.length / 2), /ends in the middle|damaged/],
    [Buffer.from(whole.toString('latin1').replaceAll('tiny-1/model.gguf', '../../up/m.gguf'), 'latin1'), /damaged/],
    [Buffer.from(whole.toString('latin1').replaceAll('"model.gguf"', '"../../../x"'), 'latin1'), /bad file name/],
    [randomBytes(4096), /not a bundle/],
    [Buffer.alloc(0), /not a bundle/],
  ];
  for (const [bytes, words] of attempts) {
    await writeFile(bundle, bytes);
    const elsewhere = away('elsewhere');
    await assert.rejects(importBundle(elsewhere, bundle, { acceptLicence: false }), words);
    assert.ok(!elsewhere.entries().some(({ id }) => id === 'tiny-1'));
  }
  await writeFile(bundle, whole);
  const pinned = entry();
  const other = { ...pinned.files, 'model.gguf': { bytes: 5, sha256: 'a'.repeat(64), sources: ['hf:a/b/c'] } };
  await assert.rejects(
    importBundle(away('pinned', [{ ...pinned, files: other }]), bundle, { acceptLicence: false }),
    /not the file that the catalogue names/,
  );
  await assert.rejects(exportBundle(there, ['all-minilm-l6-v2'], bundle), /is not on this machine/);
});

test('a bundle is imported by one process at a time, and not over a pull that runs', async () => {
  const store = storeWith();
  await store.ensure('tiny-1');
  const bundle = join(folder, 'models.tar');
  await exportBundle(store, ['tiny-1'], bundle);
  const there = createModelStore({ modelsDir: join(folder, 'there'), hubUrl: 'http://127.0.0.1:9' });
  const pull = await tryLock(join(there.modelsDir, '.locks', 'tiny-1'));
  assert.ok(pull);
  await assert.rejects(
    importBundle(there, bundle, { acceptLicence: false, lockWaitMs: 0 }),
    new RegExp(`tiny-1 is being pulled by another process \\(${process.pid}\\)`),
  );
  const waiting = importBundle(there, bundle, { acceptLicence: false });
  await pull.release();
  const imported = await Promise.all([waiting, importBundle(there, bundle, { acceptLicence: false })]);
  assert.deepEqual(imported, [['tiny-1'], ['tiny-1']]);
  assert.deepEqual(await there.verify('tiny-1'), []);
});

/** Chooses among the one model of this file, as a start does. */
function startWith(hubUrl: string) {
  const store = createModelStore({
    modelsDir: join(folder, 'models'),
    hubUrl,
    extraModels: [entry()],
    retries: { ...RETRIES, idleAttempts: 1 },
  });
  const lines: string[] = [];
  const say = (_fields: object, line: string) => void lines.push(line);
  const look = async () => ({ memoryBytes: 8e9, cores: 4, gpu: undefined, freeDiskBytes: 1e12, isLimited: false });
  const choices = { text: ['tiny-1'], image: [], music: [], transcription: [], rerank: [], embedding: [] };
  const choice = createFirstChoice({ store, log: { info: say, warn: say }, look, choices });
  const rounds: unknown[] = [];
  const pulling = pullDefaults([(ending) => choice.upgrade(ending)], {
    signal,
    onFailure: (error) => rounds.push(error),
    pausesMs: [10],
  });
  return { store, lines, rounds, pulling };
}

test('a hub that is away at the start is asked again while the service runs', async () => {
  const gone = await startHubServer();
  await gone.close();
  const { store, lines, rounds, pulling } = startWith(gone.url);
  await until(() => rounds.length >= 5, { saying: 'the hub was asked five times' });
  const back = await startHubServer(Number(new URL(gone.url).port));
  try {
    // Put off first: that passes too.
    back.refusals = [{ status: 503 }, { status: 429 }];
    back.repos = hub.repos;
    await pulling;
    assert.deepEqual(await contentOf(store), WEIGHTS);
    const told = lines.filter((line) => line.includes('it is tried again in a while'));
    assert.match(told[0] ?? '', /tiny-1 for text could not be had; what is here stays in use/);
    assert.ok(told.length <= 3, 'each of the three reasons is told once');
  } finally {
    await back.close();
  }
});

test('what time does not heal is not asked for again until the next start', async () => {
  hub.repos.clear();
  const { lines, rounds, pulling } = startWith(hub.url);
  await pulling;
  assert.deepEqual(rounds, []);
  assert.match(lines.join('\n'), /could not be had; what is here stays in use, and the next start tries again/);
});

test('the model to use is chosen for all processes, and given back', async () => {
  const store = storeWith();
  assert.equal(store.chosen('text'), undefined);
  await store.choose('text', 'tiny-1');
  assert.equal(storeWith().chosen('text'), 'tiny-1');
  await Promise.all([store.choose('embedding', 'all-minilm-l6-v2'), storeWith().choose('text', undefined)]);
  assert.equal(storeWith().chosen('text'), undefined);
  assert.equal(storeWith().chosen('embedding'), 'all-minilm-l6-v2');
  await writeFile(join(folder, '.atelier.json'), '{"chosen":7,"added":[{"id":"../x"}],"accepted":"no"');
  assert.equal(storeWith().chosen('text'), undefined);
});
