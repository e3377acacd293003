// How fast the tokens of a stream arrived, for the metrics.
import type { LoggedRequest } from '../core/logged-request.ts';

/** The bounds of a histogram. */
export const TOKENS_PER_SECOND = [1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640];

/** Tokens per second after the first part; null if the call was no stream, did not end, or has too few tokens. */
export function streamSpeed({
  streamed,
  outcome,
  firstByteMs,
  durationMs,
  completionTokens,
}: LoggedRequest): number | null {
  if (!streamed || outcome !== 'ok' || firstByteMs === null || !completionTokens || completionTokens < 2) return null;
  const streamedMs = durationMs - firstByteMs;
  return streamedMs > 0 ? ((completionTokens - 1) * 1000) / streamedMs : null;
}
