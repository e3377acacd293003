// Paints 200 captions that others wrote and prints the share that is fine, the false warnings, and a contact sheet to look at.
//   npm run bench -- captions [--only 3,20-39] [--sheet file.webp]   (without --only: docs/images/captions.webp)
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RenderPool } from '@atelier/painter';
import sharp from 'sharp';
import { createWorker } from 'tesseract.js';
import { type Caption, judgeCaption } from './painter/judge.ts';
import type { Picture } from './painter/measure.ts';
import { paintCaption } from './painter/paint-caption.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, sheet: { type: 'string' } },
});
const SIDE = 144;
/** Letters need more pixels to be read. */
const SIDE_WITH_TEXT = 288;
const TILE = 144;
const COLUMNS = 10;
/** Letters of less than about twenty pixels are not read. */
const READ_SIDE = 1152;

const { captions } = JSON.parse(await readFile(new URL('./painter/captions.json', import.meta.url), 'utf8')) as {
  captions: Caption[];
};
const only = values.only?.split(',').flatMap(rangeOf);
const letters = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng')));
const reader = await createWorker('eng', 1, { langPath: join(letters, '4.0.0_best_int'), cacheMethod: 'none' });
const pool = new RenderPool(new AbortController().signal);
const tiles: Buffer[] = [];
const totals = { fine: 0, falseWarnings: 0, unsaid: 0 };

for (const [i, caption] of captions.entries()) {
  if (only && !only.includes(i)) continue;
  const painted = await paintCaption(pool, caption.prompt, {
    side: caption.says ? SIDE_WITH_TEXT : SIDE,
    seed: 100 + i,
  });
  const read = caption.says ? await readText(painted.picture) : '';
  const { failures, falseWarnings, unsaid } = judgeCaption(caption, painted, read);
  if (failures.length === 0) totals.fine++;
  if (falseWarnings.length > 0) totals.falseWarnings++;
  if (unsaid.length > 0) totals.unsaid++;
  const notes = [
    ...failures,
    ...falseWarnings.map((word) => `FALSE WARNING ${word}`),
    ...unsaid.map((word) => `unsaid ${word}`),
  ];
  console.log(`${failures.length === 0 ? 'fine' : 'FAIL'} ${i} ${caption.prompt.slice(0, 90)} — ${notes.join('; ')}`);
  tiles.push(await imageOf(painted.picture).resize(TILE, TILE).png().toBuffer());
}
const sheet = values.sheet ?? (only ? undefined : 'docs/images/captions.webp');
if (sheet) await writeSheet(sheet);
pool.close();
await reader.terminate();
const share = (count: number) => `${count} of ${tiles.length} (${((100 * count) / tiles.length).toFixed(1)} %)`;
console.log(`fine: ${share(totals.fine)}`);
console.log(`with a false warning: ${share(totals.falseWarnings)}`);
console.log(`with something missing that no warning names: ${share(totals.unsaid)}`);

function rangeOf(text: string): number[] {
  const [from = 0, to = from] = text.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function imageOf({ pixels, width, height }: Picture) {
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
}

async function readText(picture: Picture): Promise<string> {
  const image = await imageOf(picture).resize(READ_SIDE, READ_SIDE, { kernel: 'cubic' }).greyscale().png().toBuffer();
  return (await reader.recognize(image)).data.text;
}

async function writeSheet(file: string): Promise<void> {
  const rows = Math.ceil(tiles.length / COLUMNS);
  await sharp({ create: { width: COLUMNS * TILE, height: rows * TILE, channels: 3, background: 'white' } })
    .composite(tiles.map((input, i) => ({ input, left: (i % COLUMNS) * TILE, top: Math.floor(i / COLUMNS) * TILE })))
    .webp({ quality: 60 })
    .toFile(file);
}
