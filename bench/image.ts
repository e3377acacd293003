// Measures upscaling against bicubic on ten photographs, and its time and memory on a 512 × 512 picture.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createLocalImageEngine, FAST_UPSCALER, FINE_UPSCALER } from '../src/engines/image/local.ts';
import { createStudio } from '../src/engines/image/studio/studio.ts';
import { createModelStore } from '../src/models/store.ts';
import { type RawPicture, resizeBicubic } from '../test/support/bicubic.ts';
import { psnr, readLuma, ssim } from '../test/support/picture-quality.ts';

const PHOTOS = new URL('../test/fixtures/photos/', import.meta.url).pathname;
const LIMIT_SECONDS: Record<string, number> = { [FAST_UPSCALER]: 15, [FINE_UPSCALER]: 60 };
const LIMIT_MEGABYTES = 1536;

const studio = createStudio();
const models = createModelStore({ modelsDir: process.env.MODELS_DIR ?? 'data/models' });
const engine = createLocalImageEngine({ studio, models, mayPull: true });
const signal = AbortSignal.timeout(3_600_000);
let failed = false;

for (const scale of [2, 4] as const) for (const model of [FAST_UPSCALER, FINE_UPSCALER]) await compare(model, scale);
for (const model of [FAST_UPSCALER, FINE_UPSCALER]) await time(model);
studio.close();
if (failed) process.exitCode = 1;

async function compare(model: string, scale: 2 | 4): Promise<void> {
  console.log(`\n${model} ×${scale}   network PSNR SSIM | bicubic PSNR SSIM | gain`);
  const gains: [number, number][] = [];
  for (const name of (await readdir(PHOTOS)).filter((file) => file.endsWith('.webp'))) {
    const original = await readPhoto(join(PHOTOS, name), 8);
    const small = resizeBicubic(original, original.width / scale, original.height / scale);
    const made = await engine.upscale(
      { model, image: await toPng(small), scale, format: 'png' },
      () => undefined,
      signal,
    );
    const truth = await readLuma(await toPng(original));
    const ours = await readLuma(made.bytes);
    const plain = await readLuma(await toPng(resizeBicubic(small, original.width, original.height)));
    const [a, b] = [psnr(ours, truth, scale), psnr(plain, truth, scale)];
    const [c, d] = [ssim(ours, truth, scale), ssim(plain, truth, scale)];
    gains.push([a - b, c - d]);
    console.log(
      `${name.padEnd(26)} ${a.toFixed(2)} ${c.toFixed(4)} | ${b.toFixed(2)} ${d.toFixed(4)} | ${signed(a - b, 2)} dB ${signed(c - d, 4)}`,
    );
  }
  const mean = (at: 0 | 1) => gains.reduce((sum, gain) => sum + gain[at], 0) / gains.length;
  const won = gains.filter(([decibel, similarity]) => decibel > 0 && similarity > 0).length;
  console.log(
    `mean gain ${signed(mean(0), 2)} dB, ${signed(mean(1), 4)} SSIM; better by both on ${won} of ${gains.length}`,
  );
  if (mean(0) <= 0 || mean(1) <= 0) failed = true;
}

async function time(model: string): Promise<void> {
  const image = await sharp(join(PHOTOS, 'astronaut.webp')).png().toBuffer();
  const order = { model, image, scale: 2, format: 'png' } as const;
  const watch = watchMemory();
  const started = performance.now();
  const made = await engine.upscale(order, () => undefined, signal);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = watch.stop();
  const isGood = seconds < (LIMIT_SECONDS[model] ?? 0) && megabytes < LIMIT_MEGABYTES && made.width === 1024;
  if (!isGood) failed = true;
  console.log(
    `\n512 → ${made.width} with ${model}: ${seconds.toFixed(1)} s (limit ${LIMIT_SECONDS[model]} s), ` +
      `studio process peak ${Math.round(megabytes)} MB (limit ${LIMIT_MEGABYTES} MB) ${isGood ? 'ok' : 'MISSED'}`,
  );
}

/** The largest resident size that any child of this process reached. */
function watchMemory() {
  let peak = 0;
  const look = () => {
    for (const pid of readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')) {
      if (!pid) continue;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    }
  };
  const timer = setInterval(look, 50);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}

async function readPhoto(path: string, multiple: number): Promise<RawPicture> {
  const { width, height } = await sharp(path).metadata();
  const { data, info } = await sharp(path)
    .extract({ left: 0, top: 0, width: width - (width % multiple), height: height - (height % multiple) })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels, data };
}

async function toPng({ width, height, channels, data }: RawPicture): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: channels as 3 } })
    .png()
    .toBuffer();
}

function signed(value: number, digits: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(digits)}`;
}
