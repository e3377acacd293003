// What jobs need of events and plans, handed in by whoever builds the service: jobs themselves know neither.
import type { Environment } from '../core/caller.ts';
import type { Transaction } from '../store/database.ts';

export interface JobEvent {
  accountId: string;
  environment: Environment;
  type: 'generation.started' | 'generation.completed' | 'generation.failed';
  data: Record<string, unknown>;
}

export interface JobEvents {
  emitAllIn(trx: Transaction, events: readonly JobEvent[]): Promise<void>;
}

/** The part of a plan that limits jobs. */
export interface JobAllowance {
  concurrent_jobs: number;
  queued_jobs: number;
}
