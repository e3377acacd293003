// The local embedding engine: a sentence network in its own thread, started on the first order and stopped when idle.
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../../core/errors.ts';
import { notReady, unreadyState } from '../../../core/not-ready.ts';
import type { ModelFiles, ModelStore } from '../../../models/store.ts';
import type { EmbeddingEngine, EmbeddingModel, EmbeddingResult } from '../port.ts';
import type { EmbeddingInput, FromThread, ThreadSettings } from './protocol.ts';

export interface LocalEmbeddingOptions {
  store: ModelStore;
  /** The catalogue's id. */
  model?: string;
  /** The public name, besides the model's own id. */
  alias?: string;
  threads?: number;
  idleUnloadMs?: number;
  maxWaiting?: number;
}

export interface LocalEmbeddingEngine extends EmbeddingEngine {
  pullDefault(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

interface PendingCall {
  resolve: (result: EmbeddingResult) => void;
  reject: (error: Error) => void;
}

const RETRY_AFTER_SECONDS = 10;

export function createLocalEmbeddingEngine(options: LocalEmbeddingOptions): LocalEmbeddingEngine {
  const { store, model = 'all-minilm-l6-v2', alias = 'atelier-embed-1' } = options;
  const entry = store.entry(model);
  const maxInputTokens = entry.contextWindow ?? 512;
  const calls = new Map<number, PendingCall>();
  let thread: Worker | undefined;
  let nextCall = 1;
  let idleTimer: NodeJS.Timeout | undefined;

  function models(): readonly EmbeddingModel[] {
    const status = store.status(model);
    const dimensions = Number(entry.settings?.dimensions);
    return [model, alias].map((id) => ({
      id,
      ownedBy: entry.ownedBy,
      dimensions,
      maxInputTokens,
      ready: status.ready,
      ...unreadyState(status),
    }));
  }

  async function embed(id: string, inputs: readonly EmbeddingInput[], signal: AbortSignal): Promise<EmbeddingResult> {
    signal.throwIfAborted();
    if (id !== model && id !== alias) {
      throw new ServiceError('unknown_model', `There is no embedding model "${id}".`, { param: 'model' });
    }
    const files = store.pathIfReady(model);
    if (!files) throw notHere();
    if (calls.size >= (options.maxWaiting ?? 64))
      throw unavailable('Too many requests are waiting for the embedding model. Try again in a moment.');
    const worker = startThread(files);
    const call = nextCall;
    nextCall += 1;
    clearTimeout(idleTimer);
    worker.ref();
    const leave = () => {
      worker.postMessage({ kind: 'abort', call });
      calls.get(call)?.reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await new Promise<EmbeddingResult>((resolve, reject) => {
        calls.set(call, { resolve, reject });
        worker.postMessage({ kind: 'embed', call, inputs });
      });
    } finally {
      signal.removeEventListener('abort', leave);
      calls.delete(call);
      if (calls.size === 0) rest(worker);
    }
  }

  /** An idle thread must not keep a command from exiting, nor hold its memory forever. */
  function rest(worker: Worker): void {
    worker.unref();
    idleTimer = setTimeout(() => void close(), options.idleUnloadMs ?? 15 * 60_000).unref();
  }

  function startThread(files: ModelFiles): Worker {
    if (thread) return thread;
    const settings: ThreadSettings = {
      modelPath: files['model.onnx'] ?? '',
      tokenizerPath: files['tokenizer.json'] ?? '',
      maxInputTokens,
      threads: options.threads ?? 0,
    };
    const started = new Worker(new URL('./thread.ts', import.meta.url), { workerData: settings });
    started.on('message', receive);
    started.on('error', (error) => failAll(started, error.message));
    started.on('exit', () => failAll(started, 'its thread ended'));
    thread = started;
    return started;
  }

  function receive(message: FromThread): void {
    const pending = calls.get(message.call);
    if (message.kind === 'vectors') pending?.resolve({ vectors: message.vectors, tokens: message.tokens });
    else if (message.kind === 'refused')
      pending?.reject(new ServiceError(message.code, message.message, { param: message.param }));
    else pending?.reject(new ServiceError('engine_failed', `The embedding model failed: ${message.message}`));
  }

  function failAll(worker: Worker, why: string): void {
    if (thread !== worker) return;
    thread = undefined;
    const error = new ServiceError('engine_failed', `The embedding model stopped: ${why}. Try again.`);
    for (const { reject } of calls.values()) reject(error);
  }

  function notHere(): ServiceError {
    if (!store.status(model).pulling) pullDefault().catch(() => undefined); // the reason is kept in the store's status
    return notReady({ id: model, ...unreadyState(store.status(model)) });
  }

  async function pullDefault(signal?: AbortSignal): Promise<void> {
    await store.ensure(model, signal ? { signal } : {});
  }

  async function close(): Promise<void> {
    clearTimeout(idleTimer);
    const worker = thread;
    if (!worker) return;
    failAll(worker, 'it was unloaded');
    await worker.terminate();
  }

  return { name: 'local', models, embed, pullDefault, close };
}

function unavailable(message: string): ServiceError {
  return new ServiceError('engine_unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
