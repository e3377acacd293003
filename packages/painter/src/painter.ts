// The painter: reads the prompt, composes a scene and renders it on worker threads.
import { EngineError } from '@atelier/kit';
import { PromptReader } from '@atelier/reader';
import { GRAPHICS, isGraphic } from './graphics/design.ts';
import { describeAround, paintOne } from './paint-one.ts';
import type { Picture, PictureOrder, ReportProgress } from './picture.ts';
import { DEFAULT_WORKERS, RenderPool } from './render/pool.ts';

const MIN_SIDE = 64;
const MAX_SIDE = 2048;
const MAX_COUNT = 4;
/** The distance between the seeds of one order's images: far from seeds that a caller is likely to try next. */
const SEED_STRIDE = 7919;
/** Starting a thread takes as long as painting about this many pixels. */
const PIXELS_PER_THREAD = 20_000;

export class Painter {
  readonly #workers: number;
  readonly #reader = new PromptReader();

  constructor(options: { workers?: number } = {}) {
    this.#workers = options.workers ?? DEFAULT_WORKERS;
  }

  async paint(order: PictureOrder, report: ReportProgress, signal: AbortSignal): Promise<Picture[]> {
    checkOrder(order);
    const reading = await this.#reader.read(order.prompt, signal);
    if (order.format === 'svg' && !isGraphic(reading.purpose)) throw notDrawn();
    const scene = describeAround(reading, order.prompt, order.negativePrompt);
    const wanted = Math.ceil((order.width * order.height) / PIXELS_PER_THREAD);
    const pool = new RenderPool(signal, Math.min(this.#workers, wanted));
    try {
      const images: Picture[] = [];
      for (let i = 0; i < order.count; i++) {
        const seed = (order.seed + i * SEED_STRIDE) >>> 0;
        const onShare: ReportProgress = (share, stage) => report((i + share) / order.count, stage);
        const { pixels, svg, warnings } = await paintOne(pool, { scene, order, reading, seed }, onShare);
        const { format, width, height } = order;
        const bytes = format === 'svg' && svg ? Buffer.from(svg) : await encode(pixels, order);
        images.push({ bytes, format, width, height, seed, warnings });
        signal.throwIfAborted();
      }
      return images;
    } finally {
      pool.close();
    }
  }
}

async function encode(pixels: Uint8Array, { width, height, format }: PictureOrder): Promise<Buffer> {
  // Loaded for the first image: a service that only chats never needs it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  if (format === 'jpeg') return picture.jpeg({ quality: 92 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 92 }).toBuffer();
  return picture.png({ compressionLevel: 6 }).toBuffer();
}

function notDrawn(): EngineError {
  return new EngineError(
    'invalid_parameter',
    `Only graphics are drawn as SVG, and this prompt asks for a scene. Ask for one of ${GRAPHICS.join(', ')}, or take png, webp or jpeg.`,
    { param: 'format' },
  );
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
