// A runtime's programs on this machine: whether they are present, and how to pull them.
import { ServiceError } from '../../core/errors.ts';
import type { ModelFiles, ModelStore } from '../../models/store.ts';
import type { DiffusionRuntime } from './bare-channel.ts';
import { RUNTIME, runtimeOf } from './runtime.ts';

/** One runtime of the catalogue. */
export interface KnownRuntime {
  id: string;
  /** Its name in errors. */
  title: string;
  open(files: ModelFiles): DiffusionRuntime;
}

interface RuntimeOptions {
  store: ModelStore;
  /** stable-diffusion.cpp if absent. */
  runtime?: KnownRuntime;
  /** False: a missing runtime is not pulled. */
  mayPull: boolean;
  log: { warn(fields: object, message: string): void } | undefined;
}

const DIFFUSION: KnownRuntime = { id: RUNTIME, title: 'The diffusion runtime', open: runtimeOf };
/** The pause before a failed pull is retried. */
const PULL_PAUSE_MS = 600_000;

export class RuntimeFiles {
  readonly #options: RuntimeOptions;
  #nextPullMs = 0;

  constructor(options: RuntimeOptions) {
    this.#options = options;
  }

  /** Undefined if the runtime was not built for this platform. */
  status(): ReturnType<ModelStore['status']> | undefined {
    const { store, runtime = DIFFUSION } = this.#options;
    return store.entries().some(({ id }) => id === runtime.id) ? store.status(runtime.id) : undefined;
  }

  pullInBackground(): void {
    const { store, mayPull, log, runtime = DIFFUSION } = this.#options;
    if (!mayPull || Date.now() < this.#nextPullMs) return;
    this.#nextPullMs = Date.now() + PULL_PAUSE_MS;
    store
      .ensure(runtime.id)
      .catch((error: unknown) => log?.warn({ err: error, model: runtime.id }, 'pull of a runtime failed'));
  }

  async ensure(report: (fraction: number, stage: string) => void, signal: AbortSignal): Promise<DiffusionRuntime> {
    const { store, mayPull, runtime = DIFFUSION } = this.#options;
    const { id, title } = runtime;
    const ready = store.pathIfReady(id);
    if (ready) return runtime.open(ready);
    if (!mayPull)
      throw new ServiceError(
        'engine_unavailable',
        `${title} is not on this machine: run \`npm run models -- pull ${id}\`.`,
      );
    const onProgress = (fraction: number) => report(fraction * 0.05, 'fetching the runtime');
    const pulled = store.ensure(id, { signal, onProgress }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new ServiceError('engine_unavailable', `${title} could not be fetched. Try again later.`, {
        cause: error,
      });
    });
    return runtime.open(await pulled);
  }
}
