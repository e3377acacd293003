// Every error that the API can return: code → status and type. No other error leaves the service.
import { isLostConnection } from './lost-connection.ts';

export const ERROR_CATALOGUE = {
  invalid_json: { status: 400, type: 'invalid_request_error' },
  missing_parameter: { status: 400, type: 'invalid_request_error' },
  invalid_parameter: { status: 400, type: 'invalid_request_error' },
  unknown_model: { status: 400, type: 'invalid_request_error' },
  context_length_exceeded: { status: 400, type: 'invalid_request_error' },
  content_refused: { status: 400, type: 'invalid_request_error' },
  unsafe_url: { status: 400, type: 'invalid_request_error' },
  invalid_api_key: { status: 401, type: 'authentication_error' },
  insufficient_credits: { status: 402, type: 'insufficient_credits' },
  access_denied: { status: 403, type: 'permission_error' },
  wrong_environment: { status: 403, type: 'permission_error' },
  scope_missing: { status: 403, type: 'permission_error' },
  model_not_allowed: { status: 403, type: 'permission_error' },
  zero_retention: { status: 403, type: 'permission_error' },
  ip_not_allowed: { status: 403, type: 'permission_error' },
  not_found: { status: 404, type: 'not_found_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  payload_too_large: { status: 413, type: 'invalid_request_error' },
  unsupported_media_type: { status: 415, type: 'invalid_request_error' },
  idempotency_in_flight: { status: 409, type: 'idempotency_error' },
  idempotency_mismatch: { status: 409, type: 'idempotency_error' },
  idempotency_answer_gone: { status: 409, type: 'idempotency_error' },
  build_failed: { status: 422, type: 'invalid_request_error' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error' },
  daily_limit_exceeded: { status: 429, type: 'rate_limit_error' },
  too_many_jobs: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'api_error' },
  not_implemented: { status: 501, type: 'invalid_request_error' },
  engine_failed: { status: 502, type: 'engine_error' },
  engine_unavailable: { status: 503, type: 'engine_error' },
  service_unavailable: { status: 503, type: 'api_error' },
  engine_timeout: { status: 504, type: 'engine_error' },
} as const;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export interface ErrorDetails {
  /** The field that was wrong, as a path: `messages[1].role`. */
  param?: string;
  retryAfterSeconds?: number;
  cause?: unknown;
  /** The upstream that failed: for the operator's log, and in no answer. */
  upstream?: string | undefined;
}

/** An error whose message is shown to the API client. Every other thrown value becomes internal_error or service_unavailable. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly type: string;
  readonly param: string | null;
  readonly retryAfterSeconds: number | undefined;
  /** Never shown to the API client. Set by whoever knows it: the engine, or else its router. */
  upstream: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = ERROR_CATALOGUE[code].status;
    this.type = ERROR_CATALOGUE[code].type;
    this.param = details.param ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.upstream = details.upstream;
  }
}

export interface ErrorBody {
  error: { message: string; type: string; code: string; param: string | null; request_id: string };
}

/** Messages can quote the request, which may be megabytes long. */
const MAX_MESSAGE_CHARACTERS = 1_000;

export function errorBody(error: ServiceError, requestId: string): ErrorBody {
  const { type, code, param } = error;
  const message =
    error.message.length > MAX_MESSAGE_CHARACTERS
      ? `${error.message.slice(0, MAX_MESSAGE_CHARACTERS)}…`
      : error.message;
  return { error: { message, type, code, param, request_id: requestId } };
}

const RETRY_WHEN_LOST_SECONDS = 5;

/** Converts any thrown value to a ServiceError; the original becomes its `cause`, for the log. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isLostConnection(thrown))
    return new ServiceError(
      'service_unavailable',
      'The service cannot reach its database or its file storage right now. Wait as Retry-After says, then send the call again.',
      { cause: thrown, retryAfterSeconds: RETRY_WHEN_LOST_SECONDS },
    );
  return new ServiceError('internal_error', 'Something went wrong on our side. Please try again.', { cause: thrown });
}

/** Neither the client nor an engine is to blame: the operator must hear of it. */
export function isOwnFailure({ code }: ServiceError): boolean {
  return code === 'internal_error' || code === 'service_unavailable';
}
