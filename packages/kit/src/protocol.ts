// The messages between a host and its worker, and how errors are serialised in them.
import { EngineError, type EngineErrorCode } from './engine-error.ts';

export type ToWorker = { id: number; task: unknown } | { id: number; message: unknown } | { cancel: number };

export type FromWorker =
  | { id: number; result: unknown }
  | { id: number; report: unknown }
  | { id: number; failure: Failure };

export interface Failure {
  message: string;
  /** Set for errors that were thrown on purpose. */
  code?: EngineErrorCode;
  param?: string | null;
  retryAfterSeconds?: number | undefined;
  /** For the log. */
  cause?: string;
}

export function describeError(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? {} : { cause: String(error.cause) };
  if (!(error instanceof EngineError)) return { message: error.stack ?? error.message, ...cause };
  const { message, code, param, retryAfterSeconds } = error;
  return { message, code, param, retryAfterSeconds, ...cause };
}

/** The log gets the worker's own error; the caller gets the name of the part that failed. */
export function restoreError(failure: Failure, name: string): EngineError {
  const { message, code, param, retryAfterSeconds, cause } = failure;
  if (!code)
    return new EngineError('engine_failed', `${name} failed. Try again.`, { cause: new Error(message, { cause }) });
  return new EngineError(code, message, {
    cause,
    ...(param ? { param } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
