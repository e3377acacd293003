// Waits for a song that an upstream makes; bounded, so that an upstream that lost the order does not occupy a worker forever.
import { pollUntil } from '@atelier/kit';
import { ServiceError } from '../../../core/errors.ts';
import type { Provider } from '../../../net/provider-call.ts';
import { isPassingTrouble } from '../../../net/provider-error.ts';

export const MAX_SOUND_BYTES = 256 * 1024 * 1024;
const LIMIT_MS = 30 * 60_000;
const PACE = { firstWaitMs: 1_500, longestWaitMs: 1_500 };

export async function waitForSong<T>(
  { name }: Provider,
  look: (round: number) => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    return await pollUntil(look, { pace: PACE, signal: AbortSignal.any([signal, limit]), isPassing: isPassingTrouble });
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted)
      throw new ServiceError('engine_timeout', 'The model did not finish the song in time.', { upstream: name });
    throw error;
  }
}

/** Progress that approaches but never reaches the end, for servers that do not report any. */
export function shareOf(round: number): number {
  return 0.7 * (1 - 1 / (1 + round / 20));
}
