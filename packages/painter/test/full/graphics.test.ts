// Graphics and lettering through the public surface: flat design, set type that is read back, and honest warnings.
import assert from 'node:assert/strict';
import test from 'node:test';
import sharp from 'sharp';
import { Painter } from '../../src/painter.ts';

const painter = new Painter();

async function paint(prompt: string, size = { width: 160, height: 160 }) {
  const order = { prompt, ...size, count: 1, seed: 5, format: 'png' as const };
  const [picture] = await painter.paint(order, () => undefined, new AbortController().signal);
  assert.ok(picture);
  const pixels = await sharp(picture.bytes).removeAlpha().raw().toBuffer();
  return { pixels, warnings: picture.warnings };
}

/** The share of the picture that its eight most frequent colours cover. */
function flatShare(pixels: Buffer): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length; i += 3) {
    const colour = pixels.readUIntBE(i, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const most = [...counts.values()].sort((a, b) => b - a).slice(0, 8);
  return (most.reduce((sum, count) => sum + count, 0) * 3) / pixels.length;
}

test('a logo is flat design with its name, and warns of nothing', async () => {
  const { pixels, warnings } = await paint('logo for a coffee shop called Moonbeam, minimal');
  assert.ok(flatShare(pixels) > 0.7, `${flatShare(pixels)} is flat`);
  assert.deepEqual(warnings, []);
  const scene = await paint('a coffee shop');
  assert.ok(flatShare(scene.pixels) < 0.3, `${flatShare(scene.pixels)} of a scene is flat`);
});

test('posters, covers, banners, cards, icons, stickers and patterns are laid out, each in its own way', async () => {
  const seen = new Set<string>();
  for (const prompt of [
    "a poster titled 'Night Market'",
    "a book cover titled 'Night Market'",
    'a night market banner',
    "a greeting card saying 'Night Market'",
    'icon of a red heart',
    "a sticker with the words 'Night Market'",
    'seamless pattern of hearts',
  ]) {
    const { pixels } = await paint(prompt, { width: 96, height: 96 });
    assert.ok(flatShare(pixels) > 0.4, prompt);
    seen.add(pixels.toString('base64'));
  }
  assert.equal(seen.size, 7);
});

test('a thing that cannot be drawn is named, one that is visible is not', async () => {
  const { warnings } = await paint('a cat sleeping on a blue sofa next to a window with a photosynthesizer');
  assert.deepEqual(warnings, ['Not depicted: photosynthesizer.']);
});
