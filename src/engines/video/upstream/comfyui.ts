// A ComfyUI server as a source of videos: runs the operator's workflows from a prompt or an image.

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { frameSize } from '@atelier/film';
import { type Pace, pollUntil } from '@atelier/kit';
import { ServiceError } from '../../../core/errors.ts';
import { failedAt } from '../../../core/upstream-failure.ts';
import {
  cancelPrompt,
  lookForFiles,
  type QueuedPrompt,
  queueWorkflow,
  uploadImage,
} from '../../../net/comfyui/client.ts';
import { followProgress } from '../../../net/comfyui/progress.ts';
import { fillWorkflow, type Workflow, type WorkflowValues } from '../../../net/comfyui/workflow.ts';
import type { Provider, ProviderFile } from '../../../net/provider-call.ts';
import { isPassingTrouble } from '../../../net/provider-error.ts';
import type { VideoOrder, VideoType } from '../port.ts';
import type { FilmSource } from './engine.ts';

export interface ComfyVideoOptions {
  server: Provider;
  pace: Pace;
  /** From words. */
  workflow?: Workflow | undefined;
  /** From an image. */
  imageWorkflow?: Workflow | undefined;
  /** Frames per second that the model is made for. */
  fps: number;
}

export function comfyFilms(options: ComfyVideoOptions): FilmSource {
  const { server, pace, workflow, imageWorkflow } = options;
  const types: VideoType[] = [
    ...(workflow ? (['text-to-video'] as const) : []),
    ...(imageWorkflow ? (['image-to-video'] as const) : []),
  ];
  return {
    server,
    types,
    async findFilm(order, once, report, signal) {
      const chosen = order.imagePath ? imageWorkflow : workflow;
      if (!chosen) throw new ServiceError('invalid_parameter', 'This model makes no such videos.', { param: 'type' });
      const clientId = randomUUID();
      const stop = followProgress(server, clientId, report);
      try {
        const place = async () => {
          const graph = fillWorkflow(chosen, await valuesOf(order, options));
          // Without the job's signal, because an order whose response was not received could not be resumed.
          return queueWorkflow(server, { graph, clientId }, new AbortController().signal);
        };
        const { prompt_id: promptId } = await once.place(place);
        const { outputs } = chosen;
        const look = (round: number) => lookForFiles(server, { promptId, outputs, round }, signal);
        const files = await pollUntil(look, { pace, signal, isPassing: isPassingTrouble });
        return videoIn(files, server);
      } finally {
        stop();
      }
    },
    cancel: (answer, signal) => cancelPrompt(server, (answer as QueuedPrompt).prompt_id, signal),
  };
}

async function valuesOf(order: VideoOrder, { server, fps }: ComfyVideoOptions): Promise<WorkflowValues> {
  const { width, height } = frameSize(order);
  const never = new AbortController().signal;
  const image = order.imagePath ? { image: await uploadImage(server, await readFile(order.imagePath), never) } : {};
  return {
    prompt: order.style ? `${order.prompt}, ${order.style} style` : order.prompt,
    negative_prompt: '',
    seed: order.seed,
    ...{ width, height, fps },
    seconds: order.durationSeconds,
    frames: framesFor(order.durationSeconds, fps),
    ...image,
  };
}

/** Video models compress four frames into one, after the first: they take 4n + 1. */
function framesFor(seconds: number, fps: number): number {
  return Math.max(1, Math.round((seconds * fps) / 4)) * 4 + 1;
}

/** VHS_VideoCombine also saves a still image beside the video. */
function videoIn(files: readonly ProviderFile[], server: Provider): ProviderFile {
  const found = files.find(({ url }) => /\.(mp4|webm)$/i.test(new URL(url).searchParams.get('filename') ?? ''));
  if (!found) throw failedAt(server.name, 'The model made neither an MP4 nor a WebM.');
  return found;
}
