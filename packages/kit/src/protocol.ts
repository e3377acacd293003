// What a host and its worker say to each other, and how an error survives the way between them.
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
}

export function describeError(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  if (!(error instanceof EngineError)) return { message: `${error.message}${cause}` };
  const { message, code, param, retryAfterSeconds } = error;
  return { message, code, param, retryAfterSeconds };
}

export function restoreError({ message, code, param, retryAfterSeconds }: Failure): Error {
  if (!code) return new Error(message);
  return new EngineError(code, message, {
    ...(param ? { param } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
