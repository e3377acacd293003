// ACE-Step on this machine as a source of songs: one process that makes one song after the other.
import { availableParallelism, totalmem } from 'node:os';
import { ServiceError } from '../../../core/errors.ts';
import type { CatalogueEntry } from '../../../models/catalogue.ts';
import { SHARE_OF_MEMORY } from '../../../models/recommend.ts';
import type { ModelStore } from '../../../models/store.ts';
import { type KnownRuntime, RuntimeFiles } from '../../diffusion/runtime-files.ts';
import { type DiffusionReport, DiffusionWorker, type WorkerOptions } from '../../diffusion/worker.ts';
import type { MusicOrder, ReportProgress } from '../port.ts';
import type { SongSource } from '../upstream/engine.ts';
import { ACE_STEP_RUNTIME, aceStepRuntimeOf, linkLibraries } from './runtime.ts';
import { warningsOf, writeSongTask } from './task.ts';
import { cutToLength, wrapInWav } from './wav.ts';

export const ACE_STEP_MODEL = 'ace-step-1.5-1';

const ACE_STEP_KIND: KnownRuntime = {
  id: ACE_STEP_RUNTIME,
  title: 'The runtime of ACE-Step',
  open: aceStepRuntimeOf,
};

export interface AceStepOptions {
  store: ModelStore;
  /** False: a missing runtime is not pulled. */
  mayPull: boolean;
  /** What all models may use together; a share of the machine's memory if absent. */
  memoryBytes?: number;
  log?: { warn(fields: object, message: string): void };
  limits?: Omit<WorkerOptions, 'runtime'>;
}

export interface AceStepSource extends SongSource {
  /**
   * The state of its weights; undefined until somebody requests them, or if the runtime was not built for this
   * platform.
   */
  status(): { ready: boolean; progress: number } | undefined;
  /** Why it may not run although its weights are present; undefined if it may. */
  objection(): string | undefined;
  /** Of the newest process, which may have ended since. */
  pid(): number | undefined;
  close(): Promise<void>;
}

export function createAceStepSource(options: AceStepOptions): AceStepSource {
  const { store, mayPull, log, memoryBytes = totalmem() * SHARE_OF_MEMORY } = options;
  const runtime = new RuntimeFiles({ store, runtime: ACE_STEP_KIND, mayPull, log });
  let worker: DiffusionWorker | undefined;

  function status() {
    const weights = store.status(ACE_STEP_MODEL);
    const programs = runtime.status();
    if (!programs || (!weights.ready && !weights.pulling)) return undefined;
    if (weights.ready && !programs.ready) runtime.pullInBackground();
    return { ready: weights.ready && programs.ready, progress: weights.ready ? programs.progress : weights.progress };
  }

  function objection(): string | undefined {
    const needed = store.entry(ACE_STEP_MODEL).needs?.memoryBytes ?? 0;
    if (needed <= memoryBytes) return undefined;
    return `${ACE_STEP_MODEL} needs ${gigabytes(needed)} of memory, and models may use ${gigabytes(memoryBytes)} (MODELS_MEMORY).`;
  }

  async function fetchSong(order: MusicOrder, report: ReportProgress, signal: AbortSignal): Promise<Uint8Array> {
    const files = store.pathIfReady(ACE_STEP_MODEL);
    if (!files)
      throw new ServiceError(
        'engine_unavailable',
        `The weights of ${ACE_STEP_MODEL} are not on this machine: run \`npm run models -- pull ${ACE_STEP_MODEL}\`.`,
      );
    const tooLarge = objection();
    if (tooLarge) throw new ServiceError('engine_unavailable', tooLarge);
    const programs = await runtime.ensure(report, signal);
    worker ??= new DiffusionWorker({ runtime: programs, name: 'ACE-Step', ...options.limits });
    const model = {
      files: {
        ditModelPath: need(files, 'dit.gguf'),
        lmModelPath: need(files, 'lm.gguf'),
        textEncModelPath: need(files, 'embedding.gguf'),
        vaeModelPath: need(files, 'vae.gguf'),
      },
      config: { threads: String(threadsOf(store.entry(ACE_STEP_MODEL))), backendsDir: linkLibraries(programs) },
    };
    const sound = await worker.make(
      { model, makes: 'song', params: writeSongTask(order) },
      (told) => report(fractionOf(told), told.stage === 'loading' ? 'loading' : 'composing'),
      signal,
    );
    return wrapInWav(cutToLength(sound, order.durationSeconds));
  }

  return {
    name: 'ace-step',
    fetchSong,
    warningsOf,
    status,
    objection,
    pid: () => worker?.pid,
    async close() {
      await worker?.close();
    },
  };
}

function need(files: Readonly<Record<string, string>>, name: string): string {
  const path = files[name];
  if (!path) throw new Error(`${ACE_STEP_MODEL} lacks the file ${name}`);
  return path;
}

/** An operator's entry with the same id may name fewer threads. */
function threadsOf({ settings }: CatalogueEntry): number {
  const threads = settings?.threads;
  const isGiven = typeof threads === 'number' && Number.isInteger(threads) && threads >= 1 && threads <= 256;
  return isGiven ? threads : availableParallelism();
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Where each part of the work begins, and its length, as shares of the whole. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  lm: [0.05, 0.3],
  dit: [0.35, 0.25],
  vae: [0.6, 0.35],
};

function fractionOf(told: DiffusionReport): number {
  if (told.stage === 'loading') return 0.02;
  const [from, length] = PARTS[told.part ?? ''] ?? [0.35, 0];
  // While the language model plans the song, the number of tokens is not known.
  return told.total > 0 ? from + length * Math.min(1, told.step / told.total) : from;
}
