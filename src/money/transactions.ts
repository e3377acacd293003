// Lists an account's ledger entries, page by page.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from '../store/database.ts';
import type { EntryType } from './entries.ts';
import { betweenMarks } from './ledger-marks.ts';

export interface TransactionRow {
  seq: number;
  id: string;
  type: EntryType;
  amount: MicroCredits;
  balanceAfter: MicroCredits;
  module: string | null;
  model: string | null;
  requestId: string | null;
  jobId: string | null;
  paymentId: string | null;
  description: string;
  createdAt: Date;
}

export interface TransactionFilter {
  accountId: string;
  environment: Environment;
  limit: number;
  beforeSeq?: number;
  type?: EntryType;
  from?: Date;
  to?: Date;
}

/** Newest first. */
export async function listTransactions(queries: Queries, filter: TransactionFilter): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select seq, id, type, amount, balance_after as "balanceAfter", module, model, request_id as "requestId", job_id as "jobId",
      payment_id as "paymentId", description, created_at as "createdAt"
    from ledger
    where account_id = ${filter.accountId} and environment = ${filter.environment}
      ${filter.beforeSeq === undefined ? sql`` : sql`and seq < ${filter.beforeSeq}`}
      ${filter.type === undefined ? sql`` : sql`and type = ${filter.type}`}
      ${filter.from === undefined ? sql`` : sql`and created_at >= ${filter.from}`}
      ${filter.to === undefined ? sql`` : sql`and created_at < ${filter.to}`}
      ${betweenMarks(filter.from, filter.to)}
    order by seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}
