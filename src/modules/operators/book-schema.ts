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
  part: Type.Enum(['payments', 'by_rate', 'sales_list', 'revenue', 'credits', 'gateway', 'journal'], {
    description:
      'The sums of payments by country or for the tax return (`by_rate`), the EC sales list, revenue, credits, what moved at the payment gateway, or the journal: two or three lines for every document, two for the revenue and the fees of each month, and two for every payout',
  }),
});
export type BookExportQuery = Static<typeof BookExportQuery>;

const PAYMENT_SUMS = [
  ...['payments', 'paid', 'paid_tax', 'refunded', 'refunded_tax', 'disputed', 'disputed_tax', 'net', 'tax', 'total'],
];
/** The columns of the tables. */
export const BOOK_COLUMNS = {
  payments: ['month', 'currency', 'country', 'tax_rate', 'tax_kind', ...PAYMENT_SUMS],
  by_rate: ['month', 'currency', 'tax_rate', 'tax_kind', ...PAYMENT_SUMS],
  sales_list: ['month', 'vat_id', 'name', 'currency', 'net'],
  revenue: [
    ...['month', 'currency', 'country', 'tax_rate', 'tax_kind'],
    ...['invoiced', 'used', 'expired', 'other', 'revenue', 'deferred'],
  ],
  credits: ['month', 'holder', 'country', 'sold', 'given', 'used', 'refunded', 'expired', 'moved', 'owed'],
  gateway: ['month', 'currency', 'charged', 'fees', 'paid_out', 'other', 'documented', 'balance', 'difference'],
} as const satisfies Record<string, readonly string[]>;

const Minor = (description: string) => Type.Integer({ description });
const Credits = (description: string) => Type.Number({ description });

const InMonth = Type.String({ description: "In the seller's time zone" });
const Currency = Type.String();
const Country = nullable(Type.String({ description: 'Of the buyer; null: not known' }));
const TaxRate = Type.Number({ description: 'Percent' });
const TaxKind = Type.Enum(['standard', 'reverse_charge', 'small_business', 'outside_scope']);

const PaymentSums = {
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
};

export const BookReply = Type.Object(
  {
    object: Type.Literal('operator.books'),
    from: Type.String({ description: 'The first month' }),
    to: Type.String({ description: 'The last month' }),
    time_zone: Type.String({ description: 'Of the seller, for new documents and movements' }),
    payments: Type.Array(
      Type.Object({
        ...{ month: InMonth, currency: Currency, country: Country, tax_rate: TaxRate, tax_kind: TaxKind },
        ...PaymentSums,
      }),
      { description: 'Invoices and credit notes by month, currency, country and rate' },
    ),
    by_rate: Type.Array(
      Type.Object({ month: InMonth, currency: Currency, tax_rate: TaxRate, tax_kind: TaxKind, ...PaymentSums }),
      { description: 'The same of all countries, for a tax return' },
    ),
    by_month: Type.Array(Type.Object({ month: InMonth, currency: Currency, ...PaymentSums }), {
      description: 'The same by month and currency',
    }),
    totals: Type.Array(Type.Object({ currency: Currency, ...PaymentSums }), {
      description: 'The same of all months, by currency',
    }),
    sales_list: Type.Array(
      Type.Object({
        month: InMonth,
        vat_id: Type.String({ description: 'Of the buyer, without blanks and in capitals' }),
        name: Type.String({ description: 'As on its newest document of the month' }),
        currency: Currency,
        net: Minor('Invoices less credit notes, in minor units'),
      }),
      { description: 'Sales with reverse charge to companies in the European Union, by month and VAT id' },
    ),
    revenue: Type.Array(
      Type.Object({
        ...{ month: InMonth, currency: Currency, country: Country, tax_rate: TaxRate, tax_kind: TaxKind },
        invoiced: Minor('Invoices less credit notes without tax, in minor units, as all sums here'),
        used: Minor('What was paid for the credits that were used'),
        expired: Minor('What was paid for the credits that have expired, or that the operator took away'),
        other: Minor('Payments without credits, and refunds of credits that had been used before (negative)'),
        revenue: Minor('Used, expired and other'),
        deferred: Minor('Invoiced and not yet revenue at the end of the month: what credits owed are worth'),
      }),
      { description: 'What became revenue by month, currency, country and rate' },
    ),
    credits: Type.Array(
      Type.Object({
        month: InMonth,
        holder: Type.Enum(['customers', 'operator'], {
          description: "The operator's own account has rows of its own: what it holds is owed to no customer",
        }),
        country: nullable(
          Type.String({ description: "Of the account's billing details at the end of the month; null: not known" }),
        ),
        sold: Credits('Bought, or included in a plan that was paid'),
        given: Credits('Grants, codes, coupons, referrals and adjustments'),
        used: Credits('Charged for calls and jobs'),
        refunded: Credits('Taken back with refunds and disputes'),
        expired: Credits('Expired'),
        moved: Credits('Of customers who moved to this country, less those who moved away: 0 over all countries'),
        owed: Credits('In the balances at the end of the month'),
      }),
      {
        description:
          'Credits by month, holder and country: owed is all that was sold, given and moved, less the others',
      },
    ),
    gateway: Type.Array(
      Type.Object({
        ...{ month: InMonth, currency: Currency },
        charged: Minor('Payments less refunds and disputes by Stripe, in minor units, as all sums here'),
        fees: Minor("Stripe's fees, those of disputes included"),
        paid_out: Minor('Paid out to the bank'),
        other: Minor('Whatever else moved the balance'),
        documented: Minor('Invoices less credit notes of payments at Stripe'),
        balance: Minor('At Stripe at the end of the month: charged less fees and payouts, with the rest'),
        difference: Minor(
          'Charged less documented, of all months: 0 if all payments at Stripe are those of this service',
        ),
      }),
      { description: "Stripe's balance by month and currency, from its own list; read once an hour" },
    ),
  },
  { title: 'OperatorBooks' },
);
