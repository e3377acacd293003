// The tool calls in progress in this process. A cancellation arrives as a separate request, perhaps at another node.
import { ClientLeft } from '../../core/left-calls.ts';

/** Tells every node, including this one, which call was cancelled. */
export interface Cancellations {
  notify(name: string): void;
  listen(onName: (name: string) => void, signal: AbortSignal): Promise<void>;
}

export class RunningCalls {
  readonly #running = new Map<string, AbortController>();
  readonly #cancellations: Cancellations;

  constructor(cancellations: Cancellations) {
    this.#cancellations = cancellations;
  }

  start(ending: AbortSignal): Promise<void> {
    return this.#cancellations.listen((name) => this.#stop(name), ending);
  }

  /** `name` is undefined for clients that have no session: nobody can cancel their calls. */
  async run<T>(name: string | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    if (name !== undefined) this.#running.set(name, abort);
    try {
      return await work(abort.signal);
    } finally {
      if (name !== undefined && this.#running.get(name) === abort) this.#running.delete(name);
    }
  }

  cancel(name: string): void {
    this.#stop(name);
    this.#cancellations.notify(name);
  }

  #stop(name: string): void {
    this.#running.get(name)?.abort(new ClientLeft());
  }
}
