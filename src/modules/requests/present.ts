// A logged request as the API shows it, and the cursors of its lists.
import { ANSWER_CACHE } from '../../core/answer-cache.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import type { ListedRequest } from '../../store/request-log.ts';

export function showRequest(request: Omit<ListedRequest, 'errorMessage'>): object {
  return {
    object: 'request',
    id: request.id,
    environment: request.environment,
    created_at: request.startedAt.toISOString(),
    method: request.method,
    route: request.route,
    module: request.module,
    status: request.status,
    outcome: request.outcome,
    error_code: request.errorCode,
    key_id: request.keyId,
    member_id: request.memberId,
    model: request.model,
    served_model: request.servedModel,
    prompt_tokens: request.promptTokens,
    completion_tokens: request.completionTokens,
    cached_tokens: request.cachedTokens,
    from_cache: request.upstream === ANSWER_CACHE,
    delivered_tokens: request.deliveredTokens,
    credits: request.charged === null ? null : microToCredits(request.charged),
    job_id: request.jobId,
    guards: request.guards,
    request_bytes: request.requestBytes,
    response_bytes: request.responseBytes,
    streamed: request.streamed,
    first_byte_ms: request.firstByteMs,
    duration_ms: request.durationMs,
  };
}

export function cursorAfter({ startedAt, seq }: Pick<ListedRequest, 'startedAt' | 'seq'>): string {
  return `${startedAt.getTime()}_${seq}`;
}

/** The schema has checked the cursor's form. */
export function readPosition(cursor: string | undefined): { at: Date; seq: number } | undefined {
  if (cursor === undefined) return undefined;
  const [at = 0, seq = 0] = cursor.split('_').map(Number);
  return { at: new Date(at), seq };
}

export function readTime(text: string | undefined, param: string): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new ServiceError('invalid_parameter', `"${param}" must be a time such as 2026-01-31T12:00:00Z.`, { param });
  return time;
}
