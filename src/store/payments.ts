// Payments: settled once, taken back in part or whole, listed by their account.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';

export interface Payment {
  seq: number;
  id: string;
  accountId: string;
  environment: Environment;
  gateway: string;
  gatewayId: string;
  amount: number;
  currency: string;
  credits: number;
  description: string;
  takenBack: MicroCredits;
  owed: MicroCredits;
  createdAt: Date;
}

const COLUMNS = sql`seq, id, account_id as "accountId", environment, gateway, gateway_id as "gatewayId", amount, currency, credits, description,
  taken_back as "takenBack", owed, created_at as "createdAt"`;

export type NewPayment = Pick<
  Payment,
  'accountId' | 'environment' | 'gateway' | 'gatewayId' | 'amount' | 'currency' | 'credits' | 'description'
>;

/** Undefined when the gateway's payment is known already. */
export async function insertPayment(queries: Queries, payment: NewPayment): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    insert into payments (id, account_id, environment, gateway, gateway_id, amount, currency, credits, description)
    values (${newId('pay')}, ${payment.accountId}, ${payment.environment}, ${payment.gateway}, ${payment.gatewayId}, ${payment.amount},
      ${payment.currency}, ${payment.credits}, ${payment.description})
    on conflict (gateway, gateway_id) do nothing returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

export async function findPayment(
  queries: Queries,
  owner: { accountId: string; environment: Environment },
  id: string,
): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select ${COLUMNS} from payments where id = ${id} and account_id = ${owner.accountId} and environment = ${owner.environment}`.execute(
    queries,
  );
  return rows[0];
}

export async function listPayments(
  queries: Queries,
  owner: { accountId: string; environment: Environment },
  limit: number,
): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select ${COLUMNS} from payments where account_id = ${owner.accountId} and environment = ${owner.environment} order by seq desc limit ${limit}`.execute(
    queries,
  );
  return rows;
}

/** Locked until the end of the transaction, so that two messages about it take turns. */
export async function lockPayment(queries: Queries, gateway: string, gatewayId: string): Promise<Payment | undefined> {
  const { rows } =
    await sql<Payment>`select ${COLUMNS} from payments where gateway = ${gateway} and gateway_id = ${gatewayId} for update`.execute(
      queries,
    );
  return rows[0];
}

export async function noteTakenBack(
  queries: Queries,
  id: string,
  amounts: { takenBack: MicroCredits; owed: MicroCredits },
): Promise<void> {
  await sql`update payments set taken_back = ${amounts.takenBack}, owed = ${amounts.owed} where id = ${id}`.execute(
    queries,
  );
}

export interface Reversal {
  refunded: number;
  disputed: number;
}

/** Refunds only grow; a dispute comes and goes. Answers what stands now, in minor units. */
export async function noteReversal(
  queries: Queries,
  gateway: string,
  gatewayId: string,
  change: Partial<Reversal>,
): Promise<Reversal> {
  const { rows } = await sql<Reversal>`
    insert into payment_reversals as r (gateway, gateway_id, refunded, disputed) values (${gateway}, ${gatewayId}, ${change.refunded ?? 0}, ${change.disputed ?? 0})
    on conflict (gateway, gateway_id) do update set
      refunded = greatest(r.refunded, excluded.refunded),
      disputed = case when ${change.disputed !== undefined} then excluded.disputed else r.disputed end
    returning refunded, disputed`.execute(queries);
  return rows[0] ?? { refunded: 0, disputed: 0 };
}

/** True for the first who hears of the message. */
export async function hearOnce(queries: Queries, gateway: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`insert into gateway_events (gateway, id) values (${gateway}, ${id}) on conflict do nothing returning id`.execute(
      queries,
    );
  return rows.length > 0;
}
