// Event types, and the functions that emit events in the transaction of the change itself.
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { Transaction } from '../store/database.ts';
import { insertEventFor, insertEvents, notifyDeliveriesDue, type StoredEvent } from '../store/events.ts';

export const EVENT_TYPES = [
  'generation.started',
  'generation.completed',
  'generation.failed',
  'batch.completed',
  'batch.failed',
  'batch.expired',
  'batch.cancelled',
  'payment.succeeded',
  'payment.failed',
  'subscription.created',
  'subscription.updated',
  'subscription.cancelled',
  'referral.rewarded',
  'referral.revoked',
  'user.created',
  'credits.depleted',
  'budget.threshold',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export interface NewEvent {
  accountId: string;
  environment: Environment;
  type: EventType;
  data: Record<string, unknown>;
}

export function emitIn(trx: Transaction, event: NewEvent): Promise<void> {
  return emitAllIn(trx, [event]);
}

export async function emitAllIn(trx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const deliveries = await insertEvents(trx, events.map(toStored));
  if (deliveries > 0) await notifyDeliveriesDue(trx);
}

/** Emits a test event to one endpoint, whatever types it subscribed to. Returns the delivery's id. */
export async function emitTestIn(trx: Transaction, event: NewEvent, endpointId: string): Promise<string> {
  const deliveryId = await insertEventFor(trx, toStored(event), endpointId);
  await notifyDeliveriesDue(trx);
  return deliveryId;
}

function toStored({ accountId, environment, type, data }: NewEvent): StoredEvent {
  const id = newId('evt');
  const body = JSON.stringify({ id, type, created_at: new Date().toISOString(), data });
  return { id, accountId, environment, type, body };
}
