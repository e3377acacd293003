// Schemas of the payment routes.
import Type, { type Static } from 'typebox';

const Nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const BalanceReply = Type.Object(
  {
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
    grants: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          kind: Type.Enum(['promotional', 'included', 'general'], {
            title: 'GrantKind',
            description: 'promotional: used before all others; included: of a plan; general: any other that expires',
          }),
          credits: Type.Number({ description: 'What was given' }),
          remaining: Type.Number({ description: 'What is left of it' }),
          expires_at: Nullable(Type.String(), 'When what is left of it expires; null: never'),
          description: Type.String(),
          created_at: Type.String(),
        },
        { title: 'CreditGrant' },
      ),
      {
        description:
          'Credits with terms, in the order of their use. The other credits of the balance are used after them',
      },
    ),
  },
  { title: 'Balance' },
);

export const TransactionQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return; default 20', minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the previous page', maxLength: 64 })),
  type: Type.Optional(
    Type.Enum(['purchase', 'grant', 'usage', 'refund', 'adjustment', 'redemption', 'coupon', 'referral', 'expiry'], {
      title: 'TransactionType',
      description: 'Only transactions of this type',
    }),
  ),
  from: Type.Optional(Type.String({ description: 'Only transactions at or after this time, ISO 8601', maxLength: 40 })),
  to: Type.Optional(Type.String({ description: 'Only transactions before this time, ISO 8601', maxLength: 40 })),
});
export type TransactionQuery = Static<typeof TransactionQuery>;

export const TransactionList = Type.Object(
  {
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
  },
  { title: 'TransactionList' },
);

/** In credits, far below the point where micro-credits stop being exact integers. */
const Mark = Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'Credits' });

export const CheckoutBody = Type.Object({
  amount: Type.Optional(Type.Integer({ description: 'Minor units of the currency' })),
  credits: Type.Optional(Type.Integer({ description: 'How many credits to buy' })),
  package: Type.Optional(Type.String({ description: 'A package of GET /payments/prices', maxLength: 64 })),
  plan: Type.Optional(Type.String({ description: 'A plan of GET /payments/prices to subscribe to', maxLength: 64 })),
  coupon: Type.Optional(Type.String({ description: 'A coupon of the operator', minLength: 1, maxLength: 60 })),
  currency: Type.Optional(Type.String({ description: 'Must be the currency of GET /payments/prices', maxLength: 3 })),
  success_url: Type.Optional(Type.String({ maxLength: 2000, description: 'Where the browser goes after the payment' })),
  cancel_url: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Where the browser goes if the customer gives up' }),
  ),
});
export type CheckoutBody = Static<typeof CheckoutBody>;

export const CheckoutReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('checkout.session'),
    url: Type.String(),
    status: Type.Union([Type.Literal('open'), Type.Literal('complete'), Type.Literal('expired')]),
    mode: Type.Union([Type.Literal('payment'), Type.Literal('subscription')]),
    amount: Type.Integer({ description: 'What is to be paid, in minor units of the currency' }),
    discount: Type.Integer({ description: 'What the coupon took off' }),
    coupon: Nullable(Type.String()),
    currency: Type.String(),
    credits: Type.Integer(),
    plan: Nullable(Type.String()),
    expires_at: Type.String(),
  },
  { title: 'Checkout' },
);

export const IdParams = Type.Object({
  id: Type.String({ description: 'Id of a checkout or a payment', maxLength: 64, pattern: '^[\\w-]*$' }),
});

export const RedeemBody = Type.Object({
  code: Type.String({ description: 'The code; case, blanks and hyphens do not count', minLength: 1, maxLength: 100 }),
});

export const RedemptionReply = Type.Object(
  {
    object: Type.Literal('redemption'),
    id: Type.String(),
    credits: Type.Number({ description: 'The credits that the code gave' }),
    plan: Nullable(Type.String()),
    plan_ends_at: Nullable(Type.String()),
    available: Type.Number({ description: 'The credits that can be spent now' }),
  },
  { title: 'Redemption' },
);

export const PlanBody = Type.Object({
  plan: Type.String({ description: 'A plan of GET /payments/prices', maxLength: 64 }),
});

export const SubscriptionReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('subscription'),
    plan: Type.String(),
    next_plan: Nullable(Type.String()),
    status: Type.String(),
    current_period_start: Type.String(),
    current_period_end: Type.String(),
    cancel_at_period_end: Type.Boolean(),
  },
  { title: 'Subscription' },
);

const ModelPrice = Type.Record(Type.String(), Type.Unknown(), {
  title: 'ModelPrice',
  description: 'Credits per request, image, second or million tokens',
});

export const PricesReply = Type.Object(
  {
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
        begins: Type.Enum(['sign_up', 'first_purchase', 'checkout', 'operator'], {
          title: 'PlanBegins',
          description:
            'How an account gets it: from the start, with its first purchase of any kind, at the checkout, or from the operator',
        }),
        tokens_per_minute: Type.Optional(
          Type.Integer({ description: 'Tokens that an account may use in a minute; no limit if absent' }),
        ),
        daily_credit_cap: Type.Optional(
          Type.Number({ description: 'The most that an account may spend in a UTC day; no cap if absent' }),
        ),
        monthly_credit_cap: Type.Optional(
          Type.Number({ description: 'The most that an account may spend in a UTC month; no cap if absent' }),
        ),
        models: Type.Optional(
          Type.Array(Type.String(), { description: 'The models that its accounts may use; all if absent' }),
        ),
        price_factor_permille: Type.Optional(
          Type.Integer({
            description: 'What its accounts pay for usage, in thousandths of the list price; 1000 if absent',
          }),
        ),
      }),
    ),
    packages: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), amount: Type.Integer(), credits: Type.Integer() }),
    ),
    price_factor_permille: Type.Integer({
      description:
        'What this account pays for usage, in thousandths of the list price; the prices below contain it already',
    }),
    batch_factor: Type.Number({ description: 'What a call in a batch costs, as a part of its price alone' }),
    answer_cache_price: Type.Integer({
      description: 'What an answer from the answer cache costs, in thousandths of the price of its call',
    }),
    modules: Type.Record(Type.String(), ModelPrice),
    models: Type.Record(Type.String(), ModelPrice),
  },
  { title: 'Prices' },
);

const BillingDocument = Type.Object(
  {
    id: Type.String({ description: 'For GET /payments/receipts/{id}' }),
    object: Type.Enum(['invoice', 'credit_note']),
    number: Nullable(Type.String(), 'Gapless in its series and year; null without the details of a seller'),
    refers_to: Nullable(Type.String(), 'The number of the invoice that a credit note is for'),
    reason: Type.Enum(['payment', 'refund', 'dispute'], { description: 'What has happened to the payment' }),
    amount: Type.Integer({ description: 'Minor units of the currency, the tax contained' }),
    tax: Type.Integer({ description: 'Contained in the amount' }),
    tax_rate: Type.Number({ description: 'Percent' }),
    tax_kind: Type.Enum(['standard', 'reverse_charge', 'small_business', 'outside_scope'], {
      description: 'Why there is a tax, or none',
    }),
    created_at: Type.String(),
  },
  { title: 'BillingDocument' },
);

export const PaymentList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        object: Type.Literal('payment'),
        amount: Type.Integer({ description: 'What was paid, in minor units of the currency' }),
        tax: Type.Integer({ description: 'Contained in the amount' }),
        discount: Type.Integer({ description: 'What a coupon or promotion code took off' }),
        coupon: Nullable(Type.String()),
        currency: Type.String(),
        credits: Type.Number(),
        description: Type.String(),
        invoice_url: Nullable(Type.String(), 'The invoice of the payment provider, where it makes one'),
        documents: Type.Array(BillingDocument, { description: 'The invoice, then what has changed' }),
        created_at: Type.String(),
      }),
    ),
  },
  { title: 'PaymentList' },
);

export const SettingsBody = Type.Object({
  auto_top_up: Type.Optional(
    Nullable(
      Type.Object({
        package: Type.String({ maxLength: 64, description: 'A package of GET /payments/prices' }),
        below: Mark,
        max_per_day: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, description: 'At most so many purchases in 24 hours; 3 at first' }),
        ),
      }),
      'Buys this package when the balance falls below this many credits, with the saved card; null: off. Setting it ends a pause',
    ),
  ),
  low_balance_mail: Type.Optional(
    Nullable(Type.Object({ below: Mark }), 'Sends an email when the balance falls below this many credits; null: off'),
  ),
  receipt_mail: Type.Optional(Type.Boolean({ description: 'Whether receipts of payments are sent by email' })),
});
export type SettingsBody = Static<typeof SettingsBody>;

export const SettingsReply = Type.Object(
  {
    object: Type.Literal('billing_settings'),
    auto_top_up: Nullable(
      Type.Object({
        package: Type.String(),
        below: Type.Number(),
        max_per_day: Type.Integer(),
        paused: Nullable(
          Type.Object({ at: Type.String(), reason: Type.String() }),
          'Set when a charge was refused or a payment returned: nothing is bought until it is set again',
        ),
      }),
    ),
    low_balance_mail: Nullable(Type.Object({ below: Type.Number() })),
    receipt_mail: Type.Boolean(),
  },
  { title: 'BillingSettings' },
);
