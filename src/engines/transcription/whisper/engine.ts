// Whisper as the service's transcription engine, in a separate process that ends when idle.
import { availableParallelism } from 'node:os';
import { Host, openProcess } from '@atelier/kit';
import { translateEngineError } from '../../../core/engine-error.ts';
import { ServiceError } from '../../../core/errors.ts';
import { notReady, unreadyState } from '../../../core/not-ready.ts';
import { loadChoices } from '../../../models/catalogue.ts';
import type { ModelStore } from '../../../models/store.ts';
import type { Heard, Recording, TranscriptionEngine, TranscriptionModel, TranscriptionOrder } from '../port.ts';
import type { WhisperSetup, WhisperTask } from './worker.ts';

export const WHISPER_MODEL = 'whisper-base-1';
const ALIAS = 'atelier-ear-1';
const WORKER = new URL('./worker.ts', import.meta.url);
const IDLE_MS = 5 * 60_000;
const MAX_THREADS = 4;
/** Recordings are transcribed one after the other: clients would give up before a longer queue is done. */
const MAX_WAITING = 8;
const RETRY_AFTER_SECONDS = 15;

export interface WhisperEngine extends TranscriptionEngine {
  close(): Promise<void>;
}

export function createWhisperEngine(
  store: Pick<ModelStore, 'entry' | 'entries' | 'status' | 'ensure' | 'pathIfReady' | 'chosen'>,
): WhisperEngine {
  const bestFirst = loadChoices().transcription;
  const hosts = new Map<string, Host<WhisperTask, null, Heard>>();

  /** One process per model in use; it ends by itself after an idle period. */
  function hostOf(id: string): Host<WhisperTask, null, Heard> {
    const known = hosts.get(id);
    if (known) return known;
    const host = new Host<WhisperTask, null, Heard>({
      open: () => start(id),
      name: 'The transcription engine',
      idleMs: IDLE_MS,
    });
    hosts.set(id, host);
    return host;
  }

  function start(id: string) {
    const threads = Math.min(MAX_THREADS, availableParallelism());
    const setup: WhisperSetup = { files: store.pathIfReady(id) ?? {}, threads };
    return openProcess(WORKER, { args: [JSON.stringify(setup)] });
  }

  /** Models on this machine or being pulled, and the one that is pulled automatically. */
  function offered(): string[] {
    const ids = store.entries().flatMap(({ id, kind, awaits }) => (kind === 'transcription' && !awaits ? [id] : []));
    return ids.filter((id) => id === WHISPER_MODEL || store.status(id).ready || store.status(id).pulling);
  }

  /** The alias's model: the operator's choice, then the best present one, if it can do the work. */
  function current(asked: Partial<TranscriptionOrder> = {}): string {
    const order = [store.chosen('transcription') ?? '', ...bestFirst, ...offered()];
    const isAble = (id: string) => offered().includes(id) && store.status(id).ready && can(id, asked);
    return order.find(isAble) ?? WHISPER_MODEL;
  }

  function can(id: string, { task, wantsWords }: Partial<TranscriptionOrder>): boolean {
    const { translates = true, words = true } = store.entry(id).settings ?? {};
    return (translates !== false || task !== 'translate') && (words !== false || !wantsWords);
  }

  function models(): TranscriptionModel[] {
    return [ALIAS, ...offered()].map((id) => {
      const standsFor = (asked: Partial<TranscriptionOrder>) => (id === ALIAS ? current(asked) : id);
      const isAble = (asked: Partial<TranscriptionOrder>) => can(standsFor(asked), asked);
      const status = store.status(standsFor({}));
      return {
        id,
        ownedBy: store.entry(standsFor({})).ownedBy,
        capabilities: [
          'transcribe',
          ...(isAble({ task: 'translate' }) ? ['translate'] : []),
          'timestamps',
          ...(isAble({ wantsWords: true }) ? ['words'] : []),
        ],
        ready: status.ready,
        ...unreadyState(status),
      };
    });
  }

  function check(): void {
    if (store.pathIfReady(current())) return;
    if (!store.status(WHISPER_MODEL).pulling) store.ensure(WHISPER_MODEL).catch(() => undefined); // the reason is kept in the store's status
    throw notReady({ id: WHISPER_MODEL, ...unreadyState(store.status(WHISPER_MODEL)) });
  }

  async function* transcribe(
    recording: Recording,
    order: TranscriptionOrder,
    signal: AbortSignal,
  ): AsyncGenerator<Heard> {
    const id = order.model === ALIAS ? current(order) : order.model;
    if (!store.pathIfReady(id)) throw notReady({ id, ...unreadyState(store.status(id)) });
    const host = hostOf(id);
    if (host.callsInFlight >= MAX_WAITING)
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

  async function close(): Promise<void> {
    await Promise.all([...hosts.values()].map((host) => host.close()));
  }

  return { name: 'whisper', isOwn: true, models, check, transcribe, close };
}
