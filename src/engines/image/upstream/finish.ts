// Common to all image upstreams: checks their images and converts them to the requested format and size.
import { ServiceError } from '../../../core/errors.ts';
import { afterWork } from '../../../net/attempt-error.ts';
import { finishOrder } from '../../../net/paid-order.ts';
import type { ImageFormat, MadeImage, ReportProgress } from '../port.ts';
import type { Studio } from '../studio/studio.ts';

export interface Finish {
  studio: Studio;
  format: ImageFormat;
  /** If absent, the size stays unchanged. */
  size?: { width: number; height: number };
  seed?: number;
  /** The requested number; one if absent. */
  count?: number;
}

/** An image that is in the response, or is fetched on demand: only one is in memory at a time. */
export type Picture = Uint8Array | (() => Promise<Uint8Array>);

/** `read` finds the images in the response to an order, which is not repeated. Images beyond the requested number are neither fetched nor delivered, because nobody pays for them. */
export function finishPictures(
  read: () => readonly Picture[],
  finish: Finish,
  signal: AbortSignal,
): Promise<MadeImage[]> {
  return finishOrder(() => finishEach(read(), finish, signal), signal);
}

async function finishEach(
  pictures: readonly Picture[],
  { studio, format, size, seed, count = 1 }: Finish,
  signal: AbortSignal,
): Promise<MadeImage[]> {
  if (pictures.length === 0) throw new ServiceError('engine_failed', 'The model made no image.');
  const made: MadeImage[] = [];
  for (const [index, picture] of pictures.slice(0, count).entries()) {
    const image = typeof picture === 'function' ? await picture() : picture;
    const task = { kind: 'recode', image, format, ...(size ? { size } : {}) } as const;
    const finished = await studio
      .run(task, () => undefined, signal)
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw afterWork(
          new ServiceError('engine_failed', 'The model returned something that is not an image.', { cause: error }),
        );
      });
    const signed = isSigned(image) ? { signedSource: image } : {};
    made.push({ ...finished, ...signed, ...(seed === undefined ? {} : { seed: seed + index }) });
  }
  return made;
}

/** Content credentials stand in a box of this name, whatever the format of the image. */
function isSigned(image: Uint8Array): boolean {
  return Buffer.from(image.buffer, image.byteOffset, image.byteLength).includes('jumdc2pa');
}

export function cannot(what: string): never {
  throw new ServiceError('invalid_parameter', `This model cannot ${what}.`, { param: 'model' });
}

/** Reports progress by polling until the work is done. */
export async function withProgress<T>(
  work: Promise<T>,
  ask: () => Promise<number>,
  report: ReportProgress,
): Promise<T> {
  const timer = setInterval(() => {
    ask().then(
      (fraction) => report(Math.min(0.99, fraction), 'painting'),
      () => undefined, // progress is optional, so its failure changes nothing
    );
  }, 1000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
