// Schemas of the operator's usage route.
import Type, { type Static } from 'typebox';
import { MARGIN_GROUPS } from '../../store/margins.ts';
import { nullable } from './schema.ts';

export const MarginQuery = Type.Object({
  from: Type.Optional(Type.String({ maxLength: 40, description: 'A date or time; default: 30 days before `to`' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'A date or time; default: now' })),
  group_by: Type.Optional(Type.Enum([...MARGIN_GROUPS], { default: 'day', description: 'What to sum by' })),
  account_id: Type.Optional(Type.String({ maxLength: 64, description: 'Only of this account' })),
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { default: 'json', description: 'csv: a table with one line per group' }),
  ),
});
export type MarginQuery = Static<typeof MarginQuery>;

const counts = {
  requests: Type.Integer(),
  errors: Type.Integer(),
  prompt_tokens: Type.Integer(),
  cached_tokens: Type.Integer({ description: 'Of the prompt tokens: those that upstreams had cached' }),
  cache_write_tokens: Type.Integer({ description: 'Of the prompt tokens: those that upstreams put into their cache' }),
  completion_tokens: Type.Integer(),
  images: Type.Integer(),
  seconds: Type.Number(),
  credits: Type.Number({ description: 'What customers were charged' }),
  cost: nullable(
    Type.Number({ description: 'What the upstreams bill; null: unknown, because the cost of some calls is not known' }),
  ),
  margin: nullable(Type.Number({ description: 'credits less cost' })),
  known_cost: Type.Number({ description: 'The part of the cost whose use the upstreams told' }),
  estimated_cost: Type.Number({
    description:
      'The rest of the cost: the use of these calls was counted here, because their upstream never told it (left or late answers, lost connections)',
  }),
  unpaid_cost: Type.Number({
    description: 'Of known_cost: for work that failed, was repeated or was left, which no customer paid',
  }),
  unpaid_calls: Type.Integer(),
  unknown_cost_calls: Type.Integer({ description: 'Calls whose cost is not known' }),
  unknown_cost_attempts: Type.Integer({
    description:
      'Attempts without a result that their upstream may bill (no answer in time, a broken answer, a client that left): not in the cost, because nobody said what they used',
  }),
};

export const MarginReply = Type.Object(
  {
    object: Type.Literal('operator.usage'),
    from: Type.String({ format: 'date-time' }),
    to: Type.String({ format: 'date-time' }),
    group_by: Type.String(),
    unit: Type.Literal('credits'),
    currency: Type.String({ description: 'A credit is a hundredth of it' }),
    total: Type.Object(counts),
    data: Type.Array(
      Type.Object({
        group: Type.String({ description: 'The account, key, model, module, upstream, plan or day' }),
        label: nullable(Type.String({ description: 'The email of the account, or the name of the key' })),
        ...counts,
      }),
    ),
  },
  { title: 'OperatorUsage' },
);
