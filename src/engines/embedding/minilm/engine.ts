// The local embedding engine: a sentence network in its own process, which starts with the first order and ends when idle.
import { Host, openProcess } from '@atelier/kit';
import { callPackage } from '../../../core/engine-error.ts';
import { ServiceError } from '../../../core/errors.ts';
import { notReady, unreadyState } from '../../../core/not-ready.ts';
import type { ModelStore } from '../../../models/store.ts';
import type { EmbeddingEngine, EmbeddingModel, EmbeddingOrder, EmbeddingResult } from '../port.ts';
import type { EmbeddingAnswer, EmbeddingTask, WorkerSettings } from './protocol.ts';

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

const RETRY_AFTER_SECONDS = 10;
const IDLE_MS = 15 * 60_000;

export function createLocalEmbeddingEngine(options: LocalEmbeddingOptions): LocalEmbeddingEngine {
  const { store, model = 'all-minilm-l6-v2', alias = 'atelier-embed-1' } = options;
  const entry = store.entry(model);
  const maxInputTokens = entry.contextWindow ?? 512;
  const host = new Host<EmbeddingTask, EmbeddingAnswer>({
    open: startProcess,
    name: 'The embedding model',
    idleMs: options.idleUnloadMs ?? IDLE_MS,
  });

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

  async function embed({ model: id, inputs, onRead }: EmbeddingOrder, signal: AbortSignal): Promise<EmbeddingResult> {
    signal.throwIfAborted();
    if (id !== model && id !== alias) {
      throw new ServiceError('unknown_model', `There is no embedding model "${id}".`, { param: 'model' });
    }
    if (!store.pathIfReady(model)) throw notHere();
    if (host.callsInFlight >= (options.maxWaiting ?? 64))
      throw unavailable('Too many requests are waiting for the embedding model. Try again soon.');
    const answer = await callPackage(() => host.call({ inputs }, { signal }));
    if ('vectors' in answer) {
      onRead?.(answer);
      return answer;
    }
    const { code, message, param } = answer.refusal;
    throw new ServiceError(code, message, { param });
  }

  function startProcess() {
    const files = store.pathIfReady(model) ?? {};
    const settings: WorkerSettings = {
      modelPath: files['model.onnx'] ?? '',
      tokenizerPath: files['tokenizer.json'] ?? '',
      maxInputTokens,
      threads: options.threads ?? 0,
    };
    // A process, not a thread: ending a thread while the network runs aborts the whole service.
    return openProcess(new URL('./worker.ts', import.meta.url), { args: [JSON.stringify(settings)] });
  }

  function notHere(): ServiceError {
    if (!store.status(model).pulling) pullDefault().catch(() => undefined); // the reason is kept in the store's status
    return notReady({ id: model, ...unreadyState(store.status(model)) });
  }

  async function pullDefault(signal?: AbortSignal): Promise<void> {
    await store.ensure(model, signal ? { signal } : {});
  }

  return { name: 'local', models, embed, pullDefault, close: () => host.close() };
}

function unavailable(message: string): ServiceError {
  return new ServiceError('engine_unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
