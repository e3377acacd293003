// A ComfyUI server: queues a workflow, watches its history, and downloads the images.
import { randomUUID } from 'node:crypto';
import { pollUntil } from '@atelier/kit';
import { ServiceError } from '../../../core/errors.ts';
import { callProvider, fetchFile, fileAt, type Provider } from '../../../net/provider-call.ts';
import { isPassingTrouble } from '../../../net/provider-error.ts';
import type { ImageEngine, ImageModel, ImageOrder } from '../port.ts';
import type { Studio } from '../studio/studio.ts';
import { cannot, finishPictures, MAX_PICTURE_BYTES } from './finish.ts';

export interface ComfyOptions extends Provider {
  studio: Studio;
  models: readonly { id: string; checkpoint: string }[];
}

interface History {
  [promptId: string]: {
    status?: { status_str?: string; completed?: boolean };
    outputs?: Record<string, { images?: { filename: string; subfolder: string; type: string }[] }>;
  };
}

const PACE = { firstWaitMs: 500, longestWaitMs: 500 };

export function createComfyImageEngine(options: ComfyOptions): ImageEngine {
  const { studio, name } = options;
  const list: ImageModel[] = options.models.map(({ id }) => ({
    id,
    ownedBy: name,
    capabilities: ['generate'],
    ready: true,
    slow: true,
  }));

  function waitForPictures(promptId: string, signal: AbortSignal): Promise<Uint8Array[]> {
    return pollUntil(() => lookForPictures(promptId, signal), { pace: PACE, signal, isPassing: isPassingTrouble });
  }

  async function lookForPictures(promptId: string, signal: AbortSignal): Promise<Uint8Array[] | undefined> {
    const history = await callProvider<History>(options, { path: `/history/${promptId}` }, signal);
    const entry = history[promptId];
    if (entry?.status?.status_str === 'error')
      throw new ServiceError('engine_failed', `${name} failed to make the image.`);
    const files = Object.values(entry?.outputs ?? {}).flatMap((output) => output.images ?? []);
    if (files.length === 0) return undefined;
    const limits = { maxBytes: MAX_PICTURE_BYTES, signal };
    return Promise.all(files.map((file) => fetchFile(options, fileAt(options, addressOf(file)), limits)));
  }

  function addressOf(file: { filename: string; subfolder: string; type: string }): string {
    return `${options.baseUrl.replace(/\/+$/, '')}/view?${new URLSearchParams(file)}`;
  }

  return {
    name,
    models: () => list,
    async generate(order, report, signal) {
      const checkpoint = options.models.find(({ id }) => id === order.model)?.checkpoint;
      if (!checkpoint) return cannot('generate images');
      const body = { prompt: workflowOf(order, checkpoint), client_id: randomUUID() };
      const { prompt_id: promptId } = await callProvider<{ prompt_id?: string }>(
        options,
        { path: '/prompt', body },
        signal,
      );
      if (!promptId) throw new ServiceError('engine_failed', `${name} took no order.`);
      report(0.1, 'painting');
      const pictures = await waitForPictures(promptId, signal).catch(async (error: unknown) => {
        // Cancels the queued and the running order; if this fails, nothing else changes.
        const ending = AbortSignal.timeout(5000);
        await Promise.allSettled([
          callProvider(options, { path: '/queue', body: { delete: [promptId] } }, ending),
          callProvider(options, { path: '/interrupt', body: {} }, ending),
        ]);
        throw error;
      });
      const { format, width, height, seed } = order;
      return finishPictures(studio, pictures.slice(0, order.count), { format, size: { width, height }, seed }, signal);
    },
    edit: () => cannot('edit images'),
    upscale: () => cannot('enlarge images'),
  };
}

/** The simplest text-to-image graph, which every ComfyUI can run. */
function workflowOf(order: ImageOrder, checkpoint: string): object {
  const { width, height, seed, count } = order;
  const words = order.style ? `${order.prompt}, ${order.style} style` : order.prompt;
  const text = (value: string) => ({ class_type: 'CLIPTextEncode', inputs: { text: value, clip: ['1', 1] } });
  const sampling = { seed, steps: order.steps ?? 20, cfg: 7, sampler_name: 'euler', scheduler: 'normal', denoise: 1 };
  return {
    1: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
    2: text(words),
    3: text(order.negativePrompt ?? ''),
    4: { class_type: 'EmptyLatentImage', inputs: { width, height, batch_size: count } },
    5: {
      class_type: 'KSampler',
      inputs: { ...sampling, model: ['1', 0], positive: ['2', 0], negative: ['3', 0], latent_image: ['4', 0] },
    },
    6: { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
    7: { class_type: 'SaveImage', inputs: { images: ['6', 0], filename_prefix: 'atelier' } },
  };
}
