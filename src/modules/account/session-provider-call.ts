// Calls to a sign-in service. The operator configures its URL, so any address is allowed; time and size are limited.
import { isRecord } from '../../core/unknown-json.ts';
import { type GuardedResponse, guardedFetch } from '../../net/guarded-fetch.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 512 * 1024;

export interface ProviderRequest {
  headers?: Record<string, string>;
  /** Sent as a form, by POST. */
  form?: Record<string, string>;
}

export class ProviderFailure extends Error {}

/**
 * The JSON of a successful response; everything else throws. Redirects are not followed, because no endpoint of the
 * standards redirects.
 */
export async function callSignInProvider(url: string, request: ProviderRequest = {}): Promise<Record<string, unknown>> {
  const { status, body } = await fetchBounded(url, request);
  const parsed = parseJson(Buffer.from(body).toString('utf8'));
  // GitHub answers a rejected code with 200 and an error.
  const refusal = isRecord(parsed) && typeof parsed.error === 'string' ? parsed.error : undefined;
  if (status !== 200 || refusal)
    throw new ProviderFailure(`${new URL(url).host} answered ${status} ${(refusal ?? '').slice(0, 100)}`.trim());
  if (!isRecord(parsed)) throw new ProviderFailure(`${new URL(url).host} sent no JSON object.`);
  return parsed;
}

export async function fetchBounded(url: string, { headers, form }: ProviderRequest = {}): Promise<GuardedResponse> {
  try {
    return await guardedFetch(url, {
      ...(form ? { method: 'POST' as const, body: new URLSearchParams(form).toString() } : {}),
      headers: {
        accept: 'application/json',
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      allowPrivate: true,
    });
  } catch (cause) {
    throw new ProviderFailure(
      `${new URL(url).host} cannot be reached: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
