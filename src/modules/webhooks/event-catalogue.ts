// The documentation of each event type: its data with an example.
import Type, { type TSchema } from 'typebox';
import { EVENT_TYPES, type EventType } from '../../outbox/events.ts';
import { testDataFor } from './test-data.ts';

export interface EventFacts {
  type: EventType;
  summary: string;
  description: string;
  data: TSchema;
  example: Record<string, unknown>;
}

const Time = Type.String({ format: 'date-time' });
const Job = {
  job_id: Type.String({ description: 'For GET /jobs/{id}' }),
  service: Type.String({ description: 'music, video, image or builder' }),
};

const Payment = {
  payment_id: Type.String(),
  amount: Type.Integer({ description: 'Minor units of the currency' }),
  currency: Type.String({ description: 'Lowercase code' }),
  customer_email: Type.String(),
};

const Referral = Type.Object({
  referral_id: Type.String(),
  role: Type.Enum(['referrer', 'referred'], { description: 'The side of this account' }),
  credits: Type.Number({ description: 'What this event moved' }),
});

const Subscription = Type.Object(
  {
    subscription_id: Type.String(),
    plan: Type.String(),
    previous_plan: Type.Optional(Type.String({ description: 'If the plan changed' })),
    status: Type.String(),
    current_period_end: Time,
    customer_email: Type.String(),
  },
  { title: 'SubscriptionEventData' },
);

const Batch = Type.Object(
  {
    batch_id: Type.String({ description: 'For GET /batches/{id}' }),
    endpoint: Type.String(),
    input_file_id: Type.String(),
    output_file_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The answers, if there are any',
    }),
    error_file_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The errors, if there are any',
    }),
    request_counts: Type.Object({ total: Type.Integer(), completed: Type.Integer(), failed: Type.Integer() }),
    credits: Type.Number({ description: 'What the lines cost together' }),
  },
  { title: 'BatchEventData' },
);

const FACTS: Record<EventType, Omit<EventFacts, 'type' | 'example'>> = {
  'generation.started': {
    summary: 'A job started',
    description: 'A music, video, image or builder job was accepted.',
    data: Type.Object({ ...Job, created_at: Time }),
  },
  'generation.completed': {
    summary: 'A job completed',
    description: 'The result is ready and has been charged.',
    data: Type.Object({
      ...Job,
      output_url: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The main file, if there is one',
      }),
      duration_ms: Type.Integer({ description: 'How long the job ran' }),
    }),
  },
  'generation.failed': {
    summary: 'A job failed',
    description:
      'The held credits are available again (`refunded_credits`), except for what a text model of a provider used for a build that does not work (`build_failed`).',
    data: Type.Object({
      ...Job,
      error: Type.Object({ code: Type.String(), message: Type.String() }, { title: 'JobError' }),
      refunded_credits: Type.Number(),
    }),
  },
  'batch.completed': {
    summary: 'A batch completed',
    description: 'Every line has an answer or an error, and the files are ready.',
    data: Batch,
  },
  'batch.failed': {
    summary: 'A batch failed',
    description: 'Its input file could not be used; GET /batches/{id} names the wrong lines.',
    data: Batch,
  },
  'batch.expired': {
    summary: 'A batch expired',
    description: 'It did not end within 24 hours; the files contain the results so far.',
    data: Batch,
  },
  'batch.cancelled': {
    summary: 'A batch was cancelled',
    description: 'The lines that had run are in the files and were charged.',
    data: Batch,
  },
  'payment.succeeded': {
    summary: 'A payment was processed',
    description: 'The credits have been added to the balance.',
    data: Type.Object(Payment),
  },
  'payment.failed': {
    summary: 'A payment failed',
    description: 'The balance is unchanged.',
    data: Type.Object({ ...Payment, reason: Type.String({ description: 'Such as card_declined' }) }),
  },
  'referral.rewarded': {
    summary: 'A referral brought credits',
    description: 'The referred account made its first paid purchase, or a dispute about it was won.',
    data: Referral,
  },
  'referral.revoked': {
    summary: 'Credits of a referral were taken back',
    description: 'The purchase was refunded or disputed, or the operator revoked the referral.',
    data: Referral,
  },
  'subscription.created': {
    summary: 'A subscription was created',
    description: 'The account is on its new plan.',
    data: Subscription,
  },
  'subscription.updated': {
    summary: 'A subscription was changed',
    description: 'The plan, the period or the state changed.',
    data: Subscription,
  },
  'subscription.cancelled': {
    summary: 'A subscription ended',
    description: 'The account is back on the plan without a fee.',
    data: Subscription,
  },
  'user.created': {
    summary: 'A user signed up',
    description: 'Sent to endpoints of the operator with `scope: "service"`.',
    data: Type.Object({ user_id: Type.String(), email: Type.String(), created_at: Time }),
  },
  'credits.depleted': {
    summary: 'The credits ran out',
    description: 'The available credits reached zero or did not cover a call. Sent once until credits are added.',
    data: Type.Object({
      user_id: Type.String(),
      available: Type.Number({ description: 'Credits' }),
      last_request_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      occurred_at: Time,
    }),
  },
  'budget.threshold': {
    summary: 'A budget reached a threshold',
    description:
      'A charge took a key, a member, the account by its plan, an end customer or a run to a percentage of its cap, or the balance down to a level (`PATCH /account/alerts`). Sent once for each threshold of a cap and period; for a balance, once until credits lift it above the level again.',
    data: Type.Object({
      user_id: Type.String(),
      budget: Type.Enum(['balance', 'key', 'member', 'plan', 'customer', 'run']),
      id: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Of the key, member, customer or run' }),
      period: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'day or month; null for balances and runs',
      }),
      period_start: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The first day of the period, UTC',
      }),
      percent: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Of the cap; null for balances' }),
      limit: Type.Number({ description: 'The cap, or the level of the balance, in credits' }),
      value: Type.Number({ description: 'What was spent, or the balance, in credits' }),
      occurred_at: Time,
    }),
  },
};

const EXAMPLE_ACCOUNT = { accountId: 'acc_01j9x', email: 'customer@example.org' };
const EXAMPLE_TIME = new Date('2026-01-31T12:00:00Z');

export function describeEvents(): EventFacts[] {
  return EVENT_TYPES.map((type) => {
    const { test, ...example } = testDataFor(type, EXAMPLE_ACCOUNT, EXAMPLE_TIME);
    return { type, ...FACTS[type], example };
  });
}
