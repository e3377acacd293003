// Schemas of the alerts at thresholds of budgets.
import Type, { type Static } from 'typebox';

const KINDS = ['balance', 'key', 'member', 'plan', 'customer', 'run'] as const;
const FIELDS = {
  percents: Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), {
    maxItems: 5,
    description: 'Percentages of caps and budgets at which you are told; default 80 and 100',
  }),
  balance: Type.Array(Type.Number({ minimum: 0, maximum: 1_000_000_000 }), {
    maxItems: 5,
    description: 'Credits: you are told when the balance falls to one of these',
  }),
  mail: Type.Array(Type.Enum([...KINDS], { title: 'BudgetKind' }), {
    maxItems: KINDS.length,
    description: 'The budgets whose alerts are mailed to the account; default all but customer and run',
  }),
  slack_url: Type.Union([Type.String({ minLength: 1, maxLength: 2_048 }), Type.Null()], {
    description: 'An incoming webhook of Slack, or of a chat that takes the same messages; null: none',
  }),
};

export const AlertsPatch = Type.Partial(Type.Object(FIELDS), { minProperties: 1 });
export type AlertsPatch = Static<typeof AlertsPatch>;
export const AlertsReply = Type.Object(
  { object: Type.Literal('alert_settings'), ...FIELDS },
  { title: 'AlertSettings' },
);
