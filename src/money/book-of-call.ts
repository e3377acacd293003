// Books what upstreams bill for a call besides its result: for the account of the caller, in the module of the route.
import type { Caller } from '../core/caller.ts';
import type { Log } from '../core/log.ts';
import type { WorkBook } from '../core/upstream-work.ts';
import type { Money } from './money.ts';

export interface BookParts {
  money: Pick<Money, 'bookUnpaid' | 'bookLost'>;
  log: Log;
}

export function bookOfCall({ money, log }: BookParts, caller: Caller, module: string): WorkBook {
  const { accountId, environment, keyId } = caller;
  const callFor = (model: string) => ({ accountId, environment, module, model, keyId });
  const noteFailure = (error: unknown) => log.error({ err: error, module }, 'the cost of a call was not booked');
  return {
    bookPart: (by, usage) => money.bookUnpaid(callFor(by.model), { by, usage }).catch(noteFailure),
    bookLost: ({ by }) => money.bookLost(callFor(by.model), by).catch(noteFailure),
  };
}
