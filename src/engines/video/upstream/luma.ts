// Luma's Dream Machine: creates a generation, polls until it is done, downloads the video. The AI SDK supports only Luma's images.

import { type Pace, pollUntil } from '@atelier/kit';
import { failedAt } from '../../../core/upstream-failure.ts';
import { callProvider, fileAt, type Provider } from '../../../net/provider-call.ts';
import { isPassingTrouble } from '../../../net/provider-error.ts';
import { quoteUpstream } from '../../../net/upstream-words.ts';
import type { FilmSource } from './engine.ts';
import { nearestLength } from './openai.ts';

interface Generation {
  id?: string;
  state?: 'queued' | 'dreaming' | 'completed' | 'failed';
  failure_reason?: unknown;
  assets?: { video?: string | null } | null;
}

const LENGTHS = [5, 9];
const PATH = 'dream-machine/v1/generations';

/** From a prompt only: Luma takes images by public URL, and customers' images are not published. */
export function lumaFilms({ server, model, pace }: { server: Provider; model: string; pace: Pace }): FilmSource {
  return {
    server,
    types: ['text-to-video'],
    async findFilm(order, once, report, signal) {
      const body = {
        model,
        prompt: order.style ? `${order.prompt}, ${order.style} style` : order.prompt,
        aspect_ratio: order.aspectRatio,
        resolution: order.resolution,
        duration: `${nearestLength(order.durationSeconds, LENGTHS)}s`,
      };
      const never = new AbortController().signal;
      const { id } = await once.place(async () => {
        const { id } = await callProvider<Generation>(server, { path: `${PATH}/video`, body }, never);
        return { id };
      });
      if (!id) throw failedAt(server.name, 'The model did not accept the order.');
      const address = await pollUntil(
        async (round) => {
          const now = await callProvider<Generation>(server, { path: `${PATH}/${id}` }, signal);
          if (now.state === 'failed')
            throw failedAt(
              server.name,
              `The model could not make the video: ${typeof now.failure_reason === 'string' ? quoteUpstream(now.failure_reason, server.name) : 'no reason given'}.`,
            );
          if (now.state === 'completed') return now.assets?.video ?? '';
          report(1 - 1 / (1 + round / 12));
          return undefined;
        },
        { pace, signal, isPassing: isPassingTrouble },
      );
      if (!address) throw failedAt(server.name, 'The model finished without a video.');
      return fileAt(server, address);
    },
    cancel: (answer, signal) =>
      callProvider(server, { path: `${PATH}/${(answer as Generation).id}`, method: 'DELETE' }, signal),
  };
}
