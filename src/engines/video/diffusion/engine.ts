// Diffusion models on this machine as video engines: one per model whose weights are present.
import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { encodeClip } from '@atelier/film';
import { callPackage } from '../../../core/engine-error.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { CatalogueEntry } from '../../../models/catalogue.ts';
import type { ModelStore } from '../../../models/store.ts';
import { RuntimeFiles } from '../../diffusion/runtime-files.ts';
import type { Size } from '../../diffusion/size.ts';
import { type DiffusionReport, DiffusionWorker, type WorkerOptions } from '../../diffusion/worker.ts';
import { type Film, frameSize, type ReportFilm, type VideoEngine, type VideoOrder } from '../port.ts';
import { readAviFrames } from './avi.ts';
import { inWords, planVideo, type VideoPlan } from './plan.ts';
import { describeVideoModel, readVideoSettings, type VideoModelSettings } from './settings.ts';

export interface VideoDiffusionOptions {
  store: ModelStore;
  /** False: a missing runtime is not pulled. */
  mayPull: boolean;
  /** Jobs are stopped after this time, so a video that takes longer is refused. */
  timeLimitMs: number;
  /** Crops a start image to the size of the video: PNG. */
  fitImage(image: Uint8Array, size: Size, signal: AbortSignal): Promise<Uint8Array>;
  log?: { warn(fields: object, message: string): void };
  limits?: Omit<WorkerOptions, 'runtime' | 'endsAfterTask'>;
}

const KIND = 'text-to-video';
/** The estimate is rough, and a busy machine is slower. */
const SLOWEST = 4;
const LEAST_STALL_MS = 600_000;

export class VideoDiffusion {
  readonly #options: VideoDiffusionOptions;
  readonly #runtime: RuntimeFiles;
  readonly #engines = new Map<CatalogueEntry, VideoEngine>();
  #worker: DiffusionWorker | undefined;

  constructor(options: VideoDiffusionOptions) {
    this.#options = options;
    this.#runtime = new RuntimeFiles({ store: options.store, mayPull: options.mayPull, log: options.log });
  }

  /** `fast` are those on a GPU. On a processor a video takes so long that the request must name the model. */
  engines(): { fast: readonly VideoEngine[]; slow: readonly VideoEngine[] } {
    const { store } = this.#options;
    const listed = store
      .entries()
      .filter(({ id, kind }) => kind === KIND && store.status(id).ready)
      .flatMap((entry) => this.#engineOf(entry));
    if (listed.length > 0 && this.#runtime.status()?.ready === false) this.#runtime.pullInBackground();
    return {
      fast: listed.filter(({ isFast }) => isFast).map(({ engine }) => engine),
      slow: listed.filter(({ isFast }) => !isFast).map(({ engine }) => engine),
    };
  }

  async close(): Promise<void> {
    await this.#worker?.close();
  }

  #engineOf(entry: CatalogueEntry): { engine: VideoEngine; isFast: boolean }[] {
    try {
      const settings = readVideoSettings(entry);
      const engine = this.#engines.get(entry) ?? this.#open(entry, settings);
      this.#engines.set(entry, engine);
      return [{ engine, isFast: settings.device === 'gpu' }];
    } catch (error) {
      this.#options.log?.warn({ err: error, model: entry.id }, 'video model is left out');
      return [];
    }
  }

  #open(entry: CatalogueEntry, settings: VideoModelSettings): VideoEngine {
    return {
      name: entry.id,
      ...(entry.note ? { note: entry.note } : {}),
      readsNegativePrompts: settings.guidance > 1,
      isReady: () => this.#runtime.status()?.ready === true,
      makes: (type) => type === (settings.startsFromImage ? 'image-to-video' : 'text-to-video'),
      check: (order) => this.#check(entry, planVideo(order, settings)),
      expectedMs: (order) => planVideo(order, settings).expectedMs,
      make: (order, folder, report, signal) => {
        const plan = planVideo(order, settings);
        return this.#make({ entry, settings, order, plan, folder }, forwardsOnly(report), signal);
      },
    };
  }

  #check(entry: CatalogueEntry, plan: VideoPlan): void {
    const { timeLimitMs } = this.#options;
    const needed = entry.needs?.memoryBytes ?? 0;
    if (needed > totalmem())
      throw new ServiceError(
        'engine_unavailable',
        `${entry.id} needs ${gigabytes(needed)} GB of memory; this machine has ${gigabytes(totalmem())} GB.`,
      );
    if (plan.expectedMs !== undefined && plan.expectedMs > timeLimitMs)
      throw new ServiceError(
        'invalid_parameter',
        `${entry.id} would need ${inWords(plan.expectedMs)} for this video on this machine, and a video may take ${inWords(timeLimitMs)}. Use another model.`,
        { param: 'model' },
      );
  }

  async #make(
    { entry, settings, order, plan, folder }: Making,
    report: ReportFilm,
    signal: AbortSignal,
  ): Promise<Film> {
    const files = this.#options.store.pathIfReady(entry.id);
    if (!files)
      throw new ServiceError('engine_unavailable', `The weights of ${entry.id} are no longer on this machine.`);
    report(0.01, plan.expectedMs === undefined ? 'loading' : `loading, ${inWords(plan.expectedMs)} in all`);
    const worker = await this.#start(report, signal);
    const image = order.imagePath && (await this.#options.fitImage(await readFile(order.imagePath), plan, signal));
    const task = {
      model: describeVideoModel(entry, files),
      makes: 'video' as const,
      params: paramsOf(order, settings, plan),
      ...(image ? { image } : {}),
      stallMs: Math.max(this.#options.limits?.stallMs ?? LEAST_STALL_MS, SLOWEST * (plan.expectedStepMs ?? 0)),
    };
    const avi = await worker.make(task, (told) => report(fractionOf(told), stageOf(told)), signal);
    report(0.95, 'encoding');
    const { width, height, fps } = plan;
    const clip = { frames: readAviFrames(avi), width, height, fps, format: order.format };
    const { seconds, video, poster } = await callPackage(() => encodeClip(clip, folder, signal));
    return {
      durationSeconds: seconds,
      ...{ width, height, fps },
      hasAudio: false,
      files: { video, poster, subtitles: null },
      understood: { engine: 'diffusion', frames: clip.frames.length, steps: plan.steps, guidance: settings.guidance },
      warnings: warningsOf(order, plan, seconds),
    };
  }

  /** One process for all models, one video at a time: two at once would not fit into most machines' memory. */
  async #start(report: ReportFilm, signal: AbortSignal): Promise<DiffusionWorker> {
    const runtime = await this.#runtime.ensure(report, signal);
    // A second video in the same process once crashed the runtime (0.25.0), and an ended process frees its gigabytes.
    this.#worker ??= new DiffusionWorker({ runtime, ...this.#options.limits, endsAfterTask: true });
    return this.#worker;
  }
}

interface Making {
  entry: CatalogueEntry;
  settings: VideoModelSettings;
  order: VideoOrder;
  plan: VideoPlan;
  folder: string;
}

function paramsOf(order: VideoOrder, settings: VideoModelSettings, plan: VideoPlan): Record<string, unknown> {
  const { width, height, frames, fps, steps } = plan;
  return {
    prompt: order.style ? `${order.prompt}, ${order.style} style` : order.prompt,
    negative_prompt: [settings.negative, order.negativePrompt].filter(Boolean).join(', '),
    ...{ width, height, fps, steps },
    video_frames: frames,
    seed: order.seed,
    cfg_scale: settings.guidance,
    flow_shift: settings.flowShift,
    ...(settings.sampler ? { sampling_method: settings.sampler } : {}),
  };
}

function warningsOf(order: VideoOrder, plan: VideoPlan, seconds: number): string[] {
  const { width, height, fps } = plan;
  const asked = frameSize(order);
  return [
    ...(Math.abs(seconds - order.durationSeconds) > 0.5
      ? [`The video has ${seconds.toFixed(1)} s: this model makes no longer ones.`]
      : []),
    ...(width !== asked.width || height !== asked.height
      ? [`The video is ${width}x${height}, the size that suits this model.`]
      : []),
    ...(fps !== order.fps ? [`The video has ${fps} frames a second: this model makes no others.`] : []),
    ...(order.audio ? ['The video has no sound: this model makes none.'] : []),
  ];
}

/** Leaves time for encoding the text before the first step, and for decoding and encoding after the last. */
function fractionOf(report: DiffusionReport): number {
  return report.stage === 'loading' ? 0.02 : 0.1 + (0.75 * report.step) / Math.max(1, report.total);
}

function stageOf(report: DiffusionReport): string {
  return report.stage === 'loading' ? 'loading' : 'rendering';
}

/** The decoder counts its own steps from zero again. */
function forwardsOnly(report: ReportFilm): ReportFilm {
  let last = 0;
  return (fraction, stage) => {
    last = Math.max(last, fraction);
    report(last, stage);
  };
}

function gigabytes(bytes: number): number {
  return Math.round(bytes / 1e9);
}
