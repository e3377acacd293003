// Jobs: start, follow, wait for and cancel them.
import type { Api, Reply } from './api.ts';
import { ConnectionError, EngineError, JobFailedError, ServerError } from './errors.ts';
import { pause } from './retry.ts';
import type { CallOptions } from './transport.ts';

/** The fields of every job. */
export type Job = Reply<'GET /jobs/{id}'>;

export interface WaitOptions<State> {
  /** Called with each state of the job as it changes. */
  onProgress?: ((job: State) => void) | undefined;
  /** Aborts the wait, not the job; `cancel()` cancels the job. */
  signal?: AbortSignal | undefined;
}

/** A requested job. Awaiting it gives the job as it was started; `result()` waits until it is completed. */
export class JobCall<State extends { id: string; status: string }> extends Promise<State> {
  readonly #api: Api;

  constructor(api: Api, started: Promise<State>) {
    super((resolve, reject) => started.then(resolve, reject));
    this.#api = api;
  }

  /** `then` and `catch` return ordinary promises. */
  static override get [Symbol.species]() {
    return Promise;
  }

  async result(options: WaitOptions<State> = {}): Promise<State> {
    return waitForJob(this.#api, await this, options);
  }

  /** Each state of the job, the last one being completed, failed or cancelled. */
  async *states(options: CallOptions = {}): AsyncGenerator<State> {
    const { id } = await this;
    yield* followJob<State>(this.#api, id, options);
  }

  async cancel(): Promise<Job> {
    const { id } = await this;
    return this.#api.call('POST /jobs/{id}/cancel', { params: { id } });
  }
}

export async function waitForJob<State extends { id: string; status: string }>(
  api: Api,
  started: State,
  { onProgress, signal }: WaitOptions<State> = {},
): Promise<State> {
  let last = started;
  if (last.status === 'processing') {
    for await (const state of followJob<State>(api, started.id, { signal })) {
      last = state;
      onProgress?.(state);
    }
  }
  if (last.status !== 'completed') throw new JobFailedError(last);
  return last;
}

const MAX_RETURNS = 10;
const RETURN_WAIT_MS = 1_000;

/** Reconnects and continues at the last event if the connection breaks or the server restarts. */
export async function* followJob<State extends { status: string }>(
  api: Api,
  id: string,
  options: CallOptions = {},
): AsyncGenerator<State> {
  let lastEventId: string | undefined;
  for (let returns = 0; returns <= MAX_RETURNS; returns += 1) {
    if (returns > 0) await pause(RETURN_WAIT_MS, options.signal);
    const headers = { ...options.headers, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) };
    try {
      for await (const event of api.serverEvents(
        'GET /jobs/{id}/events',
        { params: { id } },
        { ...options, headers },
      )) {
        lastEventId = event.id ?? lastEventId;
        const state: State = JSON.parse(event.data);
        if (state.status === undefined) break;
        returns = 0;
        yield state;
        if (state.status !== 'processing') return;
      }
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
  throw new ConnectionError(`The job ${id} could not be followed to its end.`, { code: 'stream_broken' });
}

function isPassing(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof EngineError || error instanceof ServerError;
}
