// One connection pool to one upstream server: keeps sockets alive, adds the API key, applies the time limits.
import type { Dispatcher } from 'undici';
import { errors, Pool } from 'undici';
import { hideSecret } from '../core/log.ts';
import { MAX_ERROR_BYTES, MAX_REPLY_BYTES } from './answer-bounds.ts';
import { AttemptError } from './attempt-error.ts';
import { dispatchStream, type StreamedBody } from './streamed-answer.ts';
import { UpstreamError } from './upstream-error.ts';
import { hideUpstream } from './upstream-words.ts';
import { AnswerTooLarge, dispatchWhole } from './whole-answer.ts';

export interface UpstreamAddress {
  name: string;
  /** Includes the path prefix, e.g. https://api.example.com/v1 */
  baseUrl: string;
  apiKey?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  connections?: number | undefined;
  /** How long to wait for the response headers. */
  headersTimeoutMs?: number | undefined;
  /** The longest pause between two chunks of the response. */
  idleTimeoutMs?: number | undefined;
  /** Both limits for patient calls, if longer. */
  patienceMs?: number | undefined;
}

export interface UpstreamAnswer {
  status: number;
  contentType: string;
  retryAfterSeconds: number | undefined;
  body: StreamedBody;
}

/** A response that was read completely. */
export interface ReadAnswer extends Omit<UpstreamAnswer, 'body'> {
  text: string;
}

export interface UpstreamPost {
  path: string;
  body: string | Uint8Array;
  headers: Readonly<Record<string, string>>;
  limits?: CallLimits;
}

/** Of one call. */
export interface CallLimits {
  /** The upstream may work for minutes without sending anything. */
  isPatient: boolean;
  /** For a whole answer, whose headers arrive with its end: how much longer than others it may take until then. */
  extraMs?: number;
}

/** Longer than a call waits before trying its last upstream. */
const RETIRE_MS = 15 * 60_000;
const HEADERS_MS = 120_000;
const IDLE_MS = 60_000;
/** How much longer than a stream's head a whole answer may take, for each token that it may have. */
export const MS_PER_TOKEN = 20;
/** As long as the clients of such models wait. */
const PATIENCE_MS = 10 * 60_000;

export class UpstreamClient {
  readonly name: string;
  readonly #pool: Pool;
  readonly #prefix: string;
  readonly #headers: Record<string, string>;
  readonly #postHeaders: Record<string, string>;
  readonly #headersMs: number;
  readonly #idleMs: number;
  readonly #patienceMs: number;

  constructor(address: UpstreamAddress) {
    const url = new URL(address.baseUrl);
    this.name = address.name;
    hideSecret(address.apiKey);
    hideUpstream({ name: address.name, address: address.baseUrl });
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#headers = {
      accept: 'application/json, text/event-stream',
      ...(address.apiKey ? { authorization: `Bearer ${address.apiKey}` } : {}),
      ...address.headers,
    };
    this.#postHeaders = { ...this.#headers, 'content-type': 'application/json' };
    this.#headersMs = address.headersTimeoutMs ?? HEADERS_MS;
    this.#idleMs = address.idleTimeoutMs ?? IDLE_MS;
    this.#patienceMs = address.patienceMs ?? PATIENCE_MS;
    this.#pool = new Pool(url.origin, {
      connections: address.connections ?? 256,
      keepAliveTimeout: 30_000,
      headersTimeout: this.#headersMs,
      bodyTimeout: this.#idleMs,
      connect: { timeout: 10_000 },
    });
  }

  async post(path: string, body: string | Uint8Array, signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.postWith({ path, body, headers: {} }, signal);
  }

  /** Adds headers for this call only. */
  async postWith({ path, body, headers, limits }: UpstreamPost, signal: AbortSignal): Promise<UpstreamAnswer> {
    const sent = { ...this.#postHeaders, ...headers };
    const times = this.#timesOf(limits);
    return this.#send({ method: 'POST', path: `${this.#prefix}/${path}`, headers: sent, body, ...times }, signal);
  }

  /** Reads the whole response without a stream, which is faster. */
  async postWhole({ path, body, limits }: Omit<UpstreamPost, 'headers'>, signal: AbortSignal): Promise<ReadAnswer> {
    const options = {
      method: 'POST',
      path: `${this.#prefix}/${path}`,
      headers: this.#postHeaders,
      body,
      ...this.#timesOf(limits),
    } as const;
    try {
      const bounds = { maxBytes: MAX_REPLY_BYTES, maxErrorBytes: MAX_ERROR_BYTES, signal };
      const answer = await dispatchWhole(this.#pool, options, bounds);
      return {
        status: answer.status,
        contentType: String(answer.headers['content-type'] ?? ''),
        retryAfterSeconds: readRetryAfter(answer.headers['retry-after']),
        text: answer.bytes.toString('utf8'),
      };
    } catch (error) {
      throw describeFailure(this.name, error);
    }
  }

  async get(path: string, signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.#send({ method: 'GET', path: `${this.#prefix}/${path}`, headers: this.#headers }, signal);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  /**
   * Closes the pool later, because a call that has already chosen this upstream may yet begin or retry. Idle sockets
   * close by themselves.
   */
  retire(): void {
    setTimeout(() => void this.#pool.close(), RETIRE_MS).unref();
  }

  #timesOf({ isPatient, extraMs = 0 }: CallLimits = { isPatient: false }) {
    const patienceMs = isPatient ? this.#patienceMs : 0;
    const wholeMs = Math.min(this.#headersMs + extraMs, Math.max(this.#headersMs, this.#patienceMs));
    return { headersTimeout: Math.max(wholeMs, patienceMs), bodyTimeout: Math.max(this.#idleMs, patienceMs) };
  }

  async #send(options: Dispatcher.DispatchOptions, signal: AbortSignal): Promise<UpstreamAnswer> {
    try {
      const { status, headers, body } = await dispatchStream(this.#pool, options, signal);
      return {
        status,
        contentType: String(headers['content-type'] ?? ''),
        retryAfterSeconds: readRetryAfter(headers['retry-after']),
        body,
      };
    } catch (error) {
      throw describeFailure(this.name, error);
    }
  }
}

/**
 * Reads the whole response as text, up to MAX_REPLY_BYTES, so that an upstream cannot exhaust our memory; of an error only the
 * start.
 */
export async function readWhole(name: string, answer: UpstreamAnswer): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const isError = answer.status < 200 || answer.status >= 300;
  try {
    for await (const piece of answer.body) {
      bytes += piece.length;
      pieces.push(piece);
      if (isError && bytes >= MAX_ERROR_BYTES) break;
      if (bytes > MAX_REPLY_BYTES) throw new AnswerTooLarge(answer.status, MAX_REPLY_BYTES, pieces);
    }
  } catch (error) {
    throw describeFailure(name, error);
  }
  const [only] = pieces;
  return pieces.length === 1 && only ? only.toString('utf8') : Buffer.concat(pieces).toString('utf8');
}

/** Converts a transport error to an UpstreamError; aborts and timeouts of our own signals stay as they are. */
export function describeFailure(name: string, error: unknown): unknown {
  if (error instanceof UpstreamError) return error;
  // The upstream has done its work. That it is too much may be due to the order, so it says nothing of other orders.
  if (error instanceof AnswerTooLarge && error.status >= 200 && error.status < 300) {
    const message = `The model sent more than ${error.maxBytes} bytes.`;
    return new AttemptError('engine_failed', message, 'billed', { cause: error, upstream: name });
  }
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) return error;
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return new UpstreamError('timeout', name, { cause: error });
  }
  if (error instanceof errors.ConnectTimeoutError) {
    return new UpstreamError('unreachable', name, { cause: error });
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) {
    return new UpstreamError('unreachable', name, { cause: error });
  }
  return new UpstreamError('broken', name, { cause: error });
}

/** Parses Retry-After, in seconds or as a date, capped at one hour. An invalid value counts as none. */
export function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.min(Math.max(Math.ceil(seconds), 0), 3600);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(Math.ceil((date - Date.now()) / 1000), 0), 3600);
}
