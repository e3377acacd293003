// Schemas of the operator routes' responses: accounts, the queue, deliveries and the audit log.
import Type from 'typebox';
import { listOf, nullable } from './schema.ts';

const Time = Type.String({ format: 'date-time' });
const Facts = Type.Record(Type.String(), Type.Unknown());

const Money = Type.Object(
  { credits: Type.Number(), held: Type.Number(), available: Type.Number() },
  { title: 'AccountCredits' },
);

const Grants = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      kind: Type.Enum(['promotional', 'included', 'general']),
      credits: Type.Number({ description: 'What was given' }),
      remaining: Type.Number({ description: 'What is left of it' }),
      expires_at: nullable(Time),
      description: Type.String(),
      created_at: Time,
    },
    { title: 'AccountGrant' },
  ),
);

const AccountLine = Type.Object(
  {
    object: Type.Literal('operator.account'),
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    is_owner: Type.Boolean(),
    status: Type.Enum(['active', 'suspended']),
    suspended_at: nullable(Time),
    credits: Type.Number({ description: 'The live balance' }),
    created_at: Time,
  },
  { title: 'OperatorAccountLine' },
);
export const AccountList = listOf(AccountLine);

const UsageLine = Type.Object({
  module: Type.String(),
  requests: Type.Integer(),
  errors: Type.Integer(),
  credits: Type.Number(),
});

export const AccountReply = Type.Object(
  {
    ...AccountLine.properties,
    given_plan: nullable(
      Type.String({
        description: 'What the operator gave; null: nothing. `plan` is the higher of it and of what was paid for',
      }),
    ),
    attribution_setting: Type.Enum(['required', 'waived']),
    price_factor_permille: nullable(
      Type.Integer({
        description: "The account's own price factor in thousandths of the list price; null: that of its plan",
      }),
    ),
    balances: Type.Object({ live: Money, test: Money }),
    grants: Type.Object(
      { live: Grants, test: Grants },
      { description: 'Credits with terms of which something is left, in the order of their use' },
    ),
    keys: Type.Object({ live: Type.Integer(), test: Type.Integer(), last_used_at: nullable(Time) }),
    jobs: Type.Object({ waiting: Type.Integer(), running: Type.Integer() }),
    subscription: nullable(
      Type.Object({ id: Type.String(), plan: Type.String(), status: Type.String(), current_period_end: Time }),
    ),
    usage_30_days: Type.Object({ requests: Type.Integer(), errors: Type.Integer(), credits: Type.Number() }),
    usage_by_module: Type.Array(UsageLine),
  },
  { title: 'OperatorAccount' },
);

export const AdjustmentReply = Type.Object(
  {
    object: Type.Literal('operator.adjustment'),
    id: Type.String({ description: 'Id of the transaction that the customer sees' }),
    account_id: Type.String(),
    environment: Type.String(),
    credits: Type.Number(),
    promotional: Type.Optional(Type.Boolean({ description: 'Whether the credits are used before all others' })),
    expires_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    balance_before: Type.Number(),
    balance_after: Type.Number(),
    audit_id: Type.String(),
  },
  { title: 'Adjustment' },
);

const Counts = { waiting: Type.Integer(), running: Type.Integer(), oldest_seconds: Type.Integer() };

export const QueueReply = Type.Object(
  {
    object: Type.Literal('operator.queue'),
    waiting: Type.Integer(),
    running: Type.Integer(),
    kinds: Type.Array(Type.Object({ kind: Type.String(), ...Counts })),
    accounts: Type.Array(
      Type.Object({ account_id: Type.String(), email: Type.String(), environment: Type.String(), ...Counts }),
    ),
    workers: Type.Array(
      Type.Object({ id: Type.String(), machine: Type.String(), slots: Type.Integer(), seen_at: Time }),
    ),
  },
  { title: 'Queue' },
);

export const JobReply = Type.Object(
  {
    object: Type.Literal('operator.job'),
    id: Type.String(),
    account_id: Type.String(),
    email: Type.String(),
    environment: Type.String(),
    kind: Type.String(),
    state: Type.String(),
    stage: Type.String(),
    progress: Type.Number(),
    attempt: Type.Integer(),
    machine: nullable(Type.String()),
    error: nullable(Type.Object({ code: Type.String(), message: Type.String() }, { title: 'JobError' })),
    held_credits: Type.Number(),
    cost_credits: nullable(Type.Number()),
    age_seconds: Type.Integer(),
    created_at: Time,
    started_at: nullable(Time),
    completed_at: nullable(Time),
  },
  { title: 'OperatorJob' },
);
export const JobList = listOf(JobReply);

export const FailingEndpointList = listOf(
  Type.Object({
    object: Type.Literal('operator.failing_endpoint'),
    id: Type.String(),
    account_id: Type.String(),
    email: Type.String(),
    environment: Type.String(),
    url: Type.String(),
    failing_since: nullable(Time),
    disabled_at: nullable(Time),
    disabled_reason: nullable(Type.String()),
    failed_deliveries: Type.Integer({ description: 'Failed deliveries of the last 30 days, counted up to 1,000' }),
    last_status: nullable(Type.Integer()),
    last_problem: nullable(Type.String()),
    last_failed_at: nullable(Time),
  }),
);

export const DeliveryReply = Type.Object(
  {
    object: Type.Literal('operator.delivery'),
    id: Type.String(),
    event_id: Type.String(),
    event_type: Type.String(),
    endpoint_id: Type.String(),
    url: Type.String(),
    account_id: Type.String(),
    email: Type.String(),
    environment: Type.String(),
    state: Type.String(),
    attempts: Type.Integer(),
    next_attempt_at: nullable(Time),
    last_status: nullable(Type.Integer()),
    last_problem: nullable(Type.String()),
    replay_of: nullable(Type.String()),
    created_at: Time,
    completed_at: nullable(Time),
  },
  { title: 'OperatorDelivery' },
);
export const DeliveryList = listOf(DeliveryReply);

export const AuditList = listOf(
  Type.Object({
    object: Type.Literal('operator.audit_entry'),
    id: Type.String(),
    action: Type.String(),
    target: Type.String(),
    account_id: nullable(Type.String()),
    account_email: nullable(Type.String({ description: 'Current email of the account; null if it was deleted' })),
    actor: Type.Object({ account_id: Type.String(), email: Type.String(), key_id: nullable(Type.String()) }),
    asked: Facts,
    before: nullable(Facts),
    after: nullable(Facts),
    reason: Type.String(),
    request_id: Type.String(),
    created_at: Time,
  }),
);

export const InviteReply = Type.Object(
  {
    object: Type.Literal('operator.invite'),
    url: Type.String({ description: 'Lets one person sign up; shown only once' }),
    expires_at: Type.String(),
    audit_id: Type.String(),
  },
  { title: 'Invite' },
);
