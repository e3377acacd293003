// What a batch needs from the rest of the service: endpoints to call, and the caller that its lines run as.
import type { Caller } from '../../core/caller.ts';
import type { Scope } from '../../core/scopes.ts';
import type { BatchRow } from '../../store/batches.ts';

export interface LineCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: unknown;
}

export interface LineAnswer {
  status: number;
  body: string;
  note?: () => void;
}

export interface LineCalls {
  /** undefined if this service has no such endpoint. */
  describe(endpoint: string): { scope: Scope; module: string; bodyLimitBytes: number } | undefined;
  /** Throws a ServiceError if the body is invalid. */
  parse(bytes: Buffer): Promise<unknown>;
  /**
   * Returns the status and JSON text of the response, errors included; `note` writes the call to the request log if the
   * response is final.
   */
  answer(endpoint: string, call: LineCall): Promise<LineAnswer>;
}

/** Throws a ServiceError if the key or the account may no longer make calls. */
export type FindBatchCaller = (batch: BatchRow) => Promise<Caller>;

/** Endpoints that a batch may call if this service has them. */
export const BATCH_ENDPOINTS = [
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/responses',
  '/v1/images/generations',
] as const;
export const MAX_LINES = 50_000;
/** Large enough for a line with an image as a data URI. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;
