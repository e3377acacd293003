// What jobs need of money and events, handed in by whoever builds the service: jobs themselves know neither.
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Transaction } from '../store/database.ts';
import type { UsageCount } from '../store/ledger.ts';

export interface JobPayer {
  accountId: string;
  environment: Environment;
  keyId: string | null;
  keyMonthlyCap: number | null;
  requestId: string | null;
}

export interface JobQuote {
  module: string;
  model: string;
  amount: MicroCredits;
  minimum: MicroCredits;
  description: string;
}

export interface JobDepletion {
  accountId: string;
  environment: Environment;
  available: MicroCredits;
  requestId: string | null;
}

export interface JobMoney {
  holdIn(
    trx: Transaction,
    payer: JobPayer,
    quote: JobQuote,
    terms: { jobId: string; ttlSeconds: number },
  ): Promise<{ id: string; amount: MicroCredits }>;
  settleIn(
    trx: Transaction,
    holdId: string,
    end: { cost: MicroCredits; usage: UsageCount; description: string },
  ): Promise<{ remaining: MicroCredits } | undefined>;
  /** Told once per depletion, inside the transaction that notes it. */
  onDepleted(trx: Transaction, depletion: JobDepletion): Promise<void>;
}

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
