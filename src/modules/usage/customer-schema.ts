// Schemas of end customers and runs.
import Type, { type Static } from 'typebox';

const Nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

const Cap = (description: string) =>
  Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1_000_000_000 }), description));

export const CustomerParams = Type.Object({
  id: Type.String({
    description: 'The customer as your calls name them, percent-encoded',
    minLength: 1,
    maxLength: 512,
  }),
});

export const CustomerQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return; default 20', minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the previous page', maxLength: 540 })),
  q: Type.Optional(
    Type.String({
      description: 'Only customers whose ids begin with this, in small or capital letters',
      minLength: 1,
      maxLength: 512,
    }),
  ),
  sort: Type.Optional(
    Type.Enum(['id', 'spent_this_month'], {
      title: 'CustomerSort',
      description: 'id (default), or spent_this_month: who has spent most comes first',
    }),
  ),
});
export type CustomerQuery = Static<typeof CustomerQuery>;

export const CustomerCapsBody = Type.Object(
  {
    daily_credit_cap: Cap(
      'The most credits that the customer may spend in a UTC day; null or absent: the default of the key that calls',
    ),
    monthly_credit_cap: Cap(
      'The most credits that the customer may spend in a UTC month; null or absent: the default of the key that calls',
    ),
  },
  { minProperties: 1 },
);
export type CustomerCapsBody = Static<typeof CustomerCapsBody>;

export const CustomerReply = Type.Object(
  {
    object: Type.Literal('customer'),
    id: Type.String({ description: 'As your calls name them' }),
    daily_credit_cap: Nullable(Type.Number(), 'Its own cap; null: the default of the key that calls'),
    monthly_credit_cap: Nullable(Type.Number(), 'Its own cap; null: the default of the key that calls'),
    spent_today: Type.Number({ description: 'Credits since midnight UTC' }),
    spent_this_month: Type.Number({ description: 'Credits since the first of the month, UTC' }),
    held: Type.Number({ description: 'Credits that running calls have reserved' }),
    created_at: Type.String(),
    last_used_at: Type.String({ description: 'When a call last named it, or when it was made' }),
  },
  { title: 'Customer' },
);

export const CustomerList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(CustomerReply),
  has_more: Type.Boolean(),
  next_cursor: Nullable(Type.String()),
});

export const RunParams = Type.Object({
  id: Type.String({ description: 'The run as the header X-Run names it', minLength: 1, maxLength: 128 }),
});

export const RunQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return; default 20', minimum: 1, maximum: 100 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 20, pattern: '^[0-9]{1,15}$', description: 'next_cursor of the previous page' }),
  ),
});
export type RunQuery = Static<typeof RunQuery>;

export const RunPatch = Type.Object({
  budget: Type.Number({ minimum: 0.000001, maximum: 1_000_000_000, description: 'The new budget in credits' }),
});
export type RunPatch = Static<typeof RunPatch>;

const RUN_FIELDS = {
  object: Type.Literal('run'),
  id: Type.String({ description: 'As the header X-Run names it' }),
  key_id: Nullable(Type.String(), 'The key that opened it; null: a signed-in user'),
  status: Type.Enum(['open', 'spent', 'ended'], {
    title: 'RunStatus',
    description: 'spent: nothing of the budget is left; ended: it was closed, or its seven days are over',
  }),
  budget: Type.Number({ description: 'Credits that all calls of the run together may spend' }),
  spent: Type.Number({ description: 'Credits that its calls have cost' }),
  held: Type.Number({ description: 'Credits that running calls have reserved' }),
  remaining: Type.Number({ description: 'Credits that a further call may use' }),
  call_count: Type.Integer({ description: 'How many calls were charged' }),
  created_at: Type.String(),
  last_used_at: Type.String({ description: 'When a call last named it' }),
  expires_at: Type.String({ description: 'It takes no calls from then on' }),
};

export const RunSummary = Type.Object(RUN_FIELDS, { title: 'RunSummary' });

const RunCallReply = Type.Object(
  {
    request_id: Nullable(Type.String()),
    job_id: Nullable(Type.String()),
    key_id: Nullable(Type.String()),
    customer: Nullable(Type.String(), 'The end customer whom the call named'),
    module: Type.String(),
    model: Type.String(),
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    credits: Type.Number(),
    created_at: Type.String(),
  },
  { title: 'RunCall' },
);

export const RunReply = Type.Object(
  {
    ...RUN_FIELDS,
    calls: Type.Object(
      {
        object: Type.Literal('list'),
        data: Type.Array(RunCallReply),
        has_more: Type.Boolean(),
        next_cursor: Nullable(Type.String()),
      },
      { description: 'The charged calls, newest first' },
    ),
  },
  { title: 'Run' },
);

export const RunList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(RunSummary),
  has_more: Type.Boolean(),
  next_cursor: Nullable(Type.String()),
});
