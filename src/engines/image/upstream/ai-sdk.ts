// The AI SDK's image providers: Replicate, fal, Luma and Google, each through its own package.

import { APICallError } from '@ai-sdk/provider';
import type { ImageModel as SdkModel } from 'ai';
import { ServiceError } from '../../../core/errors.ts';
import { explainRefusal } from '../../../net/provider-error.ts';
import { providerFetch } from '../../../net/provider-fetch.ts';
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
  const open = (id: string) => openModel(options, options.models.find((model) => model.id === id)?.upstreamId ?? id);

  return {
    name,
    isOwn: false,
    models: () => list,
    async generate(order, report, signal) {
      report(0.05, 'painting');
      const { width, height, format, seed, count } = order;
      const model = await open(order.model);
      const shape = TAKES_SIZE.includes(provider)
        ? { size: `${width}x${height}` as const }
        : { aspectRatio: nearestShape(width / height) };
      const prompt = order.style ? `${order.prompt}, ${order.style} style` : order.prompt;
      const { generateImage } = await import('ai');
      const made = await generateImage({
        model,
        prompt,
        n: count,
        seed,
        ...shape,
        // An order that is placed again is billed again.
        maxRetries: 0,
        abortSignal: signal,
      }).catch((error: unknown) => explain(name, error, signal));
      const pictures = made.images.map((image) => image.uint8Array);
      return finishPictures(
        pictures,
        { studio, format: rasterFormat(format), size: { width, height }, seed, count },
        signal,
      );
    },
    async edit(order, report, signal) {
      report(0.05, 'painting');
      const model = await open(order.model);
      const prompt = {
        text: order.prompt ?? order.operation,
        images: [order.image],
        ...(order.mask ? { mask: order.mask } : {}),
      };
      const { generateImage } = await import('ai');
      const made = await generateImage({ model, prompt, maxRetries: 0, abortSignal: signal }).catch((error: unknown) =>
        explain(name, error, signal),
      );
      const pictures = made.images.map((image) => image.uint8Array);
      const [picture] = await finishPictures(pictures, { studio, format: order.format }, signal);
      return picture ?? cannot('edit this image');
    },
    upscale: () => cannot('enlarge images'),
  };
}

/** Loaded on first use: a service without these upstreams never loads their packages. */
async function openModel({ provider, apiKey, baseUrl }: SdkImageOptions, id: string): Promise<SdkModel> {
  const address = { fetch: providerFetch(baseUrl), ...(baseUrl ? { baseURL: baseUrl } : {}) };
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

function explain(name: string, error: unknown, signal: AbortSignal): never {
  signal.throwIfAborted();
  if (APICallError.isInstance(error) && error.statusCode)
    throw explainRefusal(name, { status: error.statusCode, text: error.responseBody ?? '' });
  throw new ServiceError('engine_failed', `${name} failed to make the image.`, { cause: error });
}
