// One attempt of one delivery: a signed POST with a time limit, and its entry for the attempt log.
import { ServiceError } from '../core/errors.ts';
import type { GuardedFetch } from '../net/guarded-fetch.ts';
import type { AttemptLog, DueDelivery } from '../store/deliveries.ts';
import type { Reply } from './schedule.ts';
import { signatureHeaders } from './sign.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface AttemptParts {
  fetch: GuardedFetch;
  secrets: SigningKeys;
  serviceName: string;
  allowPrivate: boolean;
  httpsOnly: boolean;
  timeoutMs: number;
}

const EXCERPT_BYTES = 2_000;

export async function tryDelivery(
  parts: AttemptParts,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<{ log: AttemptLog; reply: Reply }> {
  const startedMs = Date.now();
  let headers: Record<string, string> = {};
  const log = (rest: Pick<AttemptLog, 'status' | 'problem' | 'responseExcerpt'>): AttemptLog => ({
    deliveryId: delivery.id,
    attempt: delivery.attempts,
    durationMs: Date.now() - startedMs,
    requestHeaders: headers,
    ...rest,
  });
  try {
    headers = headersFor(parts, delivery, startedMs);
    const response = await parts.fetch(delivery.url, {
      method: 'POST',
      headers,
      body: delivery.body,
      timeoutMs: parts.timeoutMs,
      maxBytes: EXCERPT_BYTES,
      cutsOff: true,
      allowPrivate: parts.allowPrivate,
      httpsOnly: parts.httpsOnly,
      signal,
    });
    const { status } = response;
    // PostgreSQL's text type cannot store NUL.
    const responseExcerpt = Buffer.from(response.body).toString('utf8').replaceAll('\0', '');
    return {
      log: log({ status, problem: null, responseExcerpt }),
      reply: { status, retryAfter: response.headers['retry-after'] ?? null },
    };
  } catch (error) {
    const problem = describe(error);
    return { log: log({ status: null, problem, responseExcerpt: null }), reply: { status: null, retryAfter: null } };
  }
}

function headersFor(parts: AttemptParts, delivery: DueDelivery, nowMs: number): Record<string, string> {
  const current = parts.secrets.open(delivery.secret);
  const previous = delivery.previousSecret ? [parts.secrets.open(delivery.previousSecret)] : [];
  return {
    'content-type': 'application/json',
    'user-agent': `${parts.serviceName}-Webhooks/1`,
    ...signatureHeaders({
      eventId: delivery.eventId,
      timestampSeconds: Math.floor(nowMs / 1_000),
      body: delivery.body,
      keys: [current, ...previous],
      attempt: delivery.attempts,
    }),
  };
}

/** The problem as the customer may read it: our own errors in full, network errors as their code only. */
function describe(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  if (!(error instanceof Error)) return 'The call failed.';
  if (error.name === 'TimeoutError') return 'No response within the time limit.';
  return 'code' in error ? `The call failed: ${error.code}.` : 'The call failed.';
}
