// A server that speaks OpenAI's videos API: creates a video, polls until it is done, downloads the content.

import { readFile } from 'node:fs/promises';
import { frameSize } from '@atelier/film';
import { type Pace, pollUntil } from '@atelier/kit';
import type { ServiceError } from '../../../core/errors.ts';
import { failedAt } from '../../../core/upstream-failure.ts';
import { callProvider, fileAt, type Provider } from '../../../net/provider-call.ts';
import { isPassingTrouble } from '../../../net/provider-error.ts';
import { quoteUpstream } from '../../../net/upstream-words.ts';
import type { VideoOrder } from '../port.ts';
import type { FilmSource } from './engine.ts';

export interface OpenAiVideoOptions {
  server: Provider;
  model: string;
  pace: Pace;
  /** The lengths that the server makes; any if absent. */
  seconds?: readonly number[] | undefined;
}

interface VideoTask {
  id?: string;
  status?: 'queued' | 'in_progress' | 'completed' | 'failed';
  /** 0–100. */
  progress?: number;
  error?: { code?: string; message?: string } | null;
}

export function openAiFilms({ server, model, pace, seconds }: OpenAiVideoOptions): FilmSource {
  return {
    server,
    types: ['text-to-video', 'image-to-video'],
    async findFilm(order, once, report, signal) {
      const form = await writeForm(order, model, seconds);
      // Without the job's signal, because an order whose response was not received could not be resumed.
      const never = new AbortController().signal;
      const { id } = await once.place(async () => {
        const { id } = await callProvider<VideoTask>(server, { path: 'videos', body: form }, never);
        return { id };
      });
      if (!id) throw failedAt(server.name, 'The model did not accept the order.');
      await pollUntil(
        async () => {
          const task = await callProvider<VideoTask>(server, { path: `videos/${id}` }, signal);
          if (task.status === 'completed') return true;
          if (task.status === 'failed') throw failureOf(server, task);
          report(Math.min(0.98, (task.progress ?? 0) / 100));
          return undefined;
        },
        { pace, signal, isPassing: isPassingTrouble },
      );
      return fileAt(server, `videos/${id}/content`);
    },
    cancel: (answer, signal) =>
      callProvider(server, { path: `videos/${(answer as VideoTask).id}`, method: 'DELETE' }, signal),
  };
}

async function writeForm(order: VideoOrder, model: string, lengths: readonly number[] | undefined): Promise<FormData> {
  const { width, height } = frameSize(order);
  const form = new FormData();
  form.set('model', model);
  form.set('prompt', order.style ? `${order.prompt}, ${order.style} style` : order.prompt);
  form.set('seconds', String(nearestLength(order.durationSeconds, lengths)));
  form.set('size', `${width}x${height}`);
  if (order.imagePath)
    form.set('input_reference', new Blob([await readFile(order.imagePath)], { type: 'image/png' }), 'picture.png');
  return form;
}

/** The shortest sufficient one, otherwise the longest available. */
export function nearestLength(asked: number, lengths: readonly number[] | undefined): number {
  if (!lengths || lengths.length === 0) return asked;
  const sorted = [...lengths].sort((a, b) => a - b);
  return sorted.find((length) => length >= asked) ?? sorted.at(-1) ?? asked;
}

function failureOf(server: Provider, { error }: VideoTask): ServiceError {
  const said = error?.message ? `: ${quoteUpstream(String(error.message), server.name)}` : '.';
  return failedAt(server.name, `The model could not make the video${said}`);
}
