// The errors for callers refused by a cap, by the result of hold_one and hold_named.
import { ServiceError } from '../core/errors.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import { type NamedTerms, namedCapWords, namedRefusal } from './named-terms.ts';
import { CAP_WORDS } from './spending-caps.ts';

/** Undefined if the result is not a refusal by a cap. */
export function refusalOf(granted: number, named: NamedTerms | null): ServiceError | undefined {
  const words = CAP_WORDS[granted];
  if (words) return new ServiceError('insufficient_credits', `${words.reached} ${words.advice}`);
  return named ? namedRefusal(granted, named) : undefined;
}

/** A call that needs more than a cap has left. */
export function largerThanLeft(
  { granted, named }: { granted: number; named: NamedTerms | null },
  { needed, left }: { needed: MicroCredits; left: MicroCredits },
): ServiceError | undefined {
  const words = CAP_WORDS[granted] ?? (named ? namedCapWords(granted, named) : undefined);
  if (!words) return undefined;
  return new ServiceError(
    'insufficient_credits',
    `This call needs ${microToCredits(needed)} credits, and ${microToCredits(left)} are left of ${words.cap}. ${words.advice}`,
  );
}
