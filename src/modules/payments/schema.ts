// Schemas of the payment routes.
import Type, { type Static } from 'typebox';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const BalanceReply = Type.Object({
  object: Type.Literal('balance'),
  credits: Type.Number(),
  held: Type.Number(),
  available: Type.Number(),
  currency: Type.String(),
  value: Type.Number({ description: 'The credits in units of the currency' }),
  plan: Type.String(),
  attribution_waived: Type.Boolean(),
  subscribed: Type.Boolean({ description: 'Whether a subscription is running' }),
  next_grant_at: Nullable(Type.String()),
});

export const TransactionQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
  type: Type.Optional(
    Type.Union([
      Type.Literal('purchase'),
      Type.Literal('grant'),
      Type.Literal('usage'),
      Type.Literal('refund'),
      Type.Literal('adjustment'),
    ]),
  ),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
});
export type TransactionQuery = Static<typeof TransactionQuery>;

export const TransactionList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.String(),
      credits: Type.Number(),
      balance_after: Type.Number(),
      module: Nullable(Type.String()),
      model: Nullable(Type.String()),
      request_id: Nullable(Type.String()),
      job_id: Nullable(Type.String()),
      payment_id: Nullable(Type.String()),
      description: Type.String(),
      created_at: Type.String(),
    }),
  ),
  has_more: Type.Boolean(),
  next_cursor: Nullable(Type.String()),
});

const Url = Type.String({ maxLength: 2000 });
/** In credits, far below the point where micro-credits stop being exact integers. */
const Mark = Type.Number({ minimum: 0, maximum: 1_000_000_000 });

export const CheckoutBody = Type.Object({
  amount: Type.Optional(Type.Integer({ description: 'Minor units of the currency' })),
  credits: Type.Optional(Type.Integer()),
  package: Type.Optional(Type.String({ maxLength: 64 })),
  plan: Type.Optional(Type.String({ maxLength: 64 })),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  success_url: Type.Optional(Url),
  cancel_url: Type.Optional(Url),
});
export type CheckoutBody = Static<typeof CheckoutBody>;

export const CheckoutReply = Type.Object({
  id: Type.String(),
  object: Type.Literal('checkout.session'),
  url: Type.String(),
  status: Type.Union([Type.Literal('open'), Type.Literal('complete'), Type.Literal('expired')]),
  mode: Type.Union([Type.Literal('payment'), Type.Literal('subscription')]),
  amount: Type.Integer(),
  currency: Type.String(),
  credits: Type.Integer(),
  plan: Nullable(Type.String()),
  expires_at: Type.String(),
});

export const IdParams = Type.Object({ id: Type.String({ maxLength: 64, pattern: '^[\\w-]*$' }) });

export const PlanBody = Type.Object({ plan: Type.String({ maxLength: 64 }) });

export const SubscriptionReply = Type.Object({
  id: Type.String(),
  object: Type.Literal('subscription'),
  plan: Type.String(),
  next_plan: Nullable(Type.String()),
  status: Type.String(),
  current_period_start: Type.String(),
  current_period_end: Type.String(),
  cancel_at_period_end: Type.Boolean(),
});

const ModelPrice = Type.Record(Type.String(), Type.Number(), {
  description: 'Credits per request, image, second or million tokens',
});

export const PricesReply = Type.Object({
  object: Type.Literal('prices'),
  currency: Type.String(),
  attribution_waived: Type.Boolean(),
  checkout: Type.Union([Type.Literal('stripe'), Type.Literal('builtin'), Type.Literal('none')], {
    description: 'The payment provider: "builtin" accepts test cards only and moves no money; "none" sells nothing',
  }),
  plans: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      requests_per_minute: Type.Integer(),
      requests_per_day: Nullable(Type.Integer()),
      concurrent_jobs: Type.Integer(),
      monthly_fee: Type.Integer({ description: 'Minor units of the currency' }),
      included_credits: Type.Integer(),
      for_sale: Type.Boolean(),
    }),
  ),
  packages: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), amount: Type.Integer(), credits: Type.Integer() }),
  ),
  modules: Type.Record(Type.String(), ModelPrice),
  models: Type.Record(Type.String(), ModelPrice),
});

export const PaymentList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      object: Type.Literal('payment'),
      amount: Type.Integer({ description: 'Minor units of the currency' }),
      currency: Type.String(),
      credits: Type.Number(),
      description: Type.String(),
      created_at: Type.String(),
    }),
  ),
});

export const SettingsBody = Type.Object({
  auto_top_up: Type.Optional(Nullable(Type.Object({ package: Type.String({ maxLength: 64 }), below: Mark }))),
  low_balance_mail: Type.Optional(Nullable(Type.Object({ below: Mark }))),
});
export type SettingsBody = Static<typeof SettingsBody>;

export const SettingsReply = Type.Object({
  object: Type.Literal('billing_settings'),
  auto_top_up: Nullable(Type.Object({ package: Type.String(), below: Type.Number() })),
  low_balance_mail: Nullable(Type.Object({ below: Type.Number() })),
});
