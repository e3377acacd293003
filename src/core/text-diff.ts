// Unified diffs, computed in a thread, because customers' texts decide how long a comparison takes.
import { CallThread } from './call-thread.ts';
import { ServiceError } from './errors.ts';

export interface TextPair {
  oldName: string;
  newName: string;
  before: string;
  after: string;
}

const thread = new CallThread<readonly TextPair[], string[]>(
  new URL('./text-diff-thread.ts', import.meta.url),
  () => new ServiceError('payload_too_large', 'These texts are too large to compare.'),
);

/** One diff for each pair, for `git apply` and `patch`; empty where the texts are equal. */
export function diffTexts(pairs: readonly TextPair[], signal?: AbortSignal): Promise<string[]> {
  return thread.call(pairs, [], signal);
}
