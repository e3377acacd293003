// The AI SDK's image providers: Replicate, fal, Luma and Google, each through its own package.

import { APICallError } from '@ai-sdk/provider';
import type { generateImage, ImageModel as SdkModel } from 'ai';
import { CONNECTED } from '../../../core/connected-models.ts';
import { ServiceError } from '../../../core/errors.ts';
import { failedAt } from '../../../core/upstream-failure.ts';
import { afterWork } from '../../../net/attempt-error.ts';
import { packageFetch } from '../../../net/package-fetch.ts';
import { explainRefusal } from '../../../net/provider-error.ts';
import type { ImageEngine, ImageModel } from '../port.ts';
import { rasterFormat } from '../raster-format.ts';
import type { Studio } from '../studio/studio.ts';
import { cannot, finishPictures } from './finish.ts';

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

/** Providers that accept any width and height; the others choose by aspect ratio. */
const TAKES_SIZE: readonly SdkProvider[] = ['replicate', 'fal'];

export function createSdkImageEngine(options: SdkImageOptions): ImageEngine {
  const { studio, name, provider } = options;
  const list: ImageModel[] = options.models.map(({ id }) => ({
    id,
    ownedBy: CONNECTED,
    capabilities: ['generate', 'edit:prompt'],
    ready: true,
    slow: true,
  }));
  const paint = async (id: string, call: Call, signal: AbortSignal): Promise<Uint8Array[]> => {
    let isAccepted = false;
    const fetch = packageFetch({
      baseUrl: options.baseUrl,
      // The others answer with addresses.
      answers: provider === 'google' ? 'pictures' : 'json',
      // The packages order with a POST, and ask for what becomes of it with GETs.
      onAccepted: (method) => {
        isAccepted ||= method === 'POST';
      },
    });
    const { generateImage } = await import('ai');
    const model = await openModel(options, options.models.find((one) => one.id === id)?.upstreamId ?? id, fetch);
    try {
      // An order that is placed again is billed again.
      const { images } = await generateImage({ ...call, model, maxRetries: 0, abortSignal: signal });
      return images.map((image) => image.uint8Array);
    } catch (error) {
      signal.throwIfAborted();
      const failure = explain(name, error);
      throw isAccepted ? afterWork(failure) : failure;
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

function explain(name: string, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (APICallError.isInstance(error) && error.statusCode && (error.statusCode < 200 || error.statusCode >= 300))
    return explainRefusal(name, { status: error.statusCode, text: error.responseBody ?? '' });
  return failedAt(name, 'The model failed to make the image.', error);
}
