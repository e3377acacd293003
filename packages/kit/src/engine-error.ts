// The error that a package throws on purpose: a code that its caller can act on, and a message that a person can read.
export type EngineErrorCode =
  | 'invalid_parameter'
  | 'context_length_exceeded'
  | 'engine_failed'
  | 'engine_unavailable'
  | 'engine_timeout';

export interface EngineErrorDetails {
  /** The field of the order that was wrong. */
  param?: string;
  /** When a retry is likely to work. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** Anything else that a package throws is a bug. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly param: string | null;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: EngineErrorCode, message: string, details: EngineErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'EngineError';
    this.code = code;
    this.param = details.param ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
