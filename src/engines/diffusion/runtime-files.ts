// The programs of the diffusion runtime on this machine: whether they are here, and how they are pulled.
import { ServiceError } from '../../core/errors.ts';
import type { ModelStore } from '../../models/store.ts';
import type { DiffusionRuntime } from './bare-channel.ts';
import { RUNTIME, runtimeOf } from './runtime.ts';

interface RuntimeOptions {
  store: ModelStore;
  /** False: a missing runtime is not pulled. */
  mayPull: boolean;
  log: { warn(fields: object, message: string): void } | undefined;
}

/** The pause before a failed pull is repeated. */
const PULL_PAUSE_MS = 600_000;

export class RuntimeFiles {
  readonly #options: RuntimeOptions;
  #nextPullMs = 0;

  constructor(options: RuntimeOptions) {
    this.#options = options;
  }

  /** Undefined where the runtime was not built for the machine. */
  status(): ReturnType<ModelStore['status']> | undefined {
    const { store } = this.#options;
    return store.entries().some(({ id }) => id === RUNTIME) ? store.status(RUNTIME) : undefined;
  }

  pullInBackground(): void {
    const { store, mayPull, log } = this.#options;
    if (!mayPull || Date.now() < this.#nextPullMs) return;
    this.#nextPullMs = Date.now() + PULL_PAUSE_MS;
    store.ensure(RUNTIME).catch((error: unknown) => log?.warn({ err: error }, 'pull of the diffusion runtime failed'));
  }

  async ensure(report: (fraction: number, stage: string) => void, signal: AbortSignal): Promise<DiffusionRuntime> {
    const { store, mayPull } = this.#options;
    const ready = store.pathIfReady(RUNTIME);
    if (ready) return runtimeOf(ready);
    if (!mayPull)
      throw new ServiceError(
        'engine_unavailable',
        `The diffusion runtime is not on this machine: run \`npm run models -- pull ${RUNTIME}\`.`,
      );
    const onProgress = (fraction: number) => report(fraction * 0.05, 'fetching the runtime');
    const pulled = store.ensure(RUNTIME, { signal, onProgress }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new ServiceError('engine_unavailable', 'The diffusion runtime could not be fetched. Try again later.', {
        cause: error,
      });
    });
    return runtimeOf(await pulled);
  }
}
