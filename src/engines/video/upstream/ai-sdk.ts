// The AI SDK's video providers, Replicate and fal: the SDK orders and polls, through a fetch that records the order.

import { readFile } from 'node:fs/promises';
import { APICallError, type JSONObject, type Experimental_VideoModelV3 as VideoModel } from '@ai-sdk/provider';
import { frameSize } from '@atelier/film';
import type { Pace } from '@atelier/kit';
import { ServiceError } from '../../../core/errors.ts';
import { failedAt } from '../../../core/upstream-failure.ts';
import { packageFetch } from '../../../net/package-fetch.ts';
import { callProvider, fileAt, type Provider } from '../../../net/provider-call.ts';
import { explainRefusal } from '../../../net/provider-error.ts';
import type { VideoOrder } from '../port.ts';
import type { FilmSource } from './engine.ts';
import { journalledFetch } from './journalled-fetch.ts';

export type SdkProvider = 'replicate' | 'fal';

export interface SdkVideoOptions {
  server: Provider;
  provider: SdkProvider;
  apiKey: string;
  model: string;
  pace: Pace;
  /** Additional fields of the model, sent with every order. */
  fixedInputs?: JSONObject | undefined;
}

/** Longer than our own limits, whose signal ends the wait. */
const SDK_LIMIT_MS = 24 * 3_600_000;

export function sdkFilms(options: SdkVideoOptions): FilmSource {
  const { server, provider, pace } = options;
  return {
    server,
    types: ['text-to-video', 'image-to-video'],
    async findFilm(order, once, report, signal) {
      const fetch = journalledFetch({
        ...{ once, pace, report, signal },
        fetch: packageFetch({ baseUrl: server.baseUrl, answers: 'json' }),
        place: placeOf(options),
      });
      const model = await openModel(options, fetch);
      const call = await writeCall(order, options, signal);
      const made = await Promise.resolve(model.doGenerate(call)).catch((error: unknown) =>
        explain(server, error, signal),
      );
      const [film] = made.videos;
      if (film?.type !== 'url') throw failedAt(server.name, 'The model finished without a video.');
      return fileAt(server, film.url);
    },
    cancel(answer, signal) {
      const { text } = answer as { text?: string };
      const { urls, cancel_url: cancelUrl } = JSON.parse(text ?? '{}') as {
        urls?: { cancel?: string };
        cancel_url?: string;
      };
      const address = urls?.cancel ?? cancelUrl;
      if (!address) return Promise.resolve();
      const method = provider === 'fal' ? 'PUT' : 'POST';
      return callProvider(server, { path: placeOf(options)(address), method }, signal);
    },
  };
}

/** Loaded on first use: a service without these upstreams never loads their packages. */
async function openModel(
  { provider, apiKey, server, model }: SdkVideoOptions,
  fetch: typeof globalThis.fetch,
): Promise<VideoModel> {
  if (provider === 'fal') return (await import('@ai-sdk/fal')).createFal({ apiKey, fetch }).video(model);
  const { createReplicate } = await import('@ai-sdk/replicate');
  return createReplicate({ apiToken: apiKey, baseURL: server.baseUrl.replace(/\/+$/, ''), fetch }).video(model);
}

const FAL_QUEUE = 'https://queue.fal.run';

/** fal's queue has a fixed URL inside the SDK; a gateway in front of it has another. */
function placeOf({ provider, server }: SdkVideoOptions): (url: string) => string {
  if (provider !== 'fal') return (url) => url;
  return (url) => (url.startsWith(FAL_QUEUE) ? server.baseUrl.replace(/\/+$/, '') + url.slice(FAL_QUEUE.length) : url);
}

async function writeCall(order: VideoOrder, { provider, fixedInputs }: SdkVideoOptions, signal: AbortSignal) {
  const { width, height } = frameSize(order);
  const own: JSONObject = { ...fixedInputs, pollIntervalMs: 1, pollTimeoutMs: SDK_LIMIT_MS };
  const data = order.imagePath ? await readFile(order.imagePath) : undefined;
  return {
    prompt: order.style ? `${order.prompt}, ${order.style} style` : order.prompt,
    n: 1,
    aspectRatio: order.aspectRatio,
    resolution: `${width}x${height}` as const,
    duration: order.durationSeconds,
    fps: order.fps,
    seed: order.seed,
    image: data && { type: 'file' as const, mediaType: 'image/png', data },
    frameImages: undefined,
    inputReferences: undefined,
    generateAudio: order.audio,
    // A short wait for the first response: the sooner the order's id is stored, the less can be lost.
    providerOptions: { [provider]: provider === 'replicate' ? { ...own, maxWaitTimeInSeconds: 1 } : own },
    abortSignal: signal,
  };
}

function explain({ name }: Provider, error: unknown, signal: AbortSignal): never {
  signal.throwIfAborted();
  if (error instanceof ServiceError) throw error;
  if (APICallError.isInstance(error) && error.statusCode)
    throw explainRefusal(name, { status: error.statusCode, text: error.responseBody ?? '' });
  throw failedAt(name, 'The model could not make the video. Try again.', error);
}
