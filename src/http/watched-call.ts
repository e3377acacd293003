// Records one call for the metrics, the request log and the traces: what arrived, what was sent and when, its usage, and how it
// ended.
import { newTrace } from '../core/call-trace.ts';
import type { Caller } from '../core/caller.ts';
import type { ServiceError } from '../core/errors.ts';
import type { LoggedRequest } from '../core/logged-request.ts';
import { type RequestLogLevel, STANDARD_RULES } from '../core/request-log-terms.ts';
import { storableText } from '../store/storable-text.ts';
import type { Incoming } from './incoming.ts';
import { RAW_BYTES, type RawBodies } from './kept-bodies/body-keeper.ts';
import { textMask } from './kept-bodies/mask-text.ts';
import type { Route } from './route.ts';

/** What is known of a request before it is read. */
export type Arrival = Pick<Incoming, 'requestId' | 'startedMs' | 'headers'>;

const MAX_NAME = 200;
const MAX_MESSAGE = 500;
/** A larger body is not written again for the log. */
const MAX_WRITTEN = 4 * RAW_BYTES;
const maskMessage = textMask(STANDARD_RULES);

interface WatchTerms {
  caller: Caller;
  level: RequestLogLevel;
  /** Whether the request log or a trace shows the call. */
  isShown: boolean;
}

export class WatchedCall {
  /** The caller of this call only: charges to it are recorded. */
  readonly caller: Caller;
  readonly route: Route;
  readonly #incoming: Arrival;
  readonly isLogged: boolean;
  /** Whether the sizes of bodies matter: the metrics do not count them. */
  readonly isShown: boolean;
  readonly #keepsBodies: boolean;
  readonly #startedAt: Date;
  readonly #trace = newTrace();
  #requestBytes = 0;
  #requestBody: Uint8Array | null = null;
  #responseBytes = 0;
  #parts: Uint8Array[] = [];
  #keptBytes = 0;
  #isCut = false;
  #isStream = false;
  #firstByteMs: number | null = null;
  #error: ServiceError | undefined;

  constructor(route: Route, incoming: Arrival, { caller, level, isShown }: WatchTerms) {
    this.route = route;
    this.isShown = isShown;
    this.#incoming = incoming;
    this.isLogged = level !== 'off';
    this.#keepsBodies = level === 'bodies' && !route.hasSecrets;
    this.#startedAt = new Date(Date.now() - this.#elapsedMs());
    const logIfKilled = this.isLogged ? () => this.#killed() : undefined;
    this.caller = { ...caller, trace: this.#trace, logIfKilled };
  }

  /** The body as received, or what the client declared about a body that was not read. */
  received(bytes: Buffer | undefined): void {
    this.#requestBytes = bytes?.length ?? sizeIn(this.#incoming.headers['content-length']);
  }

  /** The decompressed body, before its bytes may move to a thread. */
  reads(bytes: Buffer | undefined): void {
    if (!this.#keepsBodies || !bytes || bytes.length === 0 || !isJson(this.#incoming.headers['content-type'])) return;
    this.#isCut ||= bytes.length > RAW_BYTES;
    this.#requestBody = new Uint8Array(bytes.subarray(0, RAW_BYTES));
  }

  /** In place of `reads`, for a call whose words are guarded. */
  readsGuarded(body: unknown): void {
    if (!this.#keepsBodies || body === undefined) return;
    if (this.#requestBytes > MAX_WRITTEN) this.#isCut = true;
    else this.reads(Buffer.from(JSON.stringify(body)));
  }

  /** The requested model, known even when the call is refused. */
  asked(body: unknown, params: Readonly<Record<string, string | undefined>>): void {
    const model = (body as { model?: unknown } | null | undefined)?.model ?? params.model;
    if (typeof model === 'string') this.#trace.model = storableText(model.slice(0, MAX_NAME));
  }

  /** Records that the response headers and its first part were sent. */
  begins({ isStream }: { isStream: boolean }): void {
    this.#isStream ||= isStream;
    this.#firstByteMs ??= this.#elapsedMs();
  }

  /** `isText`: JSON, or a frame of a stream. */
  sends(part: Uint8Array | string, isText: boolean): void {
    if (!this.isShown) return;
    const size = typeof part === 'string' ? Buffer.byteLength(part) : part.length;
    this.#responseBytes += size;
    if (!this.#keepsBodies || !isText) return;
    const room = RAW_BYTES - this.#keptBytes;
    this.#isCut ||= size > room;
    if (room <= 0) return;
    const kept = typeof part === 'string' ? Buffer.from(part.slice(0, room)) : new Uint8Array(part.subarray(0, room));
    this.#parts.push(kept);
    this.#keptBytes += kept.length;
  }

  failed(error: ServiceError): void {
    this.#error ??= error;
  }

  end(status: number, isStopped: boolean): LoggedRequest {
    const { accountId, environment, keyId, member } = this.caller;
    const error = isStopped ? undefined : this.#error;
    // Messages and names of models can quote the request.
    const isNameless = this.caller.zeroRetention === true;
    return {
      id: this.#incoming.requestId,
      accountId,
      environment,
      keyId,
      memberId: member?.id ?? null,
      method: this.route.method,
      route: nameOf(this.route),
      module: this.route.tag,
      status,
      outcome: isStopped ? 'stopped' : status >= 400 || error ? 'error' : 'ok',
      errorCode: error?.code ?? null,
      errorMessage: error && !isNameless ? storableText(maskMessage(error.message).slice(0, MAX_MESSAGE)) : null,
      ...this.#trace,
      guards: this.#trace.guards && Object.keys(this.#trace.guards).length > 0 ? this.#trace.guards : null,
      ...(isNameless ? { model: this.#trace.servedModel } : {}),
      requestBytes: this.#requestBytes,
      responseBytes: this.#responseBytes,
      streamed: this.#isStream,
      firstByteMs: this.#firstByteMs,
      durationMs: this.#elapsedMs(),
      startedAt: this.#startedAt,
    };
  }

  /** The row for a call whose process died: its client saw a broken stream or no response. */
  #killed(): LoggedRequest {
    return {
      ...this.end(this.#firstByteMs === null ? 503 : 200, false),
      outcome: 'error',
      errorCode: 'service_unavailable',
      errorMessage: 'The service was interrupted before the answer was whole.',
    };
  }

  get bodies(): RawBodies | undefined {
    if (!this.#keepsBodies || (!this.#requestBody && this.#parts.length === 0)) return undefined;
    return {
      request: this.#requestBody,
      response: this.#parts.length === 0 ? null : Buffer.concat(this.#parts),
      isStream: this.#isStream,
      isCut: this.#isCut,
      rules: this.caller.requestLog?.rules ?? STANDARD_RULES,
    };
  }

  /** The span that the client's own trace names as the parent. */
  get traceParent(): string | undefined {
    return this.#incoming.headers.traceparent?.toString();
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#incoming.startedMs);
  }
}

/** The route's path in the request log, traces and metrics. */
export function nameOf({ prefix, path }: Route): string {
  return `${prefix === '/v1' ? '' : prefix}${path}`;
}

/** A client may declare any size. */
function sizeIn(contentLength: string | undefined): number {
  const size = Number(contentLength ?? 0);
  return Number.isSafeInteger(size) && size >= 0 ? size : 0;
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType);
}
