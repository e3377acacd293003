// A Stable Diffusion web UI (AUTOMATIC1111, Forge, SD.Next) through its /sdapi/v1 calls.

import { CONNECTED } from '../../../core/connected-models.ts';
import { MAX_PICTURE_BYTES, PICTURES_SHAPE } from '../../../net/answer-bounds.ts';
import { callProvider, type Provider } from '../../../net/provider-call.ts';
import type { ImageEngine, ImageModel } from '../port.ts';
import { rasterFormat } from '../raster-format.ts';
import type { Studio } from '../studio/studio.ts';
import { cannot, finishPictures, withProgress } from './finish.ts';

export interface WebUiOptions extends Provider {
  studio: Studio;
  /** `checkpoint` is the web UI's own title of the weights; without one, the loaded weights are used. */
  models: readonly { id: string; checkpoint?: string | undefined }[];
  upscaler?: string | undefined;
}

interface Answer {
  images?: unknown;
}

const DEFAULT_STEPS = 24;
/** Four pictures of the largest size, and a contact sheet. */
const OF_PICTURES = { maxBytes: MAX_PICTURE_BYTES, shape: PICTURES_SHAPE };

export function createWebUiImageEngine(options: WebUiOptions): ImageEngine {
  const { studio, name } = options;
  const list: ImageModel[] = options.models.map(({ id }) => ({
    id,
    ownedBy: CONNECTED,
    capabilities: ['generate', 'edit:prompt', 'edit:inpaint', 'upscale:2', 'upscale:4'],
    ready: true,
    slow: true,
  }));

  function checkpointOf(id: string): object {
    const checkpoint = options.models.find((model) => model.id === id)?.checkpoint;
    return checkpoint ? { override_settings: { sd_model_checkpoint: checkpoint } } : {};
  }

  async function askProgress(): Promise<number> {
    const path = '/sdapi/v1/progress?skip_current_image=true';
    return (await callProvider<{ progress?: number }>(options, { path }, AbortSignal.timeout(5000))).progress ?? 0;
  }

  /** The web UI continues after the connection is closed, unless it is told to stop. */
  async function call<T>(path: string, body: object, signal: AbortSignal): Promise<T> {
    const interrupt = () => {
      void callProvider(options, { path: '/sdapi/v1/interrupt', body: {} }, AbortSignal.timeout(5000)).catch(
        () => undefined,
      );
    };
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      return await callProvider<T>(options, { path, body, ...OF_PICTURES }, signal);
    } finally {
      signal.removeEventListener('abort', interrupt);
    }
  }

  return {
    name,
    isOwn: false,
    models: () => list,
    async generate(order, report, signal) {
      const body = {
        prompt: order.style ? `${order.prompt}, ${order.style} style` : order.prompt,
        negative_prompt: order.negativePrompt ?? '',
        width: order.width,
        height: order.height,
        steps: order.steps ?? DEFAULT_STEPS,
        seed: order.seed,
        batch_size: order.count,
        ...checkpointOf(order.model),
      };
      const answer = await withProgress(call<Answer>('/sdapi/v1/txt2img', body, signal), askProgress, report);
      // The web UI may put a contact sheet before the images themselves.
      const images = () => imagesOf(answer).slice(-order.count);
      const { format, width, height, seed, count } = order;
      const size = { width, height };
      return finishPictures(images, { studio, format: rasterFormat(format), size, seed, count }, signal);
    },
    async edit(order, report, signal) {
      const body = {
        prompt: order.prompt ?? '',
        init_images: [encode(order.image)],
        denoising_strength: order.mask ? 0.85 : 0.6,
        seed: order.seed,
        ...(order.mask ? { mask: encode(order.mask), inpainting_fill: 1, inpaint_full_res: false } : {}),
        ...checkpointOf(order.model),
      };
      const answer = await withProgress(call<Answer>('/sdapi/v1/img2img', body, signal), askProgress, report);
      const images = () => imagesOf(answer).slice(0, 1);
      const [made] = await finishPictures(images, { studio, format: order.format, seed: order.seed }, signal);
      return made ?? cannot('edit this image');
    },
    async upscale(order, _report, signal) {
      const body = {
        image: encode(order.image),
        upscaling_resize: order.scale,
        upscaler_1: options.upscaler ?? 'R-ESRGAN 4x+',
      };
      const { image } = await call<{ image?: unknown }>('/sdapi/v1/extra-single-image', body, signal);
      const [made] = await finishPictures(
        () => imagesOf({ images: [image] }),
        { studio, format: order.format },
        signal,
      );
      return made ?? cannot('enlarge this image');
    },
  };
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function imagesOf({ images }: Answer): Uint8Array[] {
  return Array.isArray(images) ? images.filter((one) => typeof one === 'string').map(decode) : [];
}

function decode(text: string): Uint8Array {
  return Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64');
}
