// The local text engine: the catalogue's text models, one process per loaded model, and one public alias for the default.
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../../core/errors.ts';
import { notReady, unreadyState } from '../../../core/not-ready.ts';
import type { CatalogueEntry } from '../../../models/catalogue.ts';
import type { ModelFiles, ModelStore } from '../../../models/store.ts';
import { checkOutputSchemas } from '../output-schema.ts';
import type { TextEngine, TextEvent, TextMessage, TextModel, TextOrder } from '../port.ts';
import { refuseLogprobs, refuseUnknownTool } from '../refuse-fields.ts';
import { BY_GRAMMAR } from './grammar-keywords.ts';
import { ModelProcess } from './model-process.ts';
import type { PromptShape } from './protocol.ts';

export interface LocalTextOptions {
  store: ModelStore;
  /** The public name of whichever default model is present. */
  alias?: string;
  /** Catalogue ids in order of preference. */
  defaults?: readonly string[];
  maxContextTokens?: number;
  /** How many orders one model processes at once. */
  sequences?: number;
  /** How many more orders may wait. */
  maxWaiting?: number;
  threads?: number;
  gpu?: 'auto' | 'off';
  idleUnloadMs?: number;
  /** Loading one more model unloads an idle one. */
  maxLoadedModels?: number;
  log?: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

export interface LocalTextEngine extends TextEngine {
  /** For the start of the service, in the background: pulls the first default that is available. */
  pullDefault(signal?: AbortSignal): Promise<string>;
  /** Which process holds which model. */
  residents(): { model: string; pid: number }[];
  close(): Promise<void>;
}

const DEFAULTS = ['qwen3-0.6b-1', 'tinyllama-1.1b-chat-1'];
const RETRY_AFTER_SECONDS = 10;
const DEFAULT_TEMPERATURE = 0.7;
/** Adapters that are part of this repository. */
const ADAPTERS = fileURLToPath(new URL('../../../models/adapters/', import.meta.url));

export function createLocalTextEngine(options: LocalTextOptions): LocalTextEngine {
  const { store, alias = 'atelier-chat-1', defaults = DEFAULTS, sequences = 4, maxWaiting = 32 } = options;
  const maxContextTokens = options.maxContextTokens ?? 4096;
  const processes = new Map<string, ModelProcess>();

  function models(): readonly TextModel[] {
    const entries = textEntries().filter(({ id }) => defaults.includes(id) || isHereOrComing(id));
    const real = entries.map((entry) => describe(entry, entry.id));
    const current = store.entry(currentDefault());
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
    };
  }

  function windowOf(entry: CatalogueEntry): number {
    return Math.min(entry.contextWindow ?? maxContextTokens, maxContextTokens);
  }

  /** The best default that is present; if none is, the one being pulled; otherwise the last, which needs the least. */
  function currentDefault(): string {
    const found =
      defaults.find((id) => store.pathIfReady(id)) ??
      defaults.find((id) => store.status(id).pulling) ??
      defaults.at(-1);
    if (!found) throw new Error('the local text engine needs at least one default model');
    return found;
  }

  function resolve(model: string): CatalogueEntry {
    const id = model === alias ? currentDefault() : model;
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

  async function processFor(model: string): Promise<ModelProcess> {
    const entry = resolve(model);
    const files = store.pathIfReady(entry.id);
    if (!files) throw notHere(entry);
    const known = processes.get(entry.id);
    if (known) return known;
    await makeRoom();
    const started = new ModelProcess({
      settings: {
        modelPath: files['model.gguf'] ?? '',
        ...adapterOf(entry, files),
        maxContextTokens: windowOf(entry),
        sequences,
        threads: options.threads ?? 0,
        gpu: options.gpu ?? 'off',
        repeatPenalty: numberSetting(entry, 'repeatPenalty') ?? 1,
        temperature: numberSetting(entry, 'temperature') ?? DEFAULT_TEMPERATURE,
      },
      idleUnloadMs: options.idleUnloadMs ?? 15 * 60_000,
      onEnd: (why) => options.log?.warn({ model: entry.id, why }, 'local model process ended'),
    });
    processes.set(entry.id, started);
    return started;
  }

  async function makeRoom(): Promise<void> {
    const loaded = [...processes].filter(([, process]) => process.pid !== undefined);
    if (loaded.length < (options.maxLoadedModels ?? 1)) return;
    const idle = loaded.find(([, process]) => process.callsInFlight === 0);
    if (!idle) throw busy('Another local model is in use, and only one fits in memory. Try again in a moment.');
    processes.delete(idle[0]);
    await idle[1].stop();
  }

  function notHere(entry: CatalogueEntry): ServiceError {
    const isDefault = defaults.includes(entry.id);
    if (isDefault && !defaults.some((id) => store.status(id).pulling)) pullDefault().catch(() => undefined);
    return notReady({ id: entry.id, ...unreadyState(store.status(entry.id)) });
  }

  async function* stream(order: TextOrder, signal: AbortSignal): AsyncGenerator<TextEvent> {
    refuseLogprobs(order);
    refuseUnknownTool(order);
    checkOutputSchemas(order, BY_GRAMMAR);
    const process = await processFor(order.model);
    if (process.callsInFlight >= sequences + maxWaiting)
      throw busy('Too many requests are waiting for the local model. Try again in a moment.');
    yield* process.stream(order, signal);
  }

  async function countTokens(model: string, input: string | readonly TextMessage[], shape: PromptShape = {}) {
    const process = await processFor(model);
    return process.count(input, shape);
  }

  async function pullDefault(signal?: AbortSignal): Promise<string> {
    const failures: string[] = [];
    for (const id of defaults) {
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

  /** The first load on a machine may recode the weights: better now than during a customer's first call. */
  function warmUp(id: string): void {
    const warn = (error: unknown) => options.log?.warn({ model: id, why: String(error) }, 'local model did not load');
    processFor(id)
      .then((process) => process.load())
      .catch(warn);
  }

  async function close(): Promise<void> {
    await Promise.all([...processes.values()].map((process) => process.stop()));
    processes.clear();
  }

  function residents(): { model: string; pid: number }[] {
    return [...processes].flatMap(([model, { pid }]) => (pid === undefined ? [] : [{ model, pid }]));
  }

  return { name: 'local', models, stream, countTokens, pullDefault, residents, close };
}

/** An adapter is one of the model's own files, or one of this repository that the catalogue names. */
function adapterOf(entry: CatalogueEntry, files: ModelFiles): { adapterPath?: string } {
  const own = files['adapter.gguf'];
  if (own) return { adapterPath: own };
  const bundled = entry.settings?.adapter;
  return typeof bundled === 'string' ? { adapterPath: join(ADAPTERS, basename(bundled)) } : {};
}

function numberSetting(entry: CatalogueEntry, name: string): number | undefined {
  const value = entry.settings?.[name];
  return typeof value === 'number' ? value : undefined;
}

function busy(message: string): ServiceError {
  return new ServiceError('engine_unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
