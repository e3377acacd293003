// A server with ACE-Step's API: submits a task, polls for its result, downloads the audio.
import { ServiceError } from '../../../core/errors.ts';
import { quoteUpstream } from '../../../net/upstream-words.ts';
import type { MusicOrder, ReportProgress } from '../port.ts';
import { callJson, fetchSound, type MusicServer, pollUntil } from './call.ts';
import type { SongSource } from './engine.ts';

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

export function aceStepSource(server: MusicServer): SongSource {
  return {
    name: server.name,
    async fetchSong(order, report, signal) {
      const released = await callJson<Wrapped<{ task_id?: string }>>(server, 'release_task', writeTask(order), signal);
      const taskId = released.data?.task_id;
      if (!taskId)
        throw new ServiceError(
          'engine_failed',
          `${server.name} did not accept the task: ${quoteUpstream(released.error ?? 'no task id')}.`,
        );
      const file = await pollUntil(server, (round) => lookAt(server, taskId, round, report, signal), signal);
      return fetchSound(server, file, signal);
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
  server: MusicServer,
  taskId: string,
  round: number,
  report: ReportProgress,
  signal: AbortSignal,
): Promise<string | undefined> {
  const answer = await callJson<Wrapped<TaskState[]>>(server, 'query_result', { task_id_list: [taskId] }, signal);
  const task = answer.data?.find((one) => one.task_id === taskId);
  if (task?.status === FAILED) throw new ServiceError('engine_failed', `${server.name} could not make the song.`);
  if (task?.status !== SUCCEEDED) {
    report(0.7 * (1 - 1 / (1 + round / 20)), 'composing');
    return undefined;
  }
  const [song] = JSON.parse(task.result ?? '[]') as { file?: string }[];
  if (!song?.file) throw new ServiceError('engine_failed', `${server.name} finished without a file.`);
  return song.file;
}
