// A server with ACE-Step's API: submits a task, polls for its result, downloads the audio.
import { parseAnswer } from '../../../core/bounded-json.ts';
import { failedAt } from '../../../core/upstream-failure.ts';
import { SMALL_SHAPE } from '../../../net/answer-bounds.ts';
import { orderOnce } from '../../../net/paid-order.ts';
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
      const look = (taskId: string, round: number) =>
        lookAt(server, taskId, { report: () => report(shareOf(round), 'composing'), signal });
      return orderOnce(
        () => release(server, order, signal),
        async (taskId) => {
          const file = await waitForSong(server, (round) => look(taskId, round), signal);
          return fetchFile(server, fileAt(server, file), { maxBytes: MAX_SOUND_BYTES, signal });
        },
        signal,
      );
    },
  };
}

async function release(server: Provider, order: MusicOrder, signal: AbortSignal): Promise<string> {
  const call = { path: 'release_task', body: writeTask(order) };
  const { data, error } = await callProvider<Wrapped<{ task_id?: unknown }>>(server, call, signal);
  if (typeof data?.task_id === 'string') return data.task_id;
  const said = quoteUpstream(String(error ?? 'it gave no reason'), server.name);
  throw failedAt(server.name, `The model did not accept the order: ${said}.`);
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
  if (task?.status === FAILED) throw failedAt(server.name, 'The model could not make the song.');
  if (task?.status !== SUCCEEDED) {
    report();
    return undefined;
  }
  const [song] = parseAnswer(task.result ?? '[]', SMALL_SHAPE) as { file?: string }[];
  if (!song?.file) throw failedAt(server.name, 'The model finished without a file.');
  return song.file;
}
