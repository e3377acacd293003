// Error classes: catch the one that you can handle.

export interface ErrorFacts {
  status?: number | undefined;
  code?: string | undefined;
  type?: string | undefined;
  param?: string | null | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Every error of this library is one of these. */
export class AtelierError extends Error {
  /** The HTTP status; undefined if there was no response, or if the error came inside a stream. */
  readonly status: number | undefined;
  readonly code: string;
  readonly type: string;
  /** The field that was wrong, as a path: `messages[1].role`. */
  readonly param: string | null;
  /** Include it in support requests. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, { cause: facts.cause });
    this.name = new.target.name;
    this.status = facts.status;
    this.code = facts.code ?? 'unknown';
    this.type = facts.type ?? 'unknown';
    this.param = facts.param ?? null;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** 400, 405, 413, 415: the request itself is wrong; `param` says where. */
export class InvalidRequestError extends AtelierError {}
/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends AtelierError {}
/** 402: the balance does not cover the call. */
export class InsufficientCreditsError extends AtelierError {}
/** 403: the key may not do this, or belongs to the other environment. */
export class PermissionDeniedError extends AtelierError {}
/** 404 */
export class NotFoundError extends AtelierError {}
/** 409: the Idempotency-Key was used with other parameters, or its first call still runs. */
export class IdempotencyError extends AtelierError {}
/** 429: too many requests or jobs; `retryAfterSeconds` says when to try again. */
export class RateLimitError extends AtelierError {}
/** 502, 503, 504: the model behind the service failed, is not ready, or took too long. */
export class EngineError extends AtelierError {}
/** 500 and any other status. */
export class ServerError extends AtelierError {}
/** No complete response: the connection was refused, interrupted or timed out, or a stream ended early. */
export class ConnectionError extends AtelierError {}
/** A job that ended without a result; `job` is its last state. */
export class JobFailedError extends AtelierError {
  readonly job: { id: string; status: string };

  constructor(job: { id: string; status: string; error?: { code: string; message: string } | null | undefined }) {
    super(job.error?.message ?? `The job ${job.id} was ${job.status}.`, { code: job.error?.code ?? job.status });
    this.job = job;
  }
}
/** The webhook was not signed with the secret, or it was signed too long ago. */
export class WebhookSignatureError extends AtelierError {}

const CLASS_OF_TYPE: Record<string, typeof AtelierError> = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  insufficient_credits: InsufficientCreditsError,
  permission_error: PermissionDeniedError,
  not_found_error: NotFoundError,
  idempotency_error: IdempotencyError,
  rate_limit_error: RateLimitError,
  engine_error: EngineError,
};

/** For responses without the service's own error, e.g. from a proxy. */
const TYPE_OF_STATUS: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'insufficient_credits',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  502: 'engine_error',
  503: 'engine_error',
  504: 'engine_error',
};

export function errorFromBody(body: unknown, facts: ErrorFacts): AtelierError {
  const answer = (body ?? {}) as Record<string, unknown>;
  const given = (typeof answer.error === 'object' && answer.error ? answer.error : answer) as Record<string, unknown>;
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined);
  const type = text('type') ?? TYPE_OF_STATUS[facts.status ?? 0] ?? 'api_error';
  const message = text('message') ?? `The service answered with status ${facts.status}.`;
  const requestId = text('request_id') ?? facts.requestId;
  return new (classOf(type, facts.status, text('code')))(message, {
    ...facts,
    type,
    requestId,
    code: text('code'),
    param: text('param'),
  });
}

/** The forms of other APIs have other error types, but the same statuses and codes. */
function classOf(type: string, status = 0, code = ''): typeof AtelierError {
  const ofOthers = code.startsWith('engine_') ? EngineError : ServerError;
  return CLASS_OF_TYPE[type] ?? CLASS_OF_TYPE[TYPE_OF_STATUS[status] ?? ''] ?? ofOthers;
}

/** The error in a response of the service that was fetched without the client: a file, a preview, a session. */
export async function errorFromResponse(response: Response): Promise<AtelierError> {
  const body: unknown = await response.json().catch(() => null);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return errorFromBody(body, {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}
