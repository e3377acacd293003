// Keeps the loaded models within a memory budget: loads on demand, unloads the least recently used idle model, and lets calls wait for room.
import { ServiceError } from '../../../core/errors.ts';
import type { ModelProcess } from './model-process.ts';

export interface ResidencyOptions {
  budgetBytes: number;
  /** The operator has set the budget: a larger model is refused. Otherwise a model may exceed it if it is alone. */
  isStrict: boolean;
  /** How many calls may wait for room. */
  maxWaiting: number;
  longestWaitMs?: number;
}

export interface WantedModel {
  id: string;
  /** Its memory, estimated until the model is loaded. */
  bytes: number;
  start: () => ModelProcess;
}

/** While a lease is held, its model is not unloaded to make room. */
export interface Lease {
  process: ModelProcess;
  /** Replaces the estimate once the model is loaded. */
  setBytes(bytes: number): void;
  release(): void;
}

interface Resident {
  process: ModelProcess;
  bytes: number;
  leases: number;
}

const RETRY_AFTER_SECONDS = 10;
const LONGEST_WAIT_MS = 60_000;

export class Residency {
  readonly #options: ResidencyOptions;
  /** The least recently used first. */
  readonly #residents = new Map<string, Resident>();
  readonly #waiting = new Set<() => void>();

  constructor(options: ResidencyOptions) {
    this.#options = options;
  }

  async take(wanted: WantedModel, signal: AbortSignal): Promise<Lease> {
    this.#refuseIfTooLarge(wanted);
    const deadlineMs = Date.now() + (this.#options.longestWaitMs ?? LONGEST_WAIT_MS);
    for (;;) {
      signal.throwIfAborted();
      const known = this.#residents.get(wanted.id);
      if (known) return this.#lease(wanted.id, known);
      if (this.#hasRoomFor(wanted.bytes))
        return this.#lease(wanted.id, { process: wanted.start(), bytes: wanted.bytes, leases: 0 });
      const idle = [...this.#residents].find(([, { leases }]) => leases === 0);
      if (idle) {
        this.#residents.delete(idle[0]);
        await idle[1].process.stop();
      } else await this.#waitForRoom(deadlineMs - Date.now(), signal);
    }
  }

  processes(): { model: string; process: ModelProcess }[] {
    return [...this.#residents].map(([model, { process }]) => ({ model, process }));
  }

  async close(): Promise<void> {
    const all = [...this.#residents.values()];
    this.#residents.clear();
    await Promise.all(all.map(({ process }) => process.stop()));
  }

  #lease(id: string, resident: Resident): Lease {
    this.#residents.delete(id);
    this.#residents.set(id, resident);
    resident.leases += 1;
    let isHeld = true;
    return {
      process: resident.process,
      setBytes: (bytes) => {
        resident.bytes = Math.max(resident.bytes, bytes);
      },
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        resident.leases -= 1;
        if (resident.leases === 0) for (const wake of [...this.#waiting]) wake();
      },
    };
  }

  #hasRoomFor(bytes: number): boolean {
    const used = [...this.#residents.values()]
      // A model that was unloaded because it was idle takes no memory.
      .filter(({ process, leases }) => leases > 0 || process.pid !== undefined)
      .reduce((sum, resident) => sum + resident.bytes, 0);
    return used === 0 || used + bytes <= this.#options.budgetBytes;
  }

  #refuseIfTooLarge({ id, bytes }: WantedModel): void {
    const { isStrict, budgetBytes } = this.#options;
    if (!isStrict || bytes <= budgetBytes) return;
    throw new ServiceError(
      'engine_unavailable',
      `The model ${id} needs about ${gigabytes(bytes)} of memory, but MODELS_MEMORY allows ${gigabytes(budgetBytes)}. Choose a smaller model, or raise MODELS_MEMORY.`,
    );
  }

  /** Resolves when a model has become idle. */
  async #waitForRoom(longestMs: number, signal: AbortSignal): Promise<void> {
    if (longestMs <= 0 || this.#waiting.size >= this.#options.maxWaiting) throw noRoom();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => reject(signal.reason);
    const timer = setTimeout(() => reject(noRoom()), longestMs);
    this.#waiting.add(resolve);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      this.#waiting.delete(resolve);
      signal.removeEventListener('abort', leave);
      clearTimeout(timer);
    }
  }
}

function noRoom(): ServiceError {
  const message = 'Other local models are in use, and no more fit in memory (MODELS_MEMORY). Try again in a moment.';
  return new ServiceError('engine_unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
