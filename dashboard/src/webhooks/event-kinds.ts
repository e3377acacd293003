// The event types of the API.
import type { Body } from '../api/client.ts';

export type EventKind = NonNullable<Body<'POST /webhooks/{id}/test'>['type']>;

const KINDS: Record<EventKind, true> = {
  'generation.started': true,
  'generation.completed': true,
  'generation.failed': true,
  'batch.completed': true,
  'batch.failed': true,
  'batch.expired': true,
  'batch.cancelled': true,
  'payment.succeeded': true,
  'payment.failed': true,
  'subscription.created': true,
  'subscription.updated': true,
  'subscription.cancelled': true,
  'referral.rewarded': true,
  'referral.revoked': true,
  'user.created': true,
  'credits.depleted': true,
  'budget.threshold': true,
};
/** If the API gains a type that this list lacks, that is a type error. */
export const EVENT_KINDS = Object.keys(KINDS) as EventKind[];
