// The painter's proof: sixty prompts rendered and measured on their pixels, a contact sheet to look at, and the time of a large picture.
import { mkdir } from 'node:fs/promises';
import type { World } from '@atelier/painter';
import { boxInFrame, describeScene, RenderPool } from '@atelier/painter';
import sharp from 'sharp';
import { composeWorld } from '../packages/painter/src/compose/compose.ts';
import { EVERYTHING } from '../packages/painter/src/render/trace.ts';
import {
  blobsOf,
  countLike,
  differenceMask,
  maskOf,
  type Picture,
  type Region,
  showsPlace,
} from './painter/measure.ts';
import { type Ask, PROMPTS } from './painter/prompts.ts';

const SIDE = Number(process.env.PAINTER_SIDE ?? 320);
const COLUMNS = 10;
const STYLES = ['realistic', 'artistic', 'anime', '3d'] as const;
const pool = new RenderPool(new AbortController().signal);
await mkdir('out', { recursive: true });

async function renderPicture(world: World, side = SIDE): Promise<Picture> {
  const frame = await pool.render(
    world,
    { width: side, height: side },
    { sight: EVERYTHING, onShare: () => undefined },
  );
  return { width: side, height: side, pixels: await pool.finish(world, frame, { layer: false }) };
}

/** The failures of one picture, as sentences. */
async function failuresOf(prompt: string, ask: Ask, world: World, picture: Picture): Promise<string[]> {
  const failures: string[] = [];
  const subjects = describeScene(prompt).subjects;
  const thingsOf = (kind: string, index = -1) => {
    const words = new Set(
      subjects
        .filter((subject, i) => subject.kind === kind && (index < 0 || i === index))
        .map((subject) => subject.word),
    );
    return world.things.filter((thing) => words.has(thing.name));
  };
  const boxesOf = (kind: string): Region[] => thingsOf(kind).map((thing) => boxInFrame(world, thing, picture));
  const { colour, other, count } = ask;
  if (colour) {
    const boxes = boxesOf(colour.of);
    if (boxes.length === 0) return [`no ${colour.of} in the picture`];
    const mask = maskOf(picture, colour.is, boxes, false);
    const area = boxes.reduce((sum, box) => sum + Math.max(1, (box.right - box.left) * (box.bottom - box.top)), 0);
    const share = mask.reduce((sum, bit) => sum + bit, 0) / area;
    if (share < 0.045) failures.push(`${colour.of} is ${(share * 100).toFixed(1)} % ${colour.is}`);
    const counted = countLike(blobsOf(maskOf(picture, colour.is, boxes, true), picture.width), 0.3);
    if (
      colour.count !== undefined &&
      counted !== colour.count &&
      countLike(blobsOf(mask, picture.width), 0.3) !== colour.count
    )
      failures.push(`${counted} ${colour.is} regions for ${colour.count} ${colour.of}`);
    if (other) {
      const blob = blobsOf(mask, picture.width)[0];
      const otherBlob = blobsOf(maskOf(picture, other.is, boxesOf(other.of), true), picture.width)[0];
      if (!otherBlob || !blob || otherBlob.area < 30) failures.push(`no ${other.is} ${other.of}`);
      else if (ask.relation === 'left of' && blob.x >= otherBlob.x) failures.push('not to the left');
      else if (ask.relation === 'right of' && blob.x <= otherBlob.x) failures.push('not to the right');
      else if (ask.relation === 'above' && blob.y >= otherBlob.y) failures.push('not above');
    }
  }
  if (count) {
    const boxes = boxesOf(count.of);
    const without = await renderPicture({
      ...world,
      things: world.things
        .filter((thing) => !thingsOf(count.of).includes(thing))
        .map((thing, id) => ({ ...thing, id })),
    });
    const counted = countLike(blobsOf(differenceMask(picture, without, boxes), picture.width), 0.3);
    if (counted !== count.is) failures.push(`${counted} regions for ${count.is} ${count.of}`);
  }
  if (ask.place && !showsPlace(picture, ask.place)) failures.push(`does not look like ${ask.place}`);
  return failures;
}

async function writeSheet(file: string, pictures: readonly Picture[], columns: number): Promise<void> {
  const side = pictures[0]?.width ?? SIDE;
  const sheet = sharp({
    create: {
      width: columns * side,
      height: Math.ceil(pictures.length / columns) * side,
      channels: 3,
      background: 'white',
    },
  });
  const tiles = pictures.map((picture, i) => ({
    input: Buffer.from(picture.pixels),
    raw: { width: side, height: side, channels: 4 as const },
    left: (i % columns) * side,
    top: Math.floor(i / columns) * side,
  }));
  await sheet.composite(tiles).png().toFile(file);
}

const pictures: Picture[] = [];
let passed = 0;
for (const [i, [prompt, ask]] of PROMPTS.entries()) {
  const world = composeWorld(
    describeScene(prompt),
    { width: SIDE, height: SIDE },
    { seed: 11 + i, style: 'realistic' },
  );
  const picture = await renderPicture(world);
  const failures = await failuresOf(prompt, ask, world, picture);
  if (failures.length === 0) passed++;
  console.log(
    `${failures.length === 0 ? 'pass' : 'FAIL'}  ${String(i + 1).padStart(2)}  ${prompt}${failures.length > 0 ? `  — ${failures.join('; ')}` : ''}`,
  );
  pictures.push(picture);
}
await writeSheet('out/painter-prompts.png', pictures, COLUMNS);

const shown = [
  'two red balloons above a lake at sunset',
  'a cat and a dog in a garden',
  'a castle in the mountains at night',
  'a bowl of oranges on a table',
];
const styled: Picture[] = [];
for (const prompt of shown)
  for (const style of STYLES)
    styled.push(
      await renderPicture(composeWorld(describeScene(prompt), { width: 512, height: 512 }, { seed: 5, style }), 512),
    );
await writeSheet('out/painter-styles.png', styled, STYLES.length);

console.log('\n1024 × 1024: seconds on this machine now, and seconds of processor time over two cores');
for (const style of STYLES) {
  const started = performance.now();
  const before = process.cpuUsage();
  const scene = describeScene('two red balloons above a lake at sunset');
  await renderPicture(composeWorld(scene, { width: 1024, height: 1024 }, { seed: 5, style }), 1024);
  const used = process.cpuUsage(before);
  const wall = (performance.now() - started) / 1000;
  console.log(
    `  ${style.padEnd(10)} ${wall.toFixed(1).padStart(5)} ${((used.user + used.system) / 2e6).toFixed(1).padStart(6)}`,
  );
}
pool.close();
const share = passed / PROMPTS.length;
console.log(
  `\n${passed} of ${PROMPTS.length} prompts pass (${(share * 100).toFixed(0)} %; asked: 90 %). Sheets: out/painter-prompts.png, out/painter-styles.png`,
);
if (share < 0.9) process.exitCode = 1;
