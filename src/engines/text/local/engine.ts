// The local text engine: the catalogue's text models, one process per loaded model, and one public alias for the default.

import { statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../../core/errors.ts';
import type { OnAccepted } from '../../../core/left-calls.ts';
import { notReady, unreadyState } from '../../../core/not-ready.ts';
import type { Weakness } from '../../../core/weak-models.ts';
import type { CatalogueEntry } from '../../../models/catalogue.ts';
import type { ModelFiles, ModelStore } from '../../../models/store.ts';
import { checkOutputSchemas } from '../output-schema.ts';
import type { TextEngine, TextEvent, TextMessage, TextModel, TextOrder } from '../port.ts';
import { refuseLogprobs, refuseUnknownTool } from '../refuse-fields.ts';
import { DefaultModel } from './default-model.ts';
import type { GpuChoice } from './gpu/choose-gpu.ts';
import { BY_GRAMMAR } from './grammar-keywords.ts';
import { ModelProcess } from './model-process.ts';
import type { LoadSettings, PromptShape } from './protocol.ts';
import { fasterPath } from './recode/recode.ts';
import { type Lease, Residency } from './residency.ts';

export interface LocalTextOptions {
  store: ModelStore;
  /** The public name of whichever default model is present. */
  alias?: string;
  /** Catalogue ids in order of preference. */
  defaults?: readonly string[];
  /** Which of them to pull at the start, in order; all if absent. */
  firstPulls?: () => Promise<readonly string[]>;
  /** Better models for this machine, best first; used once they are present. */
  preferred?: () => readonly string[];
  maxContextTokens?: number;
  /** How many orders one model processes at once. */
  sequences?: number;
  /** How many more orders may wait. */
  maxWaiting?: number;
  threads?: number;
  /** Decides, before the first model is loaded, whether models run on a GPU; without it they run on the CPU. */
  chooseGpu?: () => Promise<GpuChoice>;
  idleUnloadMs?: number;
  /** The memory for all loaded models together; a share of the machine's memory if absent. */
  memoryBytes?: number;
  log?: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

export interface LocalTextEngine extends TextEngine {
  /** Pulls the first default that is available; called in the background when the service starts. */
  pullDefault(signal?: AbortSignal): Promise<string>;
  /** The model that the alias names now; begins to load a better one if present. */
  currentDefault(): string;
  /** Which process holds which model. */
  residents(): { model: string; pid: number }[];
  close(): Promise<void>;
}

const DEFAULTS = ['qwen3-0.6b-1', 'tinyllama-1.1b-chat-1'];
const RETRY_AFTER_SECONDS = 10;
const DEFAULT_TEMPERATURE = 0.7;
const DEFAULT_MEMORY_SHARE = 0.6;
/** The context, the vocabulary and the runtime of a small model; a loaded model's own size replaces the estimate. */
const MEMORY_BESIDE_WEIGHTS = 300e6;
const never = new AbortController().signal;
const ignore = () => undefined;
/** Adapters that are part of this repository. */
const ADAPTERS = fileURLToPath(new URL('../../../models/adapters/', import.meta.url));

export function createLocalTextEngine(options: LocalTextOptions): LocalTextEngine {
  const { store, alias = 'atelier-chat-1', defaults = DEFAULTS, sequences = 4, maxWaiting = 32 } = options;
  const maxContextTokens = options.maxContextTokens ?? 4096;
  const residency = new Residency({
    budgetBytes: options.memoryBytes ?? totalmem() * DEFAULT_MEMORY_SHARE,
    isStrict: options.memoryBytes !== undefined,
    maxWaiting,
  });
  let chosenGpu: Promise<LoadSettings['gpu']> | undefined;
  const standing = new DefaultModel({ store, candidates, load: loadBeside, log: options.log });

  function models(): readonly TextModel[] {
    const entries = textEntries().filter(({ id }) => defaults.includes(id) || isHereOrComing(id));
    const real = entries.map((entry) => describe(entry, entry.id));
    const current = store.entry(standing.current());
    const note = `Stands for ${current.id} at the moment. ${current.note ?? ''}`.trim();
    return [{ ...describe(current, alias), note }, ...real];
  }

  function textEntries(): readonly CatalogueEntry[] {
    return store.entries().filter(({ kind }) => kind === 'text');
  }

  function isHereOrComing(id: string): boolean {
    const { ready, pulling } = store.status(id);
    return ready || pulling;
  }

  function describe(entry: CatalogueEntry, id: string): TextModel {
    const status = store.status(entry.id);
    const contextWindow = windowOf(entry);
    const fillIn = entry.settings?.fillInTheMiddle === true ? ['fill_in_the_middle'] : [];
    return {
      id,
      ownedBy: entry.ownedBy,
      contextWindow,
      maxOutputTokens: contextWindow,
      capabilities: ['chat', 'completion', 'tools', 'json_schema', ...fillIn],
      ready: status.ready,
      ...unreadyState(status),
      ...(entry.note ? { note: entry.note } : {}),
      ...weaknessesOf(entry),
    };
  }

  function windowOf(entry: CatalogueEntry): number {
    return Math.min(entry.contextWindow ?? maxContextTokens, maxContextTokens);
  }

  /** The operator's choice first. */
  function candidates(): readonly string[] {
    const known = new Set(textEntries().map(({ id }) => id));
    const ids = [store.chosen('text') ?? '', ...(options.preferred?.() ?? []), ...defaults];
    return [...new Set(ids)].filter((id) => known.has(id));
  }

  function resolve(model: string): CatalogueEntry {
    const id = model === alias ? standing.current() : model;
    const entry = textEntries().find((candidate) => candidate.id === id);
    if (entry) return entry;
    throw new ServiceError(
      'unknown_model',
      `There is no model "${model}". GET /v1/models lists the available models.`,
      {
        param: 'model',
      },
    );
  }

  async function lease(model: string, signal: AbortSignal): Promise<Lease> {
    const entry = resolve(model);
    const files = store.pathIfReady(entry.id);
    if (!files) throw notHere(entry);
    const gpu = await gpuChoice();
    const modelPath = files['model.gguf'] ?? '';
    const settings = {
      modelPath,
      ...adapterOf(entry, files),
      maxContextTokens: windowOf(entry),
      sequences,
      threads: options.threads ?? 0,
      gpu,
      isSmall: entry.settings?.small === true,
      repeatPenalty: numberSetting(entry, 'repeatPenalty') ?? 1,
      temperature: numberSetting(entry, 'temperature') ?? DEFAULT_TEMPERATURE,
    };
    const start = () =>
      new ModelProcess({
        settings,
        idleUnloadMs: options.idleUnloadMs ?? 15 * 60_000,
        onEnd: (why) => options.log?.warn({ model: entry.id, why }, 'local model process ended'),
      });
    const taken = await residency.take(
      { id: entry.id, bytes: entry.needs?.memoryBytes ?? estimateBytes(modelPath), start },
      signal,
    );
    taken.process.load().then(({ memoryBytes }) => taken.setBytes(memoryBytes), ignore);
    return taken;
  }

  function gpuChoice(): Promise<LoadSettings['gpu']> {
    chosenGpu ??= options.chooseGpu?.() ?? Promise.resolve({ use: 'off', folders: {}, version: '' });
    return chosenGpu;
  }

  function notHere(entry: CatalogueEntry): ServiceError {
    const isDefault = defaults.includes(entry.id);
    if (isDefault && !defaults.some((id) => store.status(id).pulling)) pullDefault().catch(() => undefined);
    return notReady({ id: entry.id, ...unreadyState(store.status(entry.id)) });
  }

  async function* stream(order: TextOrder, signal: AbortSignal, onAccepted: OnAccepted): AsyncGenerator<TextEvent> {
    refuseLogprobs(order);
    refuseUnknownTool(order);
    checkOutputSchemas(order, BY_GRAMMAR);
    const { process, release } = await lease(order.model, signal);
    try {
      if (process.callsInFlight >= sequences + maxWaiting)
        throw busy('Too many requests are waiting for the local model. Try again in a moment.');
      yield* process.stream(order, signal, onAccepted);
    } finally {
      release();
    }
  }

  async function countTokens(model: string, input: string | readonly TextMessage[], shape: PromptShape = {}) {
    const { process, release } = await lease(model, never);
    try {
      return await process.count(input, shape);
    } finally {
      release();
    }
  }

  async function pullDefault(signal?: AbortSignal): Promise<string> {
    const failures: string[] = [];
    const first = (await options.firstPulls?.()) ?? [];
    for (const id of first.length > 0 ? first : defaults) {
      try {
        await store.ensure(id, signal ? { signal } : {});
        warmUp(id);
        return id;
      } catch (error) {
        signal?.throwIfAborted();
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
    throw new Error(failures.join(' '));
  }

  /** A better default is loaded while the previous one still answers. */
  async function loadBeside(id: string): Promise<void> {
    const { process, release } = await lease(id, never);
    await process.load().finally(release);
  }

  /** The first load on a machine may recode the weights: better now than during a customer's first call. */
  function warmUp(id: string): void {
    const warn = (error: unknown) => options.log?.warn({ model: id, why: String(error) }, 'local model did not load');
    loadBeside(id).catch(warn);
  }

  function residents(): { model: string; pid: number }[] {
    return residency.processes().flatMap(({ model, process: { pid } }) => (pid === undefined ? [] : [{ model, pid }]));
  }

  return {
    name: 'local',
    isOwn: true,
    models,
    stream,
    countTokens,
    pullDefault,
    currentDefault: () => standing.current(),
    residents,
    close: () => residency.close(),
  };
}

/** An adapter is one of the model's own files, or one from this repository that the catalogue names. */
function adapterOf(entry: CatalogueEntry, files: ModelFiles): { adapterPath?: string } {
  const own = files['adapter.gguf'];
  if (own) return { adapterPath: own };
  const bundled = entry.settings?.adapter;
  return typeof bundled === 'string' ? { adapterPath: join(ADAPTERS, basename(bundled)) } : {};
}

/** Estimated from the file to load: the faster copy, if there is one. */
function estimateBytes(modelPath: string): number {
  const sizes = [modelPath, fasterPath(modelPath)].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  return Math.max(...sizes) + MEMORY_BESIDE_WEIGHTS;
}

/** Anything else in the operator's own configuration is ignored. */
function weaknessesOf({ settings }: CatalogueEntry): { weakAt?: readonly Weakness[] } {
  const known = (['code', 'advice'] as const).filter((weakness) => [settings?.weakAt].flat().includes(weakness));
  return known.length > 0 ? { weakAt: known } : {};
}

function numberSetting(entry: CatalogueEntry, name: string): number | undefined {
  const value = entry.settings?.[name];
  return typeof value === 'number' ? value : undefined;
}

function busy(message: string): ServiceError {
  return new ServiceError('engine_unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
