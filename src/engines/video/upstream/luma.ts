// Luma's Dream Machine: create a generation, ask until it has been dreamt, fetch the film. The AI SDK has only its pictures.
import { ServiceError } from '../../../core/errors.ts';
import { callJson, type FilmServer, filmAt } from './call.ts';
import type { FilmSource } from './engine.ts';
import { nearestLength } from './openai.ts';
import { type Pace, pollUntil } from './poll.ts';

interface Generation {
  id?: string;
  state?: 'queued' | 'dreaming' | 'completed' | 'failed';
  failure_reason?: string | null;
  assets?: { video?: string | null } | null;
}

const LENGTHS = [5, 9];
const PATH = 'dream-machine/v1/generations';

/** Text-to-video only: Luma accepts images by public URL only, and our images are private. */
export function lumaFilms({ server, model, pace }: { server: FilmServer; model: string; pace: Pace }): FilmSource {
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
      const { id } = await once.place(() => callJson<Generation>(server, `${PATH}/video`, { body }, never));
      if (!id) throw new ServiceError('engine_failed', `${server.name} did not accept the order.`);
      const address = await pollUntil(
        pace,
        async (round) => {
          const now = await callJson<Generation>(server, `${PATH}/${id}`, {}, signal);
          if (now.state === 'failed')
            throw new ServiceError(
              'engine_failed',
              `${server.name} could not make the video: ${now.failure_reason ?? 'no reason given'}.`,
            );
          if (now.state === 'completed') return now.assets?.video ?? '';
          report(1 - 1 / (1 + round / 12));
          return undefined;
        },
        signal,
      );
      if (!address) throw new ServiceError('engine_failed', `${server.name} finished without a video.`);
      return filmAt(server, address);
    },
    cancel: (answer, signal) => callJson(server, `${PATH}/${(answer as Generation).id}`, { method: 'DELETE' }, signal),
  };
}
