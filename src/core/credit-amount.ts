// Reads an amount of credits that somebody chose, such as a cap: what whole micro-credits cannot express is refused, never rounded.
import { ServiceError } from './errors.ts';
import { creditsToMicro, type MicroCredits, roundToMicro } from './money.ts';

/** `param`: the field, for the error. */
export function readCredits(credits: number, param: string): MicroCredits {
  if (roundToMicro(credits) === credits) return creditsToMicro(credits);
  throw new ServiceError(
    'invalid_parameter',
    `"${param}" is ${credits} credits: give at most six decimals. The smallest amount is 0.000001 credits.`,
    { param },
  );
}

/** null: no amount. */
export function readCreditsOrNull(credits: number | null, param: string): MicroCredits | null {
  return credits === null ? null : readCredits(credits, param);
}
