// Schemas of the usage statistics.
import Type, { type Static } from 'typebox';

export const UsageQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'The first moment, ISO 8601, rounded down to the hour; default: 30 days before to',
    }),
  ),
  to: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'The end, which is not included, ISO 8601, rounded up to the hour; default: the end of this hour',
    }),
  ),
  group_by: Type.Optional(
    Type.Enum(['day', 'hour', 'module', 'model', 'key', 'customer'], {
      description: 'One row per value; default: day',
    }),
  ),
});
export type UsageQuery = Static<typeof UsageQuery>;

const Sums = {
  requests: Type.Integer(),
  errors: Type.Integer(),
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  images: Type.Integer(),
  seconds: Type.Number(),
  credits: Type.Number(),
};

export const UsageReply = Type.Object(
  {
    object: Type.Literal('usage'),
    from: Type.String({ description: 'The start of the first hour that is counted' }),
    to: Type.String({ description: 'The end of the last hour that is counted' }),
    group_by: Type.String(),
    total: Type.Object(Sums),
    from_cache: Type.Object(
      { requests: Type.Integer(), credits: Type.Number() },
      { description: 'The part of it that was answered from the answer cache' },
    ),
    data: Type.Array(
      Type.Object({
        ...Sums,
        day: Type.Optional(Type.String()),
        hour: Type.Optional(Type.String()),
        module: Type.Optional(Type.String()),
        model: Type.Optional(Type.String()),
        key: Type.Optional(Type.String()),
        customer: Type.Optional(Type.String({ description: 'The end customer' })),
      }),
    ),
  },
  { title: 'UsageReport' },
);
