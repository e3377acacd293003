// The outcome of a route: JSON, a stream of events, or bytes.
import type { ServiceError } from '../core/errors.ts';
import type { Receipt } from '../money/receipt.ts';

export interface JsonOutcome {
  kind: 'json';
  status: number;
  body: unknown;
  headers: Record<string, string>;
  receipt?: Receipt | undefined;
}

/**
 * How the items of a stream are written. `data`: server-sent events, an item each. `named`: the same, and an item's `type` is the
 * event's name. `lines`: one JSON value per line (NDJSON). `list`: one JSON list.
 */
export type StreamFormat = 'data' | 'named' | 'lines' | 'list';

/**
 * Each item becomes one event; a list becomes several at once. Bytes are complete frames and are sent unchanged, except
 * that the first gets the attribution.
 */
export interface EventsOutcome {
  kind: 'events';
  events: AsyncIterable<StreamItem>;
  format: StreamFormat;
  headers: Record<string, string>;
  /** Whether the stream ends with `data: [DONE]`; job streams do not. */
  endsWithDone: boolean;
  /** Whether the stream was charged: then the ledger counts the usage. */
  charged: boolean;
  /** The item that reports an error after the start; if absent, the error has the form of the route's other errors. */
  failure?: ((error: ServiceError) => object) | undefined;
}

export type StreamItem = object | Uint8Array | readonly object[] | { id: string; event?: string; data: object };

export interface BytesOutcome {
  kind: 'bytes';
  status: number;
  /** Absent where the answer has no body. */
  contentType: string | undefined;
  /** Complete, or in pieces as they are produced. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  headers: Record<string, string>;
  /** Whether it was charged: then the ledger counts the usage. */
  charged: boolean;
}

export type Outcome = JsonOutcome | EventsOutcome | BytesOutcome;

export function json(
  body: unknown,
  options: { status?: number; headers?: Record<string, string>; receipt?: Receipt | undefined } = {},
): JsonOutcome {
  return {
    kind: 'json',
    status: options.status ?? 200,
    body,
    headers: options.headers ?? {},
    receipt: options.receipt,
  };
}

export function events(
  items: AsyncIterable<StreamItem>,
  options: {
    headers?: Record<string, string>;
    format?: StreamFormat;
    endsWithDone?: boolean;
    charged?: boolean;
    failure?: (error: ServiceError) => object;
  } = {},
): EventsOutcome {
  const format = options.format ?? 'data';
  return {
    kind: 'events',
    events: items,
    format,
    headers: options.headers ?? {},
    endsWithDone: options.endsWithDone ?? format === 'data',
    charged: options.charged ?? false,
    failure: options.failure,
  };
}

export function bytes(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  options: { contentType: string | undefined; status?: number; headers?: Record<string, string>; charged?: boolean },
): BytesOutcome {
  return {
    kind: 'bytes',
    status: options.status ?? 200,
    contentType: options.contentType,
    bytes: content,
    headers: options.headers ?? {},
    charged: options.charged ?? false,
  };
}
