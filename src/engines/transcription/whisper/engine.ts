// Whisper as the service's transcription engine, in a separate process that ends when idle.
import { availableParallelism } from 'node:os';
import { Host, openProcess } from '@atelier/kit';
import { translateEngineError } from '../../../core/engine-error.ts';
import { ServiceError } from '../../../core/errors.ts';
import { notReady, unreadyState } from '../../../core/not-ready.ts';
import type { ModelStore } from '../../../models/store.ts';
import type { Heard, Recording, TranscriptionEngine, TranscriptionModel, TranscriptionOrder } from '../port.ts';
import type { WhisperSetup, WhisperTask } from './worker.ts';

export const WHISPER_MODEL = 'whisper-base-1';
const ALIAS = 'atelier-ear-1';
const WORKER = new URL('./worker.ts', import.meta.url);
const IDLE_MS = 5 * 60_000;
const MOST_THREADS = 4;
/** Recordings are transcribed one after the other: clients would give up before a longer queue is done. */
const MOST_WAITING = 8;
const RETRY_AFTER_SECONDS = 15;

export interface WhisperEngine extends TranscriptionEngine {
  close(): Promise<void>;
}

export function createWhisperEngine(
  store: Pick<ModelStore, 'entry' | 'status' | 'ensure' | 'pathIfReady'>,
): WhisperEngine {
  const { ownedBy } = store.entry(WHISPER_MODEL);
  const host = new Host<WhisperTask, null, Heard>({ open: start, name: 'The transcription engine', idleMs: IDLE_MS });

  function start() {
    const threads = Math.min(MOST_THREADS, availableParallelism());
    const setup: WhisperSetup = { files: store.pathIfReady(WHISPER_MODEL) ?? {}, threads };
    return openProcess(WORKER, { args: [JSON.stringify(setup)] });
  }

  function models(): TranscriptionModel[] {
    const status = store.status(WHISPER_MODEL);
    return [ALIAS, WHISPER_MODEL].map((id) => ({
      id,
      ownedBy,
      capabilities: ['transcribe', 'translate', 'timestamps', 'words'],
      ready: status.ready,
      ...unreadyState(status),
    }));
  }

  function check(): void {
    if (store.pathIfReady(WHISPER_MODEL)) return;
    if (!store.status(WHISPER_MODEL).pulling) store.ensure(WHISPER_MODEL).catch(() => undefined); // the reason is kept in the store's status
    throw notReady({ id: WHISPER_MODEL, ...unreadyState(store.status(WHISPER_MODEL)) });
  }

  async function* transcribe(
    recording: Recording,
    order: TranscriptionOrder,
    signal: AbortSignal,
  ): AsyncGenerator<Heard> {
    if (host.callsInFlight >= MOST_WAITING)
      throw new ServiceError(
        'engine_unavailable',
        'Too many recordings are waiting to be transcribed. Try again soon.',
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      );
    const leaving = new AbortController();
    const heard: Heard[] = [];
    let wake: () => void = () => undefined;
    let isOver = false;
    const { samplesPath, seconds } = recording;
    const working = host.call(
      { samplesPath, seconds, order },
      {
        signal: AbortSignal.any([signal, leaving.signal]),
        onReport: (window) => {
          heard.push(window);
          wake();
        },
      },
    );
    const ended = working.finally(() => {
      isOver = true;
      wake();
    });
    // Awaited below, after the last window.
    ended.catch(() => undefined);
    try {
      for (;;) {
        const next = heard.shift();
        if (next) yield next;
        else if (isOver) break;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      await ended;
    } catch (error) {
      throw translateEngineError(error);
    } finally {
      leaving.abort();
    }
  }

  return { name: 'whisper', models, check, transcribe, close: () => host.close() };
}
