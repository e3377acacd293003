// The painter, through its public surface: what it understands, what its pixels show, and how it stops.
import assert from 'node:assert/strict';
import test from 'node:test';
import sharp from 'sharp';
import { renderLayers } from '../src/layers.ts';
import { Painter } from '../src/painter.ts';
import type { PictureOrder } from '../src/picture.ts';
import { describeScene } from '../src/prompt/describe.ts';
import { KINDS } from '../src/subjects/registry.ts';

const painter = new Painter();
const never = new AbortController().signal;
const base: PictureOrder = {
  prompt: 'a red ball on a beach',
  width: 80,
  height: 64,
  count: 1,
  seed: 7,
  format: 'png',
};

async function paint(change: Partial<PictureOrder> = {}) {
  return painter.paint({ ...base, ...change }, () => undefined, never);
}

async function pixelsOf(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).removeAlpha().raw().toBuffer();
}

test('the vocabulary holds at least 150 kinds, and no name stands for two of them', () => {
  assert.ok(KINDS.length >= 150, `${KINDS.length} kinds`);
  assert.equal(new Set(KINDS.map((kind) => kind.name)).size, KINDS.length);
});

test('every kind can be described by its own name', () => {
  const lost = KINDS.filter((kind) => describeScene(`a big ${kind.name}`).subjects[0]?.kind !== kind.name).map(
    (kind) => kind.name,
  );
  assert.deepEqual(lost, []);
});

test('counts, colours, sizes, places and relations are read', () => {
  const scene = describeScene('two big red balloons above a lake at sunset');
  assert.deepEqual(
    scene.subjects.map(({ kind, count, colours, airborne }) => ({ kind, count, colours, airborne })),
    [{ kind: 'balloon', count: 2, colours: ['red'], airborne: true }],
  );
  assert.equal(scene.place, 'lake');
  assert.equal(scene.time, 'sunset');
  const pair = describeScene('a blue car to the left of a tree');
  assert.deepEqual(pair.subjects[0]?.relation, { kind: 'left of', to: 1 });
  const cats = describeScene('three cats on a sofa in a room');
  assert.equal(cats.subjects[0]?.count, 3);
  assert.deepEqual(cats.subjects[0]?.relation, { kind: 'on', to: 1 });
  assert.equal(cats.place, 'room');
});

test('a word that can be a colour or a thing is read by what follows it', () => {
  assert.deepEqual(
    describeScene('an orange cat').subjects.map((subject) => subject.kind),
    ['cat'],
  );
  assert.deepEqual(
    describeScene('an orange on a table').subjects.map((subject) => subject.kind),
    ['orange'],
  );
  assert.deepEqual(
    describeScene('a rose').subjects.map((subject) => subject.kind),
    ['rose'],
  );
});

test('the negative prompt leaves things out', () => {
  assert.deepEqual(
    describeScene('a dog and a cat in a park', 'cat').subjects.map((subject) => subject.kind),
    ['dog'],
  );
});

test('a scene has layers from far to near, with the motion each invites', () => {
  const { layers } = describeScene('a sailboat on a lake in the rain');
  assert.deepEqual(
    layers.map((layer) => [layer.name, layer.motion]),
    [
      ['sky', 'drift'],
      ['far', 'still'],
      ['ground', 'ripple'],
      ['subject', 'bob'],
      ['near', 'fall'],
    ],
  );
});

test('images have the requested size and format, and the same seed gives the same bytes', async () => {
  for (const format of ['png', 'webp', 'jpeg'] as const) {
    const [made] = await paint({ format });
    assert.ok(made);
    const meta = await sharp(made.bytes).metadata();
    assert.deepEqual([meta.width, meta.height, meta.format], [80, 64, format]);
  }
  // Large enough for two threads: how many there are is no matter.
  const large = { width: 160, height: 128 };
  const [one, again, other] = await Promise.all([
    paint(large),
    new Painter({ workers: 1 }).paint({ ...base, ...large }, () => undefined, never),
    paint({ ...large, seed: 8 }),
  ]);
  assert.deepEqual(
    await pixelsOf(one?.[0]?.bytes ?? new Uint8Array()),
    await pixelsOf(again?.[0]?.bytes ?? new Uint8Array()),
  );
  assert.notDeepEqual(
    await pixelsOf(one?.[0]?.bytes ?? new Uint8Array()),
    await pixelsOf(other?.[0]?.bytes ?? new Uint8Array()),
  );
});

test('count gives that many different images with seeds that reproduce them', async () => {
  const made = await paint({ count: 2, width: 64, height: 64 });
  assert.equal(made.length, 2);
  const [second] = await paint({ seed: made[1]?.seed ?? 0, width: 64, height: 64 });
  assert.deepEqual(
    await pixelsOf(second?.bytes ?? new Uint8Array()),
    await pixelsOf(made[1]?.bytes ?? new Uint8Array()),
  );
});

test('a red ball is red in the pixels, a blue one blue', async () => {
  for (const [colour, channel] of [
    ['red', 0],
    ['blue', 2],
  ] as const) {
    const [made] = await paint({ prompt: `a big ${colour} ball on a beach`, width: 96, height: 96 });
    const pixels = await pixelsOf(made?.bytes ?? new Uint8Array());
    let strong = 0;
    for (let i = 0; i < pixels.length; i += 3) {
      const [r = 0, g = 0, b = 0] = pixels.subarray(i, i + 3);
      if (
        [r, g, b][channel] === Math.max(r, g, b) &&
        Math.max(r, g, b) > 1.9 * Math.min(r, g, b) &&
        Math.max(channel === 0 ? b : r, g) < 0.75 * Math.max(r, g, b)
      )
        strong++;
    }
    assert.ok(strong > (96 * 96) / 40, `${colour}: ${strong} pixels`);
  }
});

test('the four styles give four clearly different images', async () => {
  const pictures = await Promise.all(
    (['realistic', 'artistic', 'anime', '3d'] as const).map(async (style) =>
      pixelsOf((await paint({ style, prompt: 'a tree on a hill' }))[0]?.bytes ?? new Uint8Array()),
    ),
  );
  for (const [i, a] of pictures.entries()) {
    for (const b of pictures.slice(i + 1)) {
      const apart = a.reduce((sum, value, k) => sum + Math.abs(value - (b[k] ?? 0)), 0) / a.length;
      assert.ok(apart > 4, `mean difference ${apart.toFixed(1)}`);
    }
  }
});

test('what cannot be drawn is named, and a prompt without things becomes an abstract', async () => {
  const [partly] = await paint({ prompt: 'a cat and a photosynthesizer', width: 64, height: 64 });
  assert.deepEqual(partly?.warnings, ['Not depicted: photosynthesizer.']);
  const [abstract] = await paint({ prompt: 'the melancholy of jurisprudence', width: 64, height: 64 });
  assert.match(abstract?.warnings[0] ?? '', /abstract/);
  const spread = await sharp(abstract?.bytes).stats();
  assert.ok(
    spread.channels.some((channel) => channel.stdev > 8),
    'the abstract is not a flat colour',
  );
});

test('sizes and counts out of bounds are refused', async () => {
  for (const change of [{ width: 63 }, { height: 2049 }, { count: 5 }, { width: 100.5 }])
    await assert.rejects(paint(change), { code: 'invalid_parameter' });
});

test('progress rises to the end and an abort stops the workers', async () => {
  const shares: number[] = [];
  await painter.paint({ ...base, width: 96, height: 96 }, (share) => shares.push(share), never);
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => a - b),
  );
  assert.ok((shares.at(-1) ?? 0) > 0.9);
  const stop = new AbortController();
  const running = painter.paint(
    { ...base, width: 2048, height: 2048 },
    () => stop.abort(new Error('enough')),
    stop.signal,
  );
  await assert.rejects(running, /enough/);
});

test('layers cover the frame from back to front and keep depth and motion', async () => {
  const picture = await renderLayers(describeScene('a red boat on a lake'), { width: 128, height: 72, seed: 3 }, never);
  assert.deepEqual(
    picture.layers.slice(0, 4).map((layer) => layer.name),
    ['sky', 'clouds', 'far', 'ground'],
  );
  const boat = picture.layers.find((layer) => layer.label === 'boat');
  assert.ok(boat && boat.depth > 0 && boat.motion === 'bob');
  assert.ok(boat.box.right - boat.box.left < 128, 'the boat has its own small box');
  const ground = picture.layers.find((layer) => layer.name === 'ground');
  assert.ok(
    ground?.water?.some((value) => value === 255),
    'water is marked for ripples',
  );
  for (let i = 0; i < 128 * 72; i++)
    assert.ok(
      picture.layers.some((layer) => (layer.rgba[i * 4 + 3] ?? 0) > 0),
      'no hole in the picture',
    );
});

test('a moved camera and a later time change the layers', async () => {
  const order = { width: 64, height: 36, seed: 3 };
  const scene = describeScene('a lake with clouds');
  const [still, moved, later] = await Promise.all([
    renderLayers(scene, order, never),
    renderLayers(scene, { ...order, camera: { x: 1.5 } }, never),
    renderLayers(scene, { ...order, time: 30 }, never),
  ]);
  const far = (picture: typeof still) => Buffer.from(picture.layers.find((layer) => layer.name === 'far')?.rgba ?? []);
  const clouds = (picture: typeof still) =>
    Buffer.from(picture.layers.find((layer) => layer.name === 'clouds')?.rgba ?? []);
  assert.notDeepEqual(far(still), far(moved));
  assert.notDeepEqual(clouds(still), clouds(later));
});
