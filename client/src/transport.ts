// Sends one call with its key, an Idempotency-Key and a time limit, and repeats it if that may help.
import { ConnectionError, errorFromResponse } from './errors.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { pause, waitBeforeRetry } from './retry.ts';

export type Credentials = 'omit' | 'same-origin' | 'include';

export interface TransportSettings {
  /** `https://host/v1` or `https://host/sandbox/v1` */
  baseUrl: string;
  apiKey: string | undefined;
  credentials: Credentials | undefined;
  maxRetries: number;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
  onResponse: ((response: Response) => void) | undefined;
}

/** The options of each call. */
export interface CallOptions {
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
  /** Generated for every POST if absent: a repeated attempt is never charged twice. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** The time limit until the response begins, for each attempt. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
}

export interface Message {
  method: string;
  url: string;
  body?: string | ArrayBuffer | undefined;
  contentType?: string | undefined;
  accept?: string | undefined;
  /** False: the call is not repeated if its response was lost. */
  isRepeatable: boolean;
}

export class Transport {
  readonly #settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.#settings = settings;
  }

  get baseUrl(): string {
    return this.#settings.baseUrl;
  }

  /** Returns a successful response, or throws. */
  async send(message: Message, options: CallOptions = {}): Promise<Response> {
    const headers = this.#headersOf(message, options);
    const maxRetries = options.maxRetries ?? this.#settings.maxRetries;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#try(message, headers, options);
      if (outcome instanceof Response) return outcome;
      const waitMs = attempt < maxRetries ? waitBeforeRetry(outcome, attempt, message.isRepeatable) : undefined;
      if (waitMs === undefined || options.signal?.aborted) throw outcome;
      await pause(waitMs, options.signal);
    }
  }

  async #try(message: Message, headers: Headers, options: CallOptions) {
    const impatience = new AbortController();
    const timer = setTimeout(() => impatience.abort(), options.timeoutMs ?? this.#settings.timeoutMs);
    const signals = options.signal ? [options.signal, impatience.signal] : [impatience.signal];
    try {
      const response = await this.#settings.fetch(message.url, {
        method: message.method,
        headers,
        signal: AbortSignal.any(signals),
        ...(this.#settings.credentials && this.#isOurs(message) ? { credentials: this.#settings.credentials } : {}),
        ...(message.body === undefined ? {} : { body: message.body }),
      });
      this.#settings.onResponse?.(response);
      return response.ok ? response : await errorFromResponse(response);
    } catch (cause) {
      if (options.signal?.aborted) throw options.signal.reason;
      const what = impatience.signal.aborted ? 'did not answer in time' : 'cannot be reached';
      return new ConnectionError(`The service at ${new URL(message.url).origin} ${what}.`, {
        code: 'connection',
        cause,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The key and the session are sent to the API only. */
  #isOurs({ url }: Message): boolean {
    return url.startsWith(`${this.baseUrl}/`);
  }

  #headersOf(message: Message, options: CallOptions): Headers {
    const headers = new Headers({ accept: message.accept ?? 'application/json' });
    if (this.#settings.apiKey && this.#isOurs(message)) headers.set('authorization', `Bearer ${this.#settings.apiKey}`);
    if (message.contentType) headers.set('content-type', message.contentType);
    if (message.method === 'POST') headers.set('idempotency-key', options.idempotencyKey ?? newIdempotencyKey());
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    return headers;
  }
}
