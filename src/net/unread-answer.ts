// An answer that cannot be read, although its upstream has worked on it: the call is charged, and not sent again.
import { AttemptError } from './attempt-error.ts';

export interface UnreadUse {
  promptTokens: number;
  completionTokens: number;
  isEstimated?: boolean | undefined;
}

export class UnreadAnswer extends AttemptError {
  /** What the upstream says that it used, else what we can count. */
  readonly countUse: () => Promise<UnreadUse>;

  constructor(message: string, upstream: string, countUse: () => Promise<UnreadUse>) {
    super('engine_failed', message, 'billed', { upstream });
    this.name = 'UnreadAnswer';
    this.countUse = countUse;
  }
}
