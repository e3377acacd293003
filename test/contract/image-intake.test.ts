// Hostile pictures: bombs, scripts, lies about the type, secrets in the metadata.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ServiceError } from '../../src/core/errors.ts';
import { createStudio } from '../../src/engines/image/studio/studio.ts';
import { plain } from '../support/pictures.ts';

const studio = createStudio();
after(() => studio.close());

function take(image: Uint8Array, format: 'png' | 'webp' | 'jpeg' = 'png') {
  return studio.run({ kind: 'recode', image, format }, () => undefined, AbortSignal.timeout(60_000));
}

async function refused(image: Uint8Array): Promise<ServiceError> {
  const error = await take(image).then(
    () => assert.fail('it should have been refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError, String(error));
  assert.ok(error.status === 400 || error.status === 413, error.message);
  assert.equal(error.param, 'image');
  return error;
}

test('a small file that unfolds to 20,000 × 20,000 pixels is refused by its header', async () => {
  assert.match((await refused(pngOf(20_000, 20_000, deflateSync(Buffer.alloc(1_000_000))))).message, /too large/);
  assert.match((await refused(pngOf(20_000, 10, deflateSync(Buffer.alloc(200_010))))).message, /too large/);
});

test('SVG, HTML, PDF and plain text are refused, whatever they claim to be', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  for (const text of [svg, `<?xml version="1.0"?>${svg}`, '<html></html>', '%PDF-1.7', 'hello', ''])
    assert.match((await refused(Buffer.from(text))).message, /PNG, JPEG, WebP or GIF/);
});

test('a PNG signature over something else, and a truncated image, are refused', async () => {
  const good = await plain(200, 200, '#445566');
  await refused(Buffer.concat([good.subarray(0, 8), Buffer.from('<svg onload="x"/>')]));
  await refused(good.subarray(0, Math.floor(good.length / 2)));
});

test('more than 20 MB is refused', async () => {
  assert.equal((await refused(Buffer.alloc(20 * 1024 * 1024 + 1))).status, 413);
});

test('EXIF goes, its orientation is applied, and the place of the photograph is in no output', async () => {
  const tagged = await sharp(await plain(60, 30, '#aa5500'))
    .withExif({ IFD0: { Copyright: 'secret owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  assert.ok(tagged.includes('secret owner'));
  for (const format of ['png', 'webp', 'jpeg'] as const) {
    const made = await take(tagged, format);
    assert.deepEqual([made.width, made.height], [30, 60]);
    assert.ok(!Buffer.from(made.bytes).includes('secret owner'));
    assert.equal((await sharp(made.bytes).metadata()).exif, undefined);
  }
});

test('grey, 16-bit, palette and animated pictures come out as plain 8-bit ones', async () => {
  const base = sharp(await plain(32, 16, '#3366cc'));
  const files = [
    await base.clone().grayscale().png().toBuffer(),
    await base.clone().toColourspace('rgb16').png().toBuffer(),
    await base.clone().png({ palette: true }).toBuffer(),
    await base.clone().gif().toBuffer(),
  ];
  for (const file of files) {
    const made = await take(file);
    assert.deepEqual([made.width, made.height], [32, 16]);
  }
});

/** A PNG with the size it is told, whatever its data. */
function pngOf(width: number, height: number, data: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array())]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
