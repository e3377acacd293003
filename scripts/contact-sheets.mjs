// Draws contact sheets of the pages, light, dark and on a phone: npm run sheets [-- folder of screenshots]
// Without a folder the browser tests take the screenshots first.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const ROOT = join(import.meta.dirname, '..');
const IMAGES = join(ROOT, 'docs', 'images');
const LABEL_HEIGHT = 26;
const GAP = 14;
/** A sheet with more pages would be illegible. */
const MAX_ON_A_SHEET = 36;
const SHEETS = [
  { name: 'light', width: 320, height: 225, columns: 6 },
  { name: 'dark', width: 320, height: 225, columns: 6 },
  { name: 'phone', width: 200, height: 360, columns: 9 },
];

const [given] = process.argv.slice(2);
const folder = given ?? takeScreenshots();
mkdirSync(IMAGES, { recursive: true });
for (const old of readdirSync(IMAGES).filter((file) => /^pages-\w+-\d+\.webp$/.test(file))) rmSync(join(IMAGES, old));
for (const sheet of SHEETS) await drawSheets(sheet);
if (given === undefined) rmSync(folder, { recursive: true });

function takeScreenshots() {
  const taken = mkdtempSync(join(tmpdir(), 'atelier-sheets-'));
  const files = readdirSync(join(ROOT, 'test', 'full', 'browser')).map((file) => `test/full/browser/${file}`);
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'run.mjs'), 'test:full', ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SCREENSHOTS: taken },
  });
  if (status !== 0) throw new Error(`The browser tests failed; their screenshots are in ${taken}.`);
  return taken;
}

async function drawSheets(sheet) {
  const files = readdirSync(folder)
    .filter((file) => file.startsWith(`${sheet.name} `) && file.endsWith('.png'))
    .sort();
  for (let first = 0; first < files.length; first += MAX_ON_A_SHEET) {
    const target = join(IMAGES, `pages-${sheet.name}-${first / MAX_ON_A_SHEET + 1}.webp`);
    await drawSheet(sheet, files.slice(first, first + MAX_ON_A_SHEET), target);
    process.stdout.write(`${target}: ${Math.min(MAX_ON_A_SHEET, files.length - first)} pages\n`);
  }
}

async function drawSheet({ name, width, height, columns }, files, target) {
  const place = (index) => ({
    left: GAP + (index % columns) * (width + GAP),
    top: GAP + Math.floor(index / columns) * (height + LABEL_HEIGHT + GAP),
  });
  const pictures = await Promise.all(
    files.map(async (file, index) => {
      const input = await sharp(join(folder, file))
        .resize({ width, height, fit: 'cover', position: 'left top' })
        .toBuffer();
      const { left, top } = place(index);
      return { input, left, top: top + LABEL_HEIGHT };
    }),
  );
  const labels = files.map((file, index) => {
    const { left, top } = place(index);
    const text = file
      .slice(name.length + 1, -'.png'.length)
      .replace(/[<>&]/g, ' ')
      .slice(0, width / 8);
    return `<text x="${left}" y="${top + 18}" font-family="sans-serif" font-size="14" fill="#444">${text}</text>`;
  });
  const size = {
    width: GAP + Math.min(columns, files.length) * (width + GAP),
    height: GAP + Math.ceil(files.length / columns) * (height + LABEL_HEIGHT + GAP),
  };
  const writing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${labels.join('')}</svg>`,
  );
  await sharp({ create: { ...size, channels: 3, background: '#e9e6df' } })
    .composite([...pictures, { input: writing, left: 0, top: 0 }])
    .webp({ quality: 72 })
    .toFile(target);
}
