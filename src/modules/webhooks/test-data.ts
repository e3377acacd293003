// The data of test events: the fields of real events, with obviously invented values.
import type { Caller } from '../../core/caller.ts';
import type { EventType } from '../../outbox/events.ts';

type Recipient = Pick<Caller, 'accountId' | 'email'>;

export function testDataFor(type: EventType, caller: Recipient, time = new Date()): Record<string, unknown> {
  const now = time.toISOString();
  const subscription = {
    subscription_id: 'sub_test',
    plan: 'pro',
    status: 'active',
    current_period_end: now,
    customer_email: caller.email,
  };
  const payment = { payment_id: 'pay_test', amount: 500, currency: 'usd', customer_email: caller.email };
  const batch = {
    batch_id: 'batch_test',
    endpoint: '/v1/chat/completions',
    input_file_id: 'file_test',
    output_file_id: 'file_test_output',
    error_file_id: null,
    request_counts: { total: 2, completed: 2, failed: 0 },
    credits: 0.5,
  };
  const data: Record<EventType, Record<string, unknown>> = {
    'generation.started': { job_id: 'job_test', service: 'music', created_at: now },
    'generation.completed': {
      job_id: 'job_test',
      service: 'music',
      output_url: 'https://example.com/test.mp3',
      duration_ms: 1234,
    },
    'generation.failed': {
      job_id: 'job_test',
      service: 'music',
      error: { code: 'engine_failed', message: 'A test event: nothing failed.' },
      refunded_credits: 0,
    },
    'batch.completed': batch,
    'batch.failed': {
      ...batch,
      output_file_id: null,
      request_counts: { total: 0, completed: 0, failed: 0 },
      credits: 0,
    },
    'batch.expired': batch,
    'batch.cancelled': batch,
    'payment.succeeded': payment,
    'payment.failed': { ...payment, reason: 'card_declined' },
    'subscription.created': subscription,
    'subscription.updated': { ...subscription, previous_plan: 'payg' },
    'subscription.cancelled': { ...subscription, status: 'cancelled' },
    'referral.rewarded': { referral_id: 'ref_test', role: 'referrer', credits: 100 },
    'referral.revoked': { referral_id: 'ref_test', role: 'referrer', credits: 100 },
    'user.created': { user_id: caller.accountId, email: caller.email, created_at: now },
    'budget.threshold': {
      ...{ user_id: caller.accountId, budget: 'key', id: 'key_test', period: 'month', period_start: '2026-01-01' },
      ...{ percent: 80, limit: 100, value: 80.5, occurred_at: now },
    },
    'credits.depleted': { user_id: caller.accountId, available: 0, last_request_id: 'req_test', occurred_at: now },
  };
  return { ...data[type], test: true };
}
