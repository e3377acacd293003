// A value that was found in a text.
import type { GuardedKind } from './policy.ts';

export interface Finding {
  kind: GuardedKind;
  start: number;
  end: number;
  /** It has not ended where the text ends: a private key whose last line is missing. */
  isOpen?: boolean;
}
