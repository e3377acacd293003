// Emits the event that an account ran out of credits: once per depletion, in the transaction that records it.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import { emitIn } from '../outbox/events.ts';
import type { Database, Transaction } from '../store/database.ts';

export interface Spender {
  accountId: string;
  environment: Environment;
  requestId: string | null;
}

/** Thrown when the account's credits do not cover a call, but not when a key reaches its own cap. */
export class CreditsShort extends ServiceError {
  constructor(message: string) {
    super('insufficient_credits', message);
    this.name = 'CreditsShort';
  }
}

/**
 * 'empty': no credits are left. 'short': a call was refused or stopped for lack of credits. The next purchase or grant
 * ends both states.
 */
export async function noteDepletion(trx: Transaction, spender: Spender, reason: 'empty' | 'short'): Promise<void> {
  const { accountId, environment, requestId } = spender;
  const { rows } = await sql<{ available: MicroCredits }>`
    update balances set depleted_at = now()
    where account_id = ${accountId} and environment = ${environment} and depleted_at is null
      and (balance <= held or ${reason} = 'short')
    returning balance - held as available`.execute(trx);
  const [depleted] = rows;
  if (!depleted) return;
  await emitIn(trx, {
    accountId,
    environment,
    type: 'credits.depleted',
    data: {
      user_id: accountId,
      available: microToCredits(depleted.available),
      last_request_id: requestId,
      occurred_at: new Date().toISOString(),
    },
  });
}

/** Records the depletion if the caught error is one. */
export async function noteRefusal(database: Database, spender: Spender, error: unknown): Promise<void> {
  if (error instanceof CreditsShort) await database.transaction((trx) => noteDepletion(trx, spender, 'short'));
}
