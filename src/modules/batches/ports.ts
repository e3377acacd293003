// What a batch needs of the rest of the service: endpoints to call, and the caller that its lines run as.
import type { Caller } from '../../core/caller.ts';
import type { Scope } from '../../core/scopes.ts';
import type { BatchRow } from '../../store/batches.ts';

export interface LineCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: unknown;
}

export interface LineCalls {
  /** undefined if this service has no such endpoint. */
  describe(endpoint: string): { scope: Scope; module: string; bodyLimitBytes: number } | undefined;
  /** Throws a ServiceError for what a request's body may not be. */
  parse(bytes: Buffer): unknown;
  /** The status and the JSON text that a request would get; errors are answers too. */
  answer(endpoint: string, call: LineCall): Promise<{ status: number; body: string }>;
}

/** Throws a ServiceError if the key or the account may no longer make calls. */
export type FindBatchCaller = (batch: BatchRow) => Promise<Caller>;

/** Endpoints that a batch may call, as far as this service has them. */
export const BATCH_ENDPOINTS = [
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/responses',
  '/v1/images/generations',
] as const;
export const MOST_LINES = 50_000;
/** A line with an image as data still fits. */
export const MOST_LINE_BYTES = 8 * 1024 * 1024;
