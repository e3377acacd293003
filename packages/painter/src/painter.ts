// The painter: reads the prompt, composes a scene and renders it on worker threads.
import { EngineError } from '@atelier/kit';
import { composeWorld } from './compose/compose.ts';
import type { Picture, PictureOrder, PictureStyle, ReportProgress } from './picture.ts';
import { describeScene } from './prompt/describe.ts';
import type { SceneDescription } from './prompt/scene.ts';
import { DEFAULT_WORKERS, RenderPool } from './render/pool.ts';
import { EVERYTHING } from './render/trace.ts';

const MIN_SIDE = 64;
const MAX_SIDE = 2048;
const MAX_COUNT = 4;
/** The distance between the seeds of one order's images: far from seeds that a caller is likely to try next. */
const SEED_STRIDE = 7919;
/** Starting a thread takes as long as painting about this many pixels. */
const PIXELS_PER_THREAD = 20_000;

export class Painter {
  readonly #workers: number;

  constructor(options: { workers?: number } = {}) {
    this.#workers = options.workers ?? DEFAULT_WORKERS;
  }

  async paint(order: PictureOrder, report: ReportProgress, signal: AbortSignal): Promise<Picture[]> {
    checkOrder(order);
    const scene = describeScene(order.prompt, order.negativePrompt);
    const style = order.style ?? scene.style ?? 'realistic';
    const warnings = warningsFor(scene);
    const wanted = Math.ceil((order.width * order.height) / PIXELS_PER_THREAD);
    const pool = new RenderPool(signal, Math.min(this.#workers, wanted));
    try {
      const images: Picture[] = [];
      for (let i = 0; i < order.count; i++) {
        const seed = (order.seed + i * SEED_STRIDE) >>> 0;
        const pixels = await render(pool, { scene, order, style, seed }, (share, stage) =>
          report((i + share) / order.count, stage),
        );
        images.push({
          bytes: await encode(pixels, order),
          format: order.format,
          width: order.width,
          height: order.height,
          seed,
          warnings,
        });
        signal.throwIfAborted();
      }
      return images;
    } finally {
      pool.close();
    }
  }
}

interface Commission {
  scene: SceneDescription;
  order: PictureOrder;
  style: PictureStyle;
  seed: number;
}

async function render(
  pool: RenderPool,
  { scene, order, style, seed }: Commission,
  report: ReportProgress,
): Promise<Uint8Array> {
  const world = composeWorld(scene, order, { seed, style });
  report(0.02, 'composing');
  const frame = await pool.render(world, order, {
    sight: EVERYTHING,
    onShare: (share) => report(0.02 + 0.8 * share, 'rendering'),
  });
  report(0.84, 'finishing');
  const pixels = await pool.finish(world, frame, { layer: false, fireworks: scene.sky.includes('fireworks') });
  report(0.96, 'encoding');
  return pixels;
}

async function encode(pixels: Uint8Array, { width, height, format }: PictureOrder): Promise<Buffer> {
  // Loaded for the first image: a service that only chats never needs it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  if (format === 'jpeg') return picture.jpeg({ quality: 92 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 92 }).toBuffer();
  return picture.png({ compressionLevel: 6 }).toBuffer();
}

function checkOrder(order: PictureOrder): void {
  for (const side of ['width', 'height'] as const) {
    const value = order[side];
    if (!Number.isInteger(value) || value < MIN_SIDE || value > MAX_SIDE)
      throw new EngineError('invalid_parameter', `${side} must be a whole number from ${MIN_SIDE} to ${MAX_SIDE}.`, {
        param: side,
      });
  }
  if (!Number.isInteger(order.count) || order.count < 1 || order.count > MAX_COUNT)
    throw new EngineError('invalid_parameter', `count must be from 1 to ${MAX_COUNT}.`, { param: 'count' });
}

function warningsFor(scene: SceneDescription): string[] {
  const words = [...new Set(scene.undrawn)].slice(0, 12);
  if (scene.abstract)
    return [
      'Nothing in the prompt is in the painter’s vocabulary, so it painted an abstract in a fitting mood.',
      ...(words.length > 0 ? [`Not depicted: ${words.join(', ')}.`] : []),
    ];
  return words.length > 0 ? [`Not depicted: ${words.join(', ')}.`] : [];
}
