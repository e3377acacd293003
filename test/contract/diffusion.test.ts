// What the diffusion engine decides before its worker starts: which models it lists, at which size it paints, who is asked first.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readLines } from '../../src/engines/diffusion/bare-channel.ts';
import { RUNTIME, runtimeEntries, runtimeEntry } from '../../src/engines/diffusion/runtime.ts';
import { chooseSize } from '../../src/engines/diffusion/size.ts';
import { createDiffusionEngine } from '../../src/engines/image/diffusion/engine.ts';
import { describeModel, readDiffusionSettings } from '../../src/engines/image/diffusion/settings.ts';
import { createPainterEngine } from '../../src/engines/image/painter.ts';
import type { ImageEngine } from '../../src/engines/image/port.ts';
import { createImageRouter } from '../../src/engines/image/router.ts';
import { createStudio } from '../../src/engines/image/studio/studio.ts';
import { type CatalogueEntry, loadCatalogue } from '../../src/models/catalogue.ts';
import { sha256OfFile } from '../../src/models/checksum.ts';
import { createModelStore } from '../../src/models/store.ts';

const studio = createStudio();
const modelsDir = await mkdtemp(join(tmpdir(), 'atelier-diffusion-'));
after(async () => {
  studio.close();
  await rm(modelsDir, { recursive: true, force: true });
});

test('the runtime has two files for each platform, each with a checksum and from a pinned package', () => {
  for (const machine of ['linux-arm64', 'linux-x64', 'darwin-arm64', 'darwin-x64', 'win32-x64']) {
    const entry = runtimeEntry(machine);
    assert.deepEqual(Object.keys(entry?.files ?? {}), ['bare', 'diffusion.bare']);
    for (const { sha256, sources } of Object.values(entry?.files ?? {})) {
      assert.match(sha256 ?? '', /^[0-9a-f]{64}$/);
      assert.match(String(sources[0]), new RegExp(`^npm:[^#]+@\\d+\\.\\d+\\.\\d+#prebuilds/${machine}/`));
    }
  }
  assert.equal(runtimeEntry('aix-ppc64'), undefined);
});

test('every diffusion model of the catalogue has settings that are understood and the files of its layout', () => {
  const models = [...loadCatalogue().values()].filter(({ kind }) => kind === 'text-to-image');
  assert.deepEqual(
    models.map(({ id }) => id),
    ['sdxs-512-1', 'flux2-klein-4b-1', 'z-image-turbo-1'],
  );
  const described = models.map((entry) => {
    const { steps, guidance, startsFromImage } = readDiffusionSettings(entry);
    const paths = Object.fromEntries(Object.keys(entry.files).map((name) => [name, `/weights/${name}`]));
    return { steps, guidance, startsFromImage, ...describeModel(entry, paths).files };
  });
  const three = {
    diffusionModelPath: '/weights/model.gguf',
    llmPath: '/weights/llm.gguf',
    vaePath: '/weights/vae.safetensors',
  };
  assert.deepEqual(described, [
    { steps: 1, guidance: 1, startsFromImage: true, path: '/weights/model.safetensors' },
    { steps: 4, guidance: 1, startsFromImage: true, ...three },
    { steps: 8, guidance: 1, startsFromImage: false, ...three },
  ]);
});

test('without a GPU a model of a megapixel is asked for a quarter of it', () => {
  const entry = loadCatalogue().get('flux2-klein-4b-1');
  assert.ok(entry);
  assert.equal(readDiffusionSettings(entry).side, 512);
  const settings = { ...entry.settings, device: 'gpu' };
  assert.equal(readDiffusionSettings({ ...entry, settings }).side, 1024);
  assert.equal(readDiffusionSettings({ ...entry, settings: { ...settings, side: 768 } }).side, 768);
});

test('an adapter is added while the image is made: merged into the weights it ends the runtime', () => {
  const entry = loadCatalogue().get('sdxs-512-1');
  assert.ok(entry);
  const weights = { 'model.safetensors': '/weights/model.safetensors' };
  const plain = describeModel(entry, weights);
  const styled = describeModel(entry, { ...weights, 'lora.safetensors': '/weights/lora.safetensors' });
  assert.deepEqual([plain.adapter, plain.config.lora_apply_mode], [undefined, undefined]);
  assert.deepEqual([styled.adapter, styled.config.lora_apply_mode], ['/weights/lora.safetensors', 'at_runtime']);
});

test('a size keeps its proportions, within the area and the multiples that the model knows', () => {
  const sd = { side: 512, minSide: 256, multiple: 64 };
  const sizes = ([width, height]: [number, number]) => Object.values(chooseSize({ width, height }, sd));
  assert.deepEqual(sizes([512, 512]), [512, 512]);
  assert.deepEqual(sizes([2048, 2048]), [512, 512]);
  assert.deepEqual(sizes([64, 64]), [256, 256]);
  assert.deepEqual(sizes([1536, 1024]), [640, 448]);
  assert.deepEqual(sizes([2048, 64]), [704, 192]);
  assert.deepEqual(sizes([64, 2048]), [192, 704]);
});

test('lines are read across chunks, in whole characters, and one without an end is given up', () => {
  const lines: string[] = [];
  let givenUp = 0;
  const read = readLines(
    (line) => lines.push(line),
    () => {
      givenUp += 1;
    },
  );
  for (const byte of Buffer.from('{"a":"é"}\n\n{"b":')) read(Buffer.from([byte]));
  read(Buffer.from('1}\n{"c":2}\nrest'));
  assert.deepEqual([lines, givenUp], [['{"a":"é"}', '', '{"b":1}', '{"c":2}'], 0]);
  for (let sent = 0; sent <= 64; sent += 1) read(Buffer.alloc(1024 * 1024, 97));
  assert.ok(givenUp > 0);
});

test('without weights no diffusion model is listed, and the painter is asked', () => {
  const store = createModelStore({ modelsDir, extraModels: runtimeEntries() });
  const engine = createDiffusionEngine({ store, studio, mayPull: false });
  assert.deepEqual(engine.models(), []);
  const { model } = createImageRouter(() => [engine, createPainterEngine()]).forGenerate(undefined);
  assert.equal(model, 'painter-1');
});

test('with weights and runtime a diffusion model is asked before the painter, and until then the painter', async () => {
  const path = join(modelsDir, 'weights');
  await writeFile(path, 'weights');
  const sha256 = await sha256OfFile(path);
  const file = (name: string) => ({ [name]: { bytes: 7, sha256, sources: [pathToFileURL(path).href] } });
  const own: CatalogueEntry[] = [
    {
      id: RUNTIME,
      kind: 'other',
      title: 'runtime',
      ownedBy: 'owner',
      licence: 'CC0-1.0',
      files: { ...file('bare'), ...file('diffusion.bare') },
    },
    {
      id: 'own-1',
      kind: 'text-to-image',
      title: 'own',
      ownedBy: 'owner',
      licence: 'CC0-1.0',
      settings: { layout: 'sd' },
      files: file('model.gguf'),
    },
    {
      id: 'wrong-1',
      kind: 'text-to-image',
      title: 'wrong',
      ownedBy: 'owner',
      licence: 'CC0-1.0',
      settings: { layout: 'sd', side: 9 },
      files: file('model.gguf'),
    },
  ];
  for (const id of ['sdxs-512-1', 'flux2-klein-4b-1']) {
    const entry = loadCatalogue().get(id);
    assert.ok(entry);
    const files = Object.assign({}, ...Object.keys(entry.files).map(file));
    own.push({ ...entry, licence: 'CC0-1.0', files });
  }
  const store = createModelStore({ modelsDir, extraModels: own });
  const warned: object[] = [];
  const log = { warn: (fields: object) => void warned.push(fields) };
  const engine = createDiffusionEngine({ store, studio, mayPull: false, log });
  const engines = [engine, createPainterEngine(), wordsEditor()];
  const routes = createImageRouter(() => engines);
  await store.ensure('own-1');
  assert.equal(engine.models()[0]?.ready, false);
  assert.equal(routes.forGenerate(undefined).model, 'painter-1');
  assert.deepEqual(routes.forEdit({ prompt: 'a boat on the moon', hasMask: false, options: {} }).model, 'words-1');
  await store.ensure(RUNTIME);
  await store.ensure('wrong-1');
  const { model, slow } = routes.forGenerate(undefined);
  assert.deepEqual([model, slow], ['own-1', true]);
  assert.deepEqual(routes.forEdit({ prompt: 'a boat on the moon', hasMask: true, options: {} }).model, 'own-1');
  assert.deepEqual(
    engine.models().map(({ id }) => id),
    ['own-1'],
  );
  for (const id of ['sdxs-512-1', 'flux2-klein-4b-1']) await store.ensure(id);
  assert.deepEqual(
    engine.models().map(({ id }) => id),
    ['own-1', 'flux2-klein-4b-1', 'sdxs-512-1'],
  );
  await store.choose('image', 'sdxs-512-1');
  assert.equal(routes.forGenerate(undefined).model, 'sdxs-512-1', 'the choice of the operator is followed at once');
  await store.choose('image', undefined);
  assert.equal(routes.forGenerate(undefined).model, 'own-1');
  assert.ok(warned.length > 0, 'the entry with a wrong setting must be warned of');
});

/** An engine that edits by words, as a connected web UI does. */
function wordsEditor(): ImageEngine {
  const refuse = () => Promise.reject(new Error('never asked'));
  return {
    name: 'words',
    isOwn: false,
    models: () => [{ id: 'words-1', ownedBy: 'owner', capabilities: ['edit:prompt'], ready: true }],
    generate: refuse,
    edit: refuse,
    upscale: refuse,
  };
}
