// The interfaces of events and plans that the job system uses; src/app/events.ts supplies the implementations.
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

/** Records in the kind's own rows that the job should end; its handler then ends it in an orderly way. */
export type AskToEnd = (trx: Transaction, jobId: string) => Promise<void>;

/** The part of a plan that limits jobs. */
export interface JobAllowance {
  concurrent_jobs: number;
  queued_jobs: number;
}
