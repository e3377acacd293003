// The AI SDK's image providers: Replicate, fal, Luma and Google, each through its own package.

import { APICallError } from '@ai-sdk/provider';
import type { generateImage, ImageModel as SdkModel } from 'ai';
import { ServiceError } from '../../../core/errors.ts';
import { afterWork } from '../../../net/attempt-error.ts';
import { explainRefusal } from '../../../net/provider-error.ts';
import { providerFetch } from '../../../net/provider-fetch.ts';
import type { ImageEngine, ImageModel } from '../port.ts';
import { rasterFormat } from '../raster-format.ts';
import type { Studio } from '../studio/studio.ts';
import { cannot, finishPictures, MAX_PICTURE_BYTES } from './finish.ts';

export type SdkProvider = 'replicate' | 'fal' | 'luma' | 'google';

export interface SdkImageOptions {
  name: string;
  provider: SdkProvider;
  apiKey: string;
  baseUrl?: string | undefined;
  studio: Studio;
  models: readonly { id: string; upstreamId: string }[];
}

type Call = Omit<Parameters<typeof generateImage>[0], 'model'>;

/** Some send the images of an order within it, as base64. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Providers that accept any width and height; the others choose by aspect ratio. */
const TAKES_SIZE: readonly SdkProvider[] = ['replicate', 'fal'];

export function createSdkImageEngine(options: SdkImageOptions): ImageEngine {
  const { studio, name, provider } = options;
  const list: ImageModel[] = options.models.map(({ id }) => ({
    id,
    ownedBy: name,
    capabilities: ['generate', 'edit:prompt'],
    ready: true,
    slow: true,
  }));
  const paint = async (id: string, call: Call, signal: AbortSignal): Promise<Uint8Array[]> => {
    const fetch = orderFetch(options.baseUrl);
    const { generateImage } = await import('ai');
    const model = await openModel(options, options.models.find((one) => one.id === id)?.upstreamId ?? id, fetch.send);
    try {
      // An order that is placed again is billed again.
      const { images } = await generateImage({ ...call, model, maxRetries: 0, abortSignal: signal });
      return images.map((image) => image.uint8Array);
    } catch (error) {
      signal.throwIfAborted();
      const failure = explain(name, error);
      throw fetch.isAccepted() ? afterWork(failure) : failure;
    }
  };

  return {
    name,
    isOwn: false,
    models: () => list,
    async generate(order, report, signal) {
      report(0.05, 'painting');
      const { width, height, format, seed, count } = order;
      const shape = TAKES_SIZE.includes(provider)
        ? { size: `${width}x${height}` as const }
        : { aspectRatio: nearestShape(width / height) };
      const prompt = order.style ? `${order.prompt}, ${order.style} style` : order.prompt;
      const pictures = await paint(order.model, { prompt, n: count, seed, ...shape }, signal);
      return finishPictures(
        () => pictures,
        { studio, format: rasterFormat(format), size: { width, height }, seed, count },
        signal,
      );
    },
    async edit(order, report, signal) {
      report(0.05, 'painting');
      const prompt = {
        text: order.prompt ?? order.operation,
        images: [order.image],
        ...(order.mask ? { mask: order.mask } : {}),
      };
      const pictures = await paint(order.model, { prompt }, signal);
      const [picture] = await finishPictures(() => pictures, { studio, format: order.format }, signal);
      return picture ?? cannot('edit this image');
    },
    upscale: () => cannot('enlarge images'),
  };
}

/** Loaded on first use: a service without these upstreams never loads their packages. */
async function openModel(
  { provider, apiKey, baseUrl }: SdkImageOptions,
  id: string,
  fetch: typeof globalThis.fetch,
): Promise<SdkModel> {
  const address = { fetch, ...(baseUrl ? { baseURL: baseUrl } : {}) };
  const place = { apiKey, ...address };
  switch (provider) {
    case 'replicate': {
      const { createReplicate } = await import('@ai-sdk/replicate');
      return createReplicate({ apiToken: apiKey, ...address }).image(id);
    }
    case 'fal':
      return (await import('@ai-sdk/fal')).createFal(place).image(id);
    case 'luma':
      return (await import('@ai-sdk/luma')).createLuma(place).image(id);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(place).image(id);
  }
}

const SHAPES = ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16'] as const;

function nearestShape(ratio: number): (typeof SHAPES)[number] {
  const away = (shape: string) => {
    const [wide = 1, high = 1] = shape.split(':').map(Number);
    return Math.abs(Math.log(ratio / (wide / high)));
  };
  return [...SHAPES].sort((a, b) => away(a) - away(b))[0] ?? '1:1';
}

/** The packages order with a POST, and ask for what becomes of it with GETs. */
function orderFetch(baseUrl: string | undefined): { send: typeof globalThis.fetch; isAccepted(): boolean } {
  const send = providerFetch(baseUrl);
  let accepted = false;
  return {
    isAccepted: () => accepted,
    async send(input, init) {
      const response = await send(input, init);
      accepted ||= init?.method === 'POST' && response.ok;
      return withinBounds(response);
    },
  };
}

/** The packages read an answer whole. */
function withinBounds(response: Response): Response {
  const isPicture = response.headers.get('content-type')?.startsWith('image/');
  const most = isPicture ? MAX_PICTURE_BYTES : MAX_ANSWER_BYTES;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, stream) {
      bytes += chunk.length;
      if (bytes > most) stream.error(new Error(`the answer has more than ${most} bytes`));
      else stream.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(counted) ?? null, { status, statusText, headers });
}

function explain(name: string, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (APICallError.isInstance(error) && error.statusCode && (error.statusCode < 200 || error.statusCode >= 300))
    return explainRefusal(name, { status: error.statusCode, text: error.responseBody ?? '' });
  return new ServiceError('engine_failed', `${name} failed to make the image.`, { cause: error });
}
