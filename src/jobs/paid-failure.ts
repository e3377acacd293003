// The error of a job that failed although its work was done as ordered: what it used is charged.
import { type ErrorCode, ServiceError } from '../core/errors.ts';
import type { MicroCredits } from '../core/money.ts';
import type { UsageCount } from '../money/receipt.ts';

export interface FailedWork {
  /** At most the hold. */
  cost: MicroCredits;
  usage: UsageCount;
}

export class PaidFailure extends ServiceError {
  readonly work: FailedWork;

  constructor(code: ErrorCode, message: string, work: FailedWork) {
    super(code, message);
    this.name = 'PaidFailure';
    this.work = work;
  }
}
