// A server with ACE-Step's API: submits a task, polls for its result, downloads the audio.
import { ServiceError } from '../../../core/errors.ts';

import { callProvider, fetchFile, fileAt, type Provider } from '../../../net/provider-call.ts';
import { quoteUpstream } from '../../../net/upstream-words.ts';
import type { MusicOrder } from '../port.ts';

import type { SongSource } from './engine.ts';
import { MAX_SOUND_BYTES, shareOf, waitForSong } from './wait.ts';

interface Wrapped<T> {
  data?: T;
  code?: number;
  error?: string | null;
}

interface TaskState {
  task_id: string;
  /** 0 queued or running, 1 succeeded, 2 failed. */
  status: number;
  /** JSON inside JSON: one entry for each song of the batch. */
  result?: string;
}

const SUCCEEDED = 1;
const FAILED = 2;

export function aceStepSource(server: Provider): SongSource {
  return {
    name: server.name,
    async fetchSong(order, report, signal) {
      const released = await callProvider<Wrapped<{ task_id?: string }>>(
        server,
        { path: 'release_task', body: writeTask(order) },
        signal,
      );
      const taskId = released.data?.task_id;
      if (!taskId)
        throw new ServiceError(
          'engine_failed',
          `${server.name} did not accept the task: ${quoteUpstream(released.error ?? 'no task id')}.`,
        );
      const file = await waitForSong(
        server,
        (round) => lookAt(server, taskId, { report: () => report(shareOf(round), 'composing'), signal }),
        signal,
      );
      return fetchFile(server, fileAt(server, file), { maxBytes: MAX_SOUND_BYTES, signal });
    },
  };
}

function writeTask(order: MusicOrder): object {
  const style = [
    order.genre,
    order.mood,
    order.vocals?.gender && !order.instrumental ? `${order.vocals.gender} vocals` : undefined,
  ];
  return {
    prompt: [order.prompt, ...style].filter(Boolean).join(', '),
    lyrics: order.instrumental ? '[Instrumental]' : (order.lyrics ?? ''),
    audio_duration: order.durationSeconds,
    audio_format: 'wav',
    batch_size: 1,
    seed: order.seed,
    use_random_seed: false,
    ...(order.tempo ? { bpm: Math.round(order.tempo) } : {}),
    ...(order.key ? { key_scale: order.key } : {}),
  };
}

async function lookAt(
  server: Provider,
  taskId: string,
  { report, signal }: { report: () => void; signal: AbortSignal },
): Promise<string | undefined> {
  const answer = await callProvider<Wrapped<TaskState[]>>(
    server,
    { path: 'query_result', body: { task_id_list: [taskId] }, field: null },
    signal,
  );
  const task = answer.data?.find((one) => one.task_id === taskId);
  if (task?.status === FAILED) throw new ServiceError('engine_failed', `${server.name} could not make the song.`);
  if (task?.status !== SUCCEEDED) {
    report();
    return undefined;
  }
  const [song] = JSON.parse(task.result ?? '[]') as { file?: string }[];
  if (!song?.file) throw new ServiceError('engine_failed', `${server.name} finished without a file.`);
  return song.file;
}
