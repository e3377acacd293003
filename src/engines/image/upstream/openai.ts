// A server that speaks OpenAI's image calls: OpenAI itself, LocalAI, stable-diffusion.cpp's server and others.

import { CONNECTED } from '../../../core/connected-models.ts';
import { failedAt } from '../../../core/upstream-failure.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURES_BYTES, PICTURES_SHAPE } from '../../../net/answer-bounds.ts';
import { callProvider, fetchFile, fileAt, type Provider } from '../../../net/provider-call.ts';
import type { ImageEngine, ImageModel } from '../port.ts';
import { rasterFormat } from '../raster-format.ts';
import type { Studio } from '../studio/studio.ts';
import { cannot, finishPictures, type Picture } from './finish.ts';

export interface OpenAiImageOptions extends Provider {
  studio: Studio;
  /** Public model ids → the upstream's ids. */
  models: readonly { id: string; upstreamId: string }[];
}

const OF_PICTURES = { maxBytes: 2 * MAX_PICTURES_BYTES, shape: PICTURES_SHAPE };

interface Answered {
  b64_json?: unknown;
  url?: unknown;
}

interface Answer {
  data?: unknown;
}

export function createOpenAiImageEngine(options: OpenAiImageOptions): ImageEngine {
  const { studio, name } = options;
  const upstreamId = (id: string) => options.models.find((model) => model.id === id)?.upstreamId ?? id;
  const list: ImageModel[] = options.models.map(({ id }) => ({
    id,
    ownedBy: CONNECTED,
    capabilities: ['generate', 'edit:prompt', 'edit:inpaint'],
    ready: true,
  }));

  /** Validates the structure strictly and ignores the rest: an upstream's response may contain anything. */
  function picturesOf({ data }: Answer, signal: AbortSignal): Picture[] {
    if (!Array.isArray(data)) throw failedAt(name, 'The model sent no list of images.');
    return data.map((one: Answered | null) => {
      if (typeof one?.b64_json === 'string' && one.b64_json !== '') return Buffer.from(one.b64_json, 'base64');
      const url = typeof one?.url === 'string' ? one.url : '';
      return () => fetchFile(options, fileAt(options, url), { maxBytes: MAX_PICTURE_BYTES, signal });
    });
  }

  return {
    name,
    isOwn: false,
    models: () => list,
    async generate(order, report, signal) {
      const style = order.style ? `, ${order.style} style` : '';
      const body = {
        model: upstreamId(order.model),
        prompt: `${order.prompt}${style}`,
        n: order.count,
        size: `${order.width}x${order.height}`,
      };
      report(0.05, 'painting');
      const answer = await callProvider<Answer>(options, { path: '/images/generations', body, ...OF_PICTURES }, signal);
      const { format, width, height, count } = order;
      return finishPictures(
        () => picturesOf(answer, signal),
        { studio, format: rasterFormat(format), size: { width, height }, count },
        signal,
      );
    },
    async edit(order, report, signal) {
      const form = new FormData();
      form.set('model', upstreamId(order.model));
      form.set('prompt', order.prompt ?? order.operation);
      form.set('image', new Blob([new Uint8Array(order.image)], { type: 'image/png' }), 'image.png');
      if (order.mask) form.set('mask', new Blob([new Uint8Array(order.mask)], { type: 'image/png' }), 'mask.png');
      report(0.05, 'painting');
      const answer = await callProvider<Answer>(options, { path: '/images/edits', body: form, ...OF_PICTURES }, signal);
      const [made] = await finishPictures(() => picturesOf(answer, signal), { studio, format: order.format }, signal);
      return made ?? cannot('edit this image');
    },
    upscale: () => cannot('enlarge images'),
  };
}
