// A ledger entry as one line of text, and the hash that chains the lines: what a customer downloads is exactly what was hashed.
import { createHash } from 'node:crypto';
import type { MicroCredits } from '../../core/money.ts';

export interface LedgerRow {
  seq: number;
  id: string;
  type: string;
  /** In micro-credits, as is the balance. */
  amount: MicroCredits;
  balanceAfter: MicroCredits;
  contra: string;
  module: string | null;
  model: string | null;
  keyId: string | null;
  requestId: string | null;
  jobId: string | null;
  paymentId: string | null;
  description: string;
  createdAt: Date;
}

/** The hash before the first entry. */
export const FIRST_HASH = '0'.repeat(64);

/** The format can never change: seals were signed over it. A new one needs another version in the statements. */
export function entryLine(number: number, row: LedgerRow): string {
  return JSON.stringify({
    n: number,
    id: row.id,
    type: row.type,
    amount: row.amount,
    balance_after: row.balanceAfter,
    contra: row.contra,
    module: row.module,
    model: row.model,
    key_id: row.keyId,
    request_id: row.requestId,
    job_id: row.jobId,
    payment_id: row.paymentId,
    description: row.description,
    created_at: row.createdAt.toISOString(),
  });
}

export function chainHash(before: string, line: string): string {
  return createHash('sha256').update(before).update('\n').update(line).digest('hex');
}
