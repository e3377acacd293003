// Schemas of the operator's accounting.
import Type, { type Static } from 'typebox';
import { nullable } from './schema.ts';

const Month = (description: string) =>
  Type.Optional(Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', maxLength: 7, description }));

export const BookQuery = Type.Object({
  from: Month('The first month, such as 2026-01; default: eleven months before `to`'),
  to: Month('The last month; default: this one'),
});
export type BookQuery = Static<typeof BookQuery>;

export const BookExportQuery = Type.Object({
  ...BookQuery.properties,
  part: Type.Enum(['payments', 'credits', 'journal'], {
    description: 'The sums of payments, those of credits, or the journal: two or three lines for every document',
  }),
});
export type BookExportQuery = Static<typeof BookExportQuery>;

const Minor = (description: string) => Type.Integer({ description });
const Credits = (description: string) => Type.Number({ description });

export const BookReply = Type.Object(
  {
    object: Type.Literal('operator.books'),
    from: Type.String({ description: 'The first month' }),
    to: Type.String({ description: 'The last month' }),
    payments: Type.Array(
      Type.Object({
        month: Type.String({ description: 'In UTC' }),
        currency: Type.String(),
        country: nullable(Type.String({ description: 'Of the buyer; null: not known' })),
        tax_rate: Type.Number({ description: 'Percent' }),
        tax_kind: Type.Enum(['standard', 'reverse_charge', 'small_business']),
        payments: Type.Integer({ description: 'How many' }),
        paid: Minor('Minor units, the tax contained'),
        paid_tax: Minor('The tax in it'),
        refunded: Minor('What was refunded, the tax contained'),
        refunded_tax: Minor('The tax in it'),
        disputed: Minor('What disputes took, less what was won back'),
        disputed_tax: Minor('The tax in it'),
        net: Minor('What is left, without tax'),
        tax: Minor('The tax of what is left'),
        total: Minor('What is left: paid less refunded less disputed'),
      }),
      { description: 'Invoices and credit notes by month, currency, country and rate' },
    ),
    credits: Type.Array(
      Type.Object({
        month: Type.String({ description: 'In UTC' }),
        country: nullable(Type.String({ description: "Of the account's billing details today; null: not known" })),
        sold: Credits('Bought, or included in a plan that was paid'),
        given: Credits('Grants, codes, coupons, referrals and adjustments'),
        used: Credits('Charged for calls and jobs'),
        refunded: Credits('Taken back with refunds and disputes'),
        expired: Credits('Expired'),
        owed: Credits('Owed to customers at the end of the month'),
      }),
      { description: 'Credits by month and country: owed is all that was sold and given, less the others' },
    ),
  },
  { title: 'OperatorBooks' },
);
