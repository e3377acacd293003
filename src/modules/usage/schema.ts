// Schemas of the usage statistics.
import Type, { type Static } from 'typebox';

export const UsageQuery = Type.Object({
  from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601; default: 30 days ago' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601; default: now' })),
  group_by: Type.Optional(
    Type.Enum(['day', 'hour', 'module', 'model', 'key'], { description: 'One line for each; default: day' }),
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
    from: Type.String(),
    to: Type.String(),
    group_by: Type.String(),
    total: Type.Object(Sums),
    data: Type.Array(
      Type.Object({
        ...Sums,
        day: Type.Optional(Type.String()),
        hour: Type.Optional(Type.String()),
        module: Type.Optional(Type.String()),
        model: Type.Optional(Type.String()),
        key: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'UsageReport' },
);
