// A ComfyUI server as a source of songs: runs the operator's workflow, such as one of ACE-Step.

import { randomUUID } from 'node:crypto';
import { failedAt } from '../../../core/upstream-failure.ts';
import { cancelPrompt, lookForFiles, queueWorkflow } from '../../../net/comfyui/client.ts';
import { followProgress } from '../../../net/comfyui/progress.ts';
import { fillWorkflow, type Workflow, type WorkflowValues } from '../../../net/comfyui/workflow.ts';
import { orderOnce } from '../../../net/paid-order.ts';
import { fetchFile, type Provider, type ProviderFile } from '../../../net/provider-call.ts';
import type { MusicOrder } from '../port.ts';
import type { SongSource } from './engine.ts';
import { MAX_SOUND_BYTES, waitForSong } from './wait.ts';

/** Sampling's share of the whole work; mastering is the rest. */
const SAMPLED = 0.7;

export function comfySongs(server: Provider, workflow: Workflow): SongSource {
  return {
    name: server.name,
    async fetchSong(order, report, signal) {
      const clientId = randomUUID();
      const stop = followProgress(server, clientId, (fraction) => report(SAMPLED * fraction, 'composing'));
      const graph = fillWorkflow(workflow, valuesOf(order));
      try {
        // Without the job's signal, because an order whose response was not received could not be cancelled.
        return await orderOnce(
          () => queueWorkflow(server, { graph, clientId }, new AbortController().signal),
          ({ prompt_id: promptId }) => fetchSong(server, { promptId, outputs: workflow.outputs }, signal),
          signal,
        );
      } finally {
        stop();
      }
    },
  };
}

async function fetchSong(
  server: Provider,
  { promptId, outputs }: { promptId: string; outputs: readonly string[] },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const look = (round: number) => lookForFiles(server, { promptId, outputs, round }, signal);
  const files = await waitForSong(server, look, signal).catch(async (error: unknown) => {
    // However the wait ended, nobody fetches the song any more.
    await cancelPrompt(server, promptId);
    throw error;
  });
  return fetchFile(server, soundIn(files, server), { maxBytes: MAX_SOUND_BYTES, signal });
}

/** Tempo and key only if the order has them; otherwise the workflow's defaults apply. */
function valuesOf(order: MusicOrder): WorkflowValues {
  const voice = order.vocals?.gender && !order.instrumental ? `${order.vocals.gender} vocals` : undefined;
  return {
    prompt: [order.prompt, order.genre, order.mood, voice].filter(Boolean).join(', '),
    lyrics: order.instrumental ? '[inst]' : (order.lyrics ?? ''),
    seed: order.seed,
    seconds: order.durationSeconds,
    ...(order.tempo ? { tempo: Math.round(order.tempo) } : {}),
    ...(order.key ? { key: order.key } : {}),
  };
}

function soundIn(files: readonly ProviderFile[], server: Provider): ProviderFile {
  const isSound = ({ url }: ProviderFile) =>
    /\.(flac|mp3|opus|ogg|wav)$/i.test(new URL(url).searchParams.get('filename') ?? '');
  const found = files.find(isSound);
  if (!found) throw failedAt(server.name, 'The model made no sound file.');
  return found;
}
