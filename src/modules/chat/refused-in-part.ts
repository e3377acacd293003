// Texts that an upstream refuses after it has read others: whoever sent them pays for those, or a refused text at the end would make
// the reading of all others free.
import { ServiceError } from '../../core/errors.ts';
import { type MicroCredits, microToCredits } from '../../core/money.ts';
import type { ReadPart } from '../../engines/embedding/port.ts';

/** What a reading has used so far. */
export interface ReadUsage {
  promptTokens: number;
  isEstimated: boolean;
}

export function addRead(sum: ReadUsage, { tokens, isEstimated }: ReadPart): void {
  sum.promptTokens += tokens;
  sum.isEstimated ||= isEstimated === true;
}

/** Upstreams say in many words that a text is too long, or not allowed. */
export function isRefusal(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError && (error.code === 'context_length_exceeded' || error.code === 'invalid_parameter')
  );
}

/** The same refusal, with what is charged. */
export function refusedInPart(
  { code, message, param, cause }: ServiceError,
  { promptTokens }: ReadUsage,
  charged: MicroCredits,
): ServiceError {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const paid = `The texts that were read before are charged: ${promptTokens} tokens, ${microToCredits(charged)} credits.`;
  return new ServiceError(code, `${sentence} ${paid}`, { cause, ...(param === null ? {} : { param }) });
}
