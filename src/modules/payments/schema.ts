// Money, as customers see it.
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
