// The built-in picture engine on real photographs: enlarging, editing, refusing, stopping.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { ServiceError } from '../../src/core/errors.ts';
import { createLocalImageEngine, FAST_UPSCALER } from '../../src/engines/image/local.ts';
import type { ImageEdit } from '../../src/engines/image/port.ts';
import { createStudio } from '../../src/engines/image/studio/studio.ts';
import { type RawPicture, resizeBicubic } from '../support/bicubic.ts';
import { psnr, readLuma, ssim } from '../support/picture-quality.ts';
import { meansOf, photo, plain, rawOf, smallPhoto } from '../support/pictures.ts';
import { testModels } from '../support/weights.ts';

const studio = createStudio();
const engine = createLocalImageEngine({ studio, models: testModels, mayPull: false });
const quiet = () => undefined;
const patient = () => AbortSignal.timeout(120_000);
after(() => studio.close());

function edit(image: Uint8Array, order: Partial<ImageEdit>) {
  const defaults = { model: '', image, operation: '', options: {}, format: 'png', seed: 1 } as const;
  return engine.edit({ ...defaults, ...order }, quiet, patient());
}

async function refusal(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    () => assert.fail('it should have been refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}

for (const scale of [2, 4] as const)
  test(`enlarging ${scale} times restores a photograph better than bicubic`, async () => {
    const { data, width, height } = await rawOf(await smallPhoto('astronaut', 256));
    const original = { width, height, channels: 3, data };
    const small = resizeBicubic(original, width / scale, height / scale);
    const png = (picture: RawPicture) =>
      sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
        .png()
        .toBuffer();
    const order = { model: FAST_UPSCALER, image: await png(small), scale, format: 'png' } as const;
    const made = await engine.upscale(order, quiet, patient());
    assert.equal(made.width, width);
    const truth = await readLuma(await png(original));
    const ours = await readLuma(made.bytes);
    const yardstick = await readLuma(await png(resizeBicubic(small, width, height)));
    assert.ok(psnr(ours, truth, scale) > psnr(yardstick, truth, scale) + 0.5);
    assert.ok(ssim(ours, truth, scale) > ssim(yardstick, truth, scale));
  });

test('tiles leave no seam: a picture of several tiles equals the same picture taken in one', async () => {
  // 700 wide is two tiles; the left 512 alone are one. Away from the right border both must agree.
  const wide = await sharp(await photo('coffee'))
    .resize(700, 120, { fit: 'cover' })
    .png()
    .toBuffer();
  const left = await sharp(wide).extract({ left: 0, top: 0, width: 512, height: 120 }).png().toBuffer();
  const enlarge = (image: Uint8Array) =>
    engine.upscale({ model: FAST_UPSCALER, image, scale: 2, format: 'png' }, quiet, patient());
  const tiled = await rawOf((await enlarge(wide)).bytes);
  const whole = await rawOf((await enlarge(left)).bytes);
  let worst = 0;
  for (let y = 0; y < 240; y += 1)
    for (let x = 0; x < 1000; x += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const a = tiled.data[(y * tiled.width + x) * 3 + channel] ?? 0;
        const b = whole.data[(y * whole.width + x) * 3 + channel] ?? 0;
        worst = Math.max(worst, Math.abs(a - b));
      }
  assert.ok(worst <= 1, `a pixel differs by ${worst}`);
});

test('enlarging keeps transparency', async () => {
  const dot = Buffer.from('<svg width="64" height="64"><circle cx="32" cy="32" r="20" fill="red"/></svg>');
  const image = await sharp(dot).png().toBuffer();
  const made = await engine.upscale({ model: FAST_UPSCALER, image, scale: 2, format: 'webp' }, quiet, patient());
  const { data, channels, width } = await rawOf(made.bytes);
  assert.equal(channels, 4);
  assert.equal(data[3], 0, 'the corner stays clear');
  assert.equal(data[(64 * width + 64) * 4 + 3], 255, 'the middle stays solid');
});

test('words become adjustments that can be measured', async () => {
  const image = await smallPhoto('chelsea', 160);
  const [red = 0, , blue = 0] = await meansOf(image);
  const warm = await meansOf((await edit(image, { prompt: 'make it much warmer' })).bytes);
  assert.ok((warm[0] ?? 0) > red + 5 && (warm[2] ?? 255) < blue - 5);
  const dark = await meansOf((await edit(image, { prompt: 'a bit darker please' })).bytes);
  assert.ok((dark[0] ?? 255) < red - 5);
  const grey = await rawOf((await edit(image, { prompt: 'black and white' })).bytes);
  assert.ok(grey.channels < 3 || grey.data.every((value, at) => at % 3 === 0 || value === grey.data[at - (at % 3)]));
  const turned = await edit(await smallPhoto('coffee', 100), { operation: 'adjust', options: { rotate: 90 } });
  assert.equal(turned.width, 100);
});

test('crops to an aspect, to a box, and refuses a box outside', async () => {
  const image = await plain(300, 200, '#336699');
  const wide = await edit(image, { prompt: 'crop to 16:9' });
  assert.deepEqual([wide.width, wide.height], [300, 169]);
  const box = await edit(image, { operation: 'crop', options: { x: 10, y: 20, width: 50, height: 60 } });
  assert.deepEqual([box.width, box.height], [50, 60]);
  const error = await refusal(edit(image, { operation: 'crop', options: { x: 290, y: 0, width: 50, height: 60 } }));
  assert.equal(error.code, 'invalid_parameter');
});

test('every look changes the picture, and no two looks are alike', async () => {
  const image = await smallPhoto('astronaut', 128);
  const seen = new Set<string>();
  for (const style of ['oil', 'watercolor', 'sketch', 'cartoon', 'pixel', 'poster', 'vintage', 'artistic']) {
    const { bytes } = await edit(image, { operation: 'style', options: { style } });
    seen.add(Buffer.from(bytes).toString('base64'));
  }
  assert.equal(seen.size, 7, 'artistic is oil; all others differ');
  assert.equal((await refusal(edit(image, { operation: 'style', options: { style: '3d' } }))).param, 'style');
});

test('enhancing opens the tones of a dull picture', async () => {
  const dull = await sharp(await smallPhoto('coffee', 128))
    .linear(0.4, 70)
    .png()
    .toBuffer();
  const spread = async (bytes: Uint8Array) => (await sharp(bytes).stats()).channels[0]?.stdev ?? 0;
  assert.ok((await spread((await edit(dull, { prompt: 'enhance this photo' })).bytes)) > 1.5 * (await spread(dull)));
});

test('an edit that would change nothing is refused, never passed off as done', async () => {
  const image = await plain(64, 64, '#808080');
  assert.equal(
    (await refusal(edit(image, { operation: 'adjust', options: { saturation: 0 } }))).code,
    'invalid_parameter',
  );
  assert.match(
    (await refusal(edit(image, { operation: 'crop', options: { x: 0, y: 0, width: 64, height: 64 } }))).message,
    /exactly as it is/,
  );
});

test('what is not understood says so and says what can be done', async () => {
  const image = await plain(64, 64, '#808080');
  assert.match((await refusal(edit(image, { prompt: 'let the cat wear a hat' }))).message, /not understood/);
  assert.equal((await refusal(edit(image, { prompt: 'erase the car' }))).param, 'mask');
  assert.equal((await refusal(edit(image, { prompt: 'replace the background with a jungle' }))).param, 'background');
});

test('an abort ends the work at once and the next picture is made all the same', async () => {
  const stop = new AbortController();
  const big = await plain(1800, 1800, '#123456');
  const order = { model: FAST_UPSCALER, image: big, scale: 2, format: 'png' } as const;
  const running = engine.upscale(order, () => stop.abort(new Error('left')), stop.signal);
  await assert.rejects(running, /left/);
  const after = await engine.upscale({ ...order, image: await plain(20, 20, '#ff0000') }, quiet, patient());
  assert.equal(after.width, 40);
});
