// Diffusion models on this machine as an image engine: images from a prompt, from a prompt and an image, and inside a
// mask.

import { ServiceError } from '../../../core/errors.ts';
import { type CatalogueEntry, loadChoices } from '../../../models/catalogue.ts';
import type { ModelStore } from '../../../models/store.ts';
import { RuntimeFiles } from '../../diffusion/runtime-files.ts';
import { chooseSize, type Size } from '../../diffusion/size.ts';
import { type DiffusionReport, DiffusionWorker, type WorkerOptions } from '../../diffusion/worker.ts';
import type { ImageEdit, ImageEngine, ImageModel, ImageOrder, MadeImage, ReportProgress } from '../port.ts';
import { rasterFormat } from '../raster-format.ts';
import type { Studio } from '../studio/studio.ts';
import { cannot } from '../upstream/finish.ts';
import { readEdit } from './edit.ts';
import { type DiffusionSettings, describeModel, readDiffusionSettings } from './settings.ts';

export interface DiffusionOptions {
  store: ModelStore;
  studio: Studio;
  /** Draws a sketch for a styled image to start from; undefined if it does not know the prompt's subject. */
  sketch?: (order: ImageOrder, signal: AbortSignal) => Promise<Uint8Array | undefined>;
  /** False: a missing runtime is not pulled. */
  mayPull: boolean;
  log?: { warn(fields: object, message: string): void };
  limits?: Omit<WorkerOptions, 'runtime'>;
  /** The maximum number of loaded workers; a new one replaces the least recently used. */
  maxWorkers?: number;
}

export interface DiffusionEngine extends ImageEngine {
  /** The process ids of the started workers, by model. */
  workers(): ReadonlyMap<string, { pid: number | undefined; isBusy: boolean }>;
  close(): Promise<void>;
}

const KIND = 'text-to-image';
/** How much of the sketch may change: its composition stays, its surface does not. */
const SKETCH_STRENGTH = 0.75;

export function createDiffusionEngine(options: DiffusionOptions): DiffusionEngine {
  const { store, studio, maxWorkers = 2 } = options;
  const workers = new Map<string, DiffusionWorker>();
  const bestFirst = loadChoices().image;
  const runtime = new RuntimeFiles({ store, mayPull: options.mayPull, log: options.log });

  /**
   * The operator's choice, the operator's own models, then the catalogue's, best first: a call without a model gets the
   * first.
   */
  function models(): ImageModel[] {
    const entries = store.entries().filter(({ kind }) => kind === KIND);
    const chosen = store.chosen('image');
    const rank = ({ id }: CatalogueEntry) => (id === chosen ? -2 : bestFirst.indexOf(id));
    return entries.toSorted((left, right) => rank(left) - rank(right)).flatMap(describe);
  }

  /** Only pulled weights are listed: a call without a model must not start a download of gigabytes. */
  function describe(entry: CatalogueEntry): ImageModel[] {
    const weights = store.status(entry.id);
    if (!weights.ready && !weights.pulling) return [];
    const settings = settingsOf(entry);
    const programs = runtime.status();
    if (!settings || !programs) return [];
    if (weights.ready && !programs.ready) runtime.pullInBackground();
    const isReady = weights.ready && programs.ready;
    return [
      {
        id: entry.id,
        ownedBy: entry.ownedBy,
        capabilities: settings.startsFromImage ? ['generate', 'edit:prompt'] : ['generate'],
        ready: isReady,
        slow: true,
        ...(isReady ? {} : { progress: weights.ready ? programs.progress : weights.progress }),
        ...(entry.note ? { note: entry.note } : {}),
      },
    ];
  }

  function settingsOf(entry: CatalogueEntry): DiffusionSettings | undefined {
    try {
      return readDiffusionSettings(entry);
    } catch (error) {
      options.log?.warn({ err: error, model: entry.id }, 'diffusion model is left out');
      return undefined;
    }
  }

  async function generate(order: ImageOrder, report: ReportProgress, signal: AbortSignal): Promise<MadeImage[]> {
    const settings = readDiffusionSettings(store.entry(order.model));
    const size = chooseSize(order, settings);
    const start = await sketchFor(order, { settings, size }, signal);
    const images: MadeImage[] = [];
    for (let index = 0; index < order.count; index += 1) {
      const seed = order.seed + index;
      const bytes = await paint(
        {
          model: order.model,
          words: wordsOf(order),
          size,
          seed,
          ...(order.steps ? { steps: order.steps } : {}),
          ...(start ? { image: start, strength: SKETCH_STRENGTH } : {}),
        },
        (fraction, stage) => report((index + fraction) / order.count, stage),
        signal,
      );
      images.push(await finish(bytes, order, signal));
    }
    const warnings = warningsOf(order, settings, size);
    return images.map((image, index) => ({ ...image, seed: order.seed + index, warnings }));
  }

  async function sketchFor(
    order: ImageOrder,
    { settings, size }: { settings: DiffusionSettings; size: Size },
    signal: AbortSignal,
  ) {
    // A model with few steps has none left to change a sketch, and FLUX.2 treats an image as an example to follow.
    const canGuide = settings.layout === 'sd' && (order.steps ?? settings.steps) >= 4;
    if (!order.style || !canGuide || !options.sketch) return undefined;
    return options.sketch({ ...order, ...size, count: 1, format: 'png' }, signal);
  }

  async function edit(order: ImageEdit, report: ReportProgress, signal: AbortSignal): Promise<MadeImage> {
    const settings = readDiffusionSettings(store.entry(order.model));
    if (!settings.startsFromImage) cannot('edit images');
    const { prompt, strength } = readEdit(order);
    // Every input is re-encoded as a plain PNG before the worker decodes it.
    const whole = await studio.run({ kind: 'recode', image: order.image, format: 'png' }, ignore, signal);
    // An empty mask is refused here, before painting takes minutes.
    if (order.mask)
      await studio.run(
        { kind: 'blend', image: whole.bytes, painted: whole.bytes, mask: order.mask, format: 'png' },
        ignore,
        signal,
      );
    const size = chooseSize(whole, settings);
    const fitted = await studio.run(
      { kind: 'recode', image: whole.bytes, format: 'png', size, fit: 'fill' },
      ignore,
      signal,
    );
    const { seed, model, mask } = order;
    const words = {
      prompt,
      ...(typeof order.options.negative_prompt === 'string' ? { negative: order.options.negative_prompt } : {}),
    };
    const painted = await paint({ model, words, size, seed, image: fitted.bytes, strength }, report, signal);
    const { width, height } = whole;
    const made = mask
      ? await studio.run({ kind: 'blend', image: whole.bytes, painted, mask, format: order.format }, ignore, signal)
      : await studio.run(
          { kind: 'recode', image: painted, format: order.format, size: { width, height }, fit: 'fill' },
          ignore,
          signal,
        );
    return { ...made, seed };
  }

  interface Painting {
    model: string;
    words: { prompt: string; negative?: string };
    size: Size;
    seed: number;
    steps?: number;
    image?: Uint8Array;
    strength?: number;
  }

  async function paint(order: Painting, report: ReportProgress, signal: AbortSignal): Promise<Uint8Array> {
    const entry = store.entry(order.model);
    const settings = readDiffusionSettings(entry);
    const files = store.pathIfReady(order.model);
    if (!files)
      throw new ServiceError(
        'engine_unavailable',
        `The weights of ${order.model} are not on this machine: run \`npm run models -- pull ${order.model}\`.`,
      );
    const worker = await workerOf(order.model, report, signal);
    const model = describeModel(entry, files);
    const params = {
      prompt: order.words.prompt,
      negative_prompt: order.words.negative ?? '',
      ...order.size,
      seed: order.seed,
      steps: Math.min(order.steps ?? settings.steps, settings.maxSteps),
      cfg_scale: settings.guidance,
      ...(settings.sampler ? { sampling_method: settings.sampler } : {}),
      ...(order.strength === undefined ? {} : { strength: order.strength }),
      ...(model.adapter ? { lora: model.adapter } : {}),
    };
    const task = { model, makes: 'image' as const, params, ...(order.image ? { image: order.image } : {}) };
    return worker.make(task, (told) => report(fractionOf(told), told.stage), signal);
  }

  async function workerOf(model: string, report: ReportProgress, signal: AbortSignal): Promise<DiffusionWorker> {
    const known = workers.get(model);
    if (known) return known;
    const programs = await runtime.ensure(report, signal);
    const added = workers.get(model) ?? new DiffusionWorker({ runtime: programs, ...options.limits });
    workers.set(model, added);
    await endOldest();
    return added;
  }

  async function endOldest(): Promise<void> {
    const [oldest] = [...workers]
      .slice(0, -1)
      .filter(([, worker]) => !worker.isBusy)
      .sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
    if (workers.size <= maxWorkers || !oldest) return;
    workers.delete(oldest[0]);
    await oldest[1].close();
  }

  /** Converts to the requested size and format; for a much larger size, a network enlarges the image first. */
  async function finish(painted: Uint8Array, order: ImageOrder, signal: AbortSignal): Promise<MadeImage> {
    const { width, height, format } = order;
    const made = await studio.run({ kind: 'recode', image: painted, format: 'png' }, ignore, signal);
    const image =
      width >= made.width * 1.5
        ? (await studio.run({ kind: 'upscale', image: made.bytes, scale: 2, format: 'png' }, ignore, signal)).bytes
        : made.bytes;
    return studio.run({ kind: 'recode', image, format: rasterFormat(format), size: { width, height } }, ignore, signal);
  }

  return {
    name: 'diffusion',
    isOwn: true,
    models,
    generate,
    edit,
    upscale: async () => cannot('enlarge images'),
    workers: () => new Map([...workers].map(([id, { pid, isBusy }]) => [id, { pid, isBusy }])),
    async close() {
      await Promise.all([...workers.values()].map((worker) => worker.close()));
    },
  };
}

function ignore(): void {}

function wordsOf({ prompt, negativePrompt, style }: ImageOrder) {
  return {
    prompt: style ? `${prompt}, ${style} style` : prompt,
    ...(negativePrompt ? { negative: negativePrompt } : {}),
  };
}

function warningsOf(order: ImageOrder, settings: DiffusionSettings, size: Size): string[] {
  const warnings: string[] = [];
  if (order.negativePrompt && settings.guidance <= 1) warnings.push('This model does not read negative prompts.');
  if (order.steps && order.steps > settings.maxSteps)
    warnings.push(`This model uses at most ${settings.maxSteps} steps.`);
  if (order.width > size.width || order.height > size.height)
    warnings.push(`Made at ${size.width} × ${size.height}, the size that suits this model, and enlarged.`);
  return warnings;
}

/** Leaves time for encoding the text before the first step and decoding the image after the last. */
function fractionOf(report: DiffusionReport): number {
  return report.stage === 'loading' ? 0.05 : 0.15 + (0.75 * report.step) / Math.max(1, report.total);
}
