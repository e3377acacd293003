// The ids of all models that an upstream lists, refreshed regularly.

import type { Log } from '../core/log.ts';
import { ListFailures } from './list-failures.ts';
import { callProvider, type Provider } from './provider-call.ts';

const REFRESH_MS = 5 * 60_000;
const RETRY_MS = 10_000;
const MAX_IDS = 10_000;
const MAX_LIST_BYTES = 8 * 1024 * 1024;

export class UpstreamIds {
  readonly #provider: Provider;
  readonly #failures: ListFailures;
  readonly #stop = new AbortController();
  #ids: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(provider: Provider, log: Log) {
    this.#provider = provider;
    this.#failures = new ListFailures(log, provider.name);
  }

  matching(pattern: RegExp): readonly string[] {
    return this.#ids.filter((id) => pattern.test(id));
  }

  /** Resolves after the first fetch, successful or not: an upstream that is down must not stop the service from starting. */
  async start(): Promise<void> {
    let next = REFRESH_MS;
    try {
      const { data } = await callProvider<{ data?: { id?: unknown }[] }>(
        this.#provider,
        // Some describe each of hundreds of models.
        { path: 'models', maxBytes: MAX_LIST_BYTES, shape: {} },
        this.#stop.signal,
      );
      const listed = Array.isArray(data) ? data.slice(0, MAX_IDS) : [];
      this.#ids = listed.map((entry) => entry?.id).filter((id) => typeof id === 'string');
      this.#failures.worked();
    } catch (error) {
      next = RETRY_MS;
      if (!this.#stop.signal.aborted) this.#failures.failed(error);
    }
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => void this.start(), next);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }
}
