// Calls whose client has disconnected: the request to the upstream continues for a while, so that the upstream still
// reports its usage.
import { ServiceError } from './errors.ts';

/** The abort reason of a call whose connection closes before its answer is complete. */
export class ClientLeft extends ServiceError {
  constructor() {
    super('engine_failed', 'The client disconnected.');
    this.name = 'ClientLeft';
  }
}

/** How many upstream responses may be read after their clients disconnected, in this process and per account. */
const MAX_READERS = 256;
const MAX_READERS_PER_ACCOUNT = 32;

/**
 * `isWorking`: the engine may be working on the answer. Otherwise the engine has received the request but not accepted
 * it yet.
 */
export type OnAccepted = (isWorking: boolean) => void;

export interface Acceptor {
  engine: string;
  model: string;
}

/**
 * The two abort signals of a call: `client` stops new attempts and local work, `upstream` stops the request to an
 * upstream.
 */
export interface CallSignals {
  client: AbortSignal;
  upstream: AbortSignal;
  /** Called when an engine accepts the call: from then on it has a cost. An order is sent after the promise. */
  onAccepted: (isWorking: boolean, by: Acceptor) => void | Promise<void>;
  /** Called when an upstream that was told of as accepting has certainly refused. */
  onRefused?: (by: Acceptor) => void | Promise<void>;
  /** Called when an attempt failed that its upstream may bill; another may follow. Whether it was booked. */
  onLost?: (by: Acceptor) => Promise<boolean>;
}

/** Whether an error that ended a call is our own end of it, and not a failure of the engine. */
export function isOwnEnd(error: unknown, { client, upstream }: CallSignals): boolean {
  if (upstream.aborted) return true;
  return client.aborted && error instanceof Error && (error === client.reason || error.name === 'AbortError');
}

/** For work whose charge does not depend on who accepts it. */
export const unpaidAcceptance: OnAccepted = () => undefined;

/** For work that nobody leaves: it ends by its signal. */
export function signalsOf(signal: AbortSignal): CallSignals {
  return { client: signal, upstream: signal, onAccepted: unpaidAcceptance };
}

export interface LeaveTerms {
  accountId: string;
  /**
   * Whether to keep reading from the upstream when the client disconnects; otherwise its request is aborted at once.
   */
  readsOn: boolean;
}

export class LeftCalls {
  readonly #readOnMs: number;
  readonly #readers = new Map<string, number>();
  readonly #ending = new Set<AbortController>();
  #count = 0;

  constructor(readOnMs: number) {
    this.#readOnMs = readOnMs;
  }

  /** `end` must be called on every path. */
  watch(client: AbortSignal, terms: LeaveTerms): WatchedLeave {
    return new WatchedLeave(client, terms, this);
  }

  /** Used when the process stops: each call is charged for the usage known so far. */
  endAll(): void {
    for (const upstream of this.#ending) upstream.abort(new Error('the process is stopping'));
  }

  /** Returns a function that frees the place; undefined if all places are taken. */
  begin(accountId: string, upstream: AbortController): (() => void) | undefined {
    const own = this.#readers.get(accountId) ?? 0;
    if (this.#count >= MAX_READERS || own >= MAX_READERS_PER_ACCOUNT) return undefined;
    this.#readers.set(accountId, own + 1);
    this.#count += 1;
    this.#ending.add(upstream);
    const timer = setTimeout(() => upstream.abort(new Error('the upstream was read for long enough')), this.#readOnMs);
    return () => {
      clearTimeout(timer);
      this.#ending.delete(upstream);
      this.#count -= 1;
      const left = (this.#readers.get(accountId) ?? 1) - 1;
      if (left > 0) this.#readers.set(accountId, left);
      else this.#readers.delete(accountId);
    };
  }
}

export class WatchedLeave {
  readonly signals: CallSignals;
  readonly #upstream: AbortController;
  readonly #startedMs = Date.now();
  readonly #stopWatching: () => void;
  #release: (() => void) | undefined;
  #wasAccepted = false;
  #wasWorking = false;
  #acceptedBy: Acceptor | undefined;
  #readsOn: boolean;
  /** Called when the client disconnects, before anything more is read. */
  onLeft: (() => void) | undefined;
  /** Books an attempt that is lost and that its upstream may bill. */
  onLost: ((by: Acceptor) => Promise<void>) | undefined;

  constructor(client: AbortSignal, { accountId, readsOn }: LeaveTerms, calls: LeftCalls) {
    const upstream = new AbortController();
    const leave = () => {
      this.onLeft?.();
      const goesOn = this.#readsOn && client.reason instanceof ClientLeft;
      if (goesOn) this.#release = calls.begin(accountId, upstream);
      if (!this.#release) upstream.abort(client.reason);
    };
    this.#upstream = upstream;
    this.#readsOn = readsOn;
    this.signals = {
      client,
      upstream: upstream.signal,
      onAccepted: (isWorking, by) => {
        this.#wasAccepted = true;
        this.#wasWorking ||= isWorking;
        this.#acceptedBy = by;
      },
      onRefused: () => {
        this.#wasAccepted = false;
        this.#wasWorking = false;
        this.#acceptedBy = undefined;
      },
      onLost: async (by) => {
        await this.onLost?.(by);
        return this.onLost !== undefined;
      },
    };
    if (client.aborted) leave();
    else client.addEventListener('abort', leave, { once: true });
    const stopWatching = () => client.removeEventListener('abort', leave);
    this.#stopWatching = stopWatching;
  }

  /** The charge is known: if the client leaves from now on, the request to the upstream ends at once. */
  stopReadingOn(): void {
    this.#readsOn = false;
  }

  /** The client disconnected by itself. A call that we end for another reason counts as our failure. */
  get hasLeft(): boolean {
    return this.signals.client.reason instanceof ClientLeft;
  }

  get wasAccepted(): boolean {
    return this.#wasAccepted;
  }

  get wasWorking(): boolean {
    return this.#wasWorking;
  }

  /** The engine that accepted the last attempt, as far as it is known. */
  get acceptedBy(): Acceptor | undefined {
    return this.#acceptedBy;
  }

  /** We aborted the request, so a failure that follows is not the upstream's. */
  get wasEndedByUs(): boolean {
    return this.#upstream.signal.aborted;
  }

  get elapsedMs(): number {
    return Date.now() - this.#startedMs;
  }

  end(): void {
    this.#stopWatching();
    this.#release?.();
    this.#release = undefined;
  }
}
