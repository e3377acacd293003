// Images of diffusion models on this machine: the real runtime, with random weights in the layouts of real models.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { ServiceError } from '../../../src/core/errors.ts';
import { createDiffusionEngine, type DiffusionEngine } from '../../../src/engines/image/diffusion/engine.ts';
import type { ImageOrder, MadeImage } from '../../../src/engines/image/port.ts';
import { createStudio } from '../../../src/engines/image/studio/studio.ts';
import { createModelStore } from '../../../src/models/store.ts';
import { type DiffusionFolder, prepareDiffusion } from '../../support/diffusion.ts';
import { plain } from '../../support/pictures.ts';

const quiet = new AbortController().signal;
const studio = createStudio();
const engines: DiffusionEngine[] = [];
let folder: DiffusionFolder;
let badFolder: string;
let engine: DiffusionEngine;

before(async () => {
  badFolder = await mkdtemp(join(tmpdir(), 'atelier-damaged-'));
  folder = await prepareDiffusion([
    { id: 'sdxs-random-1', layout: 'sdxs', settings: { maxSteps: 8 } },
    { id: 'sdxs-small-1', layout: 'sdxs', settings: { side: 64, guidance: 2 } },
    { id: 'sd1-random-1', layout: 'sd1-tiny' },
    { id: 'sdxs-styled-1', layout: 'sdxs', adapter: 'fitting' },
    { id: 'sdxs-foreign-1', layout: 'sdxs', adapter: 'foreign' },
  ]);
  engine = start();
});
after(async () => {
  for (const one of engines) await one.close();
  studio.close();
  await folder?.remove();
  await rm(badFolder, { recursive: true, force: true });
});

function start(): DiffusionEngine {
  const store = createModelStore({ modelsDir: folder.modelsDir, extraModels: folder.entries });
  const made = createDiffusionEngine({ store, studio, mayPull: false });
  engines.push(made);
  return made;
}

function order(given: Partial<ImageOrder> = {}): ImageOrder {
  return { model: 'sdxs-random-1', prompt: 'a cat', width: 64, height: 64, count: 1, seed: 7, format: 'png', ...given };
}

async function make(given: Partial<ImageOrder> = {}, from = engine): Promise<MadeImage> {
  const [image] = await from.generate(order(given), () => undefined, quiet);
  assert.ok(image);
  return image;
}

test('an image has the size and format that were asked for, its seed repeats it, and every step is reported', async () => {
  const told: [number, string][] = [];
  const [first] = await engine.generate(order({ steps: 2 }), (...report) => told.push(report), quiet);
  assert.ok(first);
  const picture = await sharp(first.bytes).metadata();
  assert.deepEqual([picture.format, picture.width, picture.height, first.seed], ['png', 64, 64, 7]);
  assert.deepEqual(
    told.map(([fraction, stage]) => `${stage} ${fraction}`),
    ['loading 0.05', 'painting 0.15', 'painting 0.525', 'painting 0.9'],
  );
  const second = await make({ steps: 2 });
  assert.ok(Buffer.from(first.bytes).equals(second.bytes), 'the same seed must give the same bytes');
  const other = await make({ steps: 2, seed: 8, width: 96, format: 'webp', negativePrompt: 'dogs' });
  const { format, width, height } = await sharp(other.bytes).metadata();
  assert.deepEqual([format, width, height], ['webp', 96, 64]);
  assert.deepEqual(other.warnings, ['This model does not read negative prompts.']);
});

test('an edit starts from the image, and one with a mask changes nothing outside of it', async () => {
  const image = await plain(80, 64, '#3366cc');
  const mask = await sharp({ create: { width: 80, height: 64, channels: 3, background: '#000' } })
    .composite([{ input: Buffer.from(await plain(20, 20, '#ffffff')), left: 10, top: 10 }])
    .png()
    .toBuffer();
  const edit = { model: 'sdxs-random-1', image, prompt: 'a red ball', operation: 'prompt', options: {}, seed: 3 };
  const whole = await engine.edit({ ...edit, format: 'png' }, () => undefined, quiet);
  assert.deepEqual([whole.width, whole.height], [80, 64]);
  const masked = await engine.edit({ ...edit, mask, format: 'png' }, () => undefined, quiet);
  const before = await sharp(image).removeAlpha().raw().toBuffer();
  const after = await sharp(masked.bytes).removeAlpha().raw().toBuffer();
  const changed = [...after.keys()].filter((at) => after[at] !== before[at]).map((at) => Math.floor(at / 3));
  assert.ok(changed.length > 0, 'the hole must be painted');
  for (const pixel of changed) {
    const [x, y] = [pixel % 80, Math.floor(pixel / 80)];
    assert.ok(x >= 10 && x < 30 && y >= 10 && y < 30, `the pixel at ${x}, ${y} is outside of the mask`);
  }
  const nothing = await plain(80, 64, '#000000');
  await assert.rejects(
    engine.edit({ ...edit, mask: nothing, format: 'png' }, () => undefined, quiet),
    /mask is empty/,
  );
  for (const strength of [0, 2, 'much'])
    await assert.rejects(
      engine.edit({ ...edit, options: { strength }, format: 'png' }, () => undefined, quiet),
      (error) => error instanceof ServiceError && error.param === 'strength',
    );
});

test('SD1.x weights, with the full decoder, make an image', async () => {
  const { bytes, width, height } = await make({ model: 'sd1-random-1' });
  assert.deepEqual([width, height], [64, 64]);
  const { channels } = await sharp(bytes).stats();
  assert.ok(
    channels.every(({ stdev }) => stdev > 1),
    'random weights paint no plain picture',
  );
});

test('an image larger than the model knows is enlarged, and the answer says so; a negative prompt changes it', async () => {
  const large = { model: 'sdxs-small-1', width: 128, height: 128 };
  const enlarged = await make(large);
  assert.deepEqual([enlarged.width, enlarged.height], [128, 128]);
  assert.deepEqual(enlarged.warnings, ['Made at 64 × 64, the size that suits this model, and enlarged.']);
  const negative = await make({ ...large, negativePrompt: 'dogs' });
  assert.deepEqual(negative.warnings, enlarged.warnings, 'this model reads negative prompts');
  assert.ok(!Buffer.from(enlarged.bytes).equals(negative.bytes));
});

test('an adapter changes the image, repeatably, and one that fits nothing is refused in words', async () => {
  const bare = await make();
  const told: number[] = [];
  const [styled] = await engine.generate(order({ model: 'sdxs-styled-1' }), (fraction) => told.push(fraction), quiet);
  assert.ok(styled);
  assert.ok(!Buffer.from(bare.bytes).equals(styled.bytes), 'the adapter must change the image');
  assert.deepEqual(told, told.toSorted(), 'the tensors of the adapter are not steps');
  const again = await make({ model: 'sdxs-styled-1' });
  assert.ok(Buffer.from(styled.bytes).equals(again.bytes), 'the same seed must give the same bytes');
  await assert.rejects(
    make({ model: 'sdxs-foreign-1' }),
    (error) => error instanceof ServiceError && /adapter \(LoRA\) .* fits no part/.test(error.message),
  );
});

test('weights that are damaged are refused with an error, and the service goes on', async () => {
  const bad = join(badFolder, 'bad.safetensors');
  await writeFile(bad, Buffer.alloc(4096, 7));
  const modelsDir = join(badFolder, 'models');
  const file = { bytes: 4096, sources: [{ from: `file://${bad}`, sha256: await sha256Of(bad) }] };
  const [runtime, known] = folder.entries;
  assert.ok(runtime && known);
  const entries = [runtime, { ...known, id: 'damaged-1', files: { 'model.safetensors': file } }];
  const store = createModelStore({ modelsDir, extraModels: entries });
  for (const { id } of entries) await store.ensure(id);
  const damaged = createDiffusionEngine({ store, studio, mayPull: false });
  engines.push(damaged);
  await assert.rejects(
    make({ model: 'damaged-1' }, damaged),
    (error) => error instanceof ServiceError && error.code === 'engine_failed',
  );
});

async function sha256Of(path: string): Promise<string> {
  const { sha256OfFile } = await import('../../../src/models/checksum.ts');
  return sha256OfFile(path);
}
