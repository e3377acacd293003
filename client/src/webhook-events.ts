// The types of events that the service sends.

export interface EventData {
  'generation.started': { job_id: string; service: string; created_at: string };
  'generation.completed': { job_id: string; service: string; output_url: string | null; duration_ms: number };
  'generation.failed': {
    job_id: string;
    service: string;
    error: { code: string; message: string };
    refunded_credits: number;
  };
  'batch.completed': BatchData;
  'batch.failed': BatchData;
  'batch.expired': BatchData;
  'batch.cancelled': BatchData;
  'payment.succeeded': PaymentData;
  'payment.failed': PaymentData & { reason: string };
  'subscription.created': SubscriptionData;
  'subscription.updated': SubscriptionData;
  'subscription.cancelled': SubscriptionData;
  'referral.rewarded': ReferralData;
  'referral.revoked': ReferralData;
  'user.created': { user_id: string; email: string; created_at: string };
  'budget.threshold': BudgetThresholdData;
  'credits.depleted': { user_id: string; available: number; last_request_id: string | null; occurred_at: string };
}

export interface BudgetThresholdData {
  user_id: string;
  budget: 'balance' | 'key' | 'member' | 'plan' | 'customer' | 'run';
  /** Of the key, member, customer or run. */
  id: string | null;
  period: 'day' | 'month' | null;
  period_start: string | null;
  percent: number | null;
  /** The cap, or the level of the balance, in credits. */
  limit: number;
  /** What was spent, or the balance, in credits. */
  value: number;
  occurred_at: string;
}

export interface BatchData {
  batch_id: string;
  endpoint: string;
  input_file_id: string;
  output_file_id: string | null;
  error_file_id: string | null;
  request_counts: { total: number; completed: number; failed: number };
  credits: number;
}

export interface PaymentData {
  payment_id: string;
  amount: number;
  currency: string;
  customer_email: string;
}

export interface ReferralData {
  referral_id: string;
  role: 'referrer' | 'referred';
  credits: number;
}

export interface SubscriptionData {
  subscription_id: string;
  plan: string;
  previous_plan?: string;
  status: string;
  current_period_end: string;
  customer_email: string;
}

export type EventType = keyof EventData;

/** `switch (event.type)` tells TypeScript what is in `event.data`. */
export type WebhookEvent = {
  [T in EventType]: { id: string; type: T; created_at: string; data: EventData[T] };
}[EventType];
