// Schemas of the routes for the buyer: billing details, saved cards, the portal.
import Type, { type Static } from 'typebox';

const Nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

const Line = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two capital letters' });
const TaxId = Type.Object({
  type: Type.String({
    pattern: '^[a-z]{2}_[a-z_]{2,12}$',
    description: 'A kind of tax id as Stripe names it: eu_vat, gb_vat, ch_vat, us_ein, …',
  }),
  value: Type.String({ minLength: 2, maxLength: 40, pattern: '^[\\w .:/+*-]+$', description: 'The tax id' }),
});

export const DetailsBody = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200, description: 'The person or company that is billed' })),
  email: Type.Optional(
    Nullable(
      Type.String({ maxLength: 254, pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }),
      'Where receipts go; null: to the email of the account',
    ),
  ),
  address: Type.Optional(
    Type.Object(
      {
        line1: Line('Street and number'),
        line2: Line('Floor, building, department'),
        city: Line('City'),
        state: Line('State or province'),
        postal_code: Type.Optional(Type.String({ maxLength: 20, description: 'Postal code' })),
        country: Type.Optional(Nullable(Country, 'ISO 3166-1, two capital letters; null: none')),
      },
      { description: 'The address on receipts and invoices' },
    ),
  ),
  tax_id: Type.Optional(Nullable(TaxId, 'Printed on receipts and invoices; null: none')),
});
export type DetailsBody = Static<typeof DetailsBody>;

export const DetailsReply = Type.Object(
  {
    object: Type.Literal('billing_details'),
    name: Type.String(),
    email: Nullable(Type.String()),
    address: Type.Object({
      line1: Type.String(),
      line2: Type.String(),
      city: Type.String(),
      state: Type.String(),
      postal_code: Type.String(),
      country: Nullable(Type.String()),
    }),
    tax_id: Nullable(Type.Object({ type: Type.String(), value: Type.String() })),
  },
  { title: 'BillingDetails' },
);

export const PageBody = Type.Object({
  return_url: Type.Optional(Type.String({ maxLength: 2000, description: 'Where the browser goes afterwards' })),
});
export type PageBody = Static<typeof PageBody>;

export const PortalReply = Type.Object(
  { object: Type.Literal('portal.session'), url: Type.String() },
  { title: 'PortalSession' },
);
export const CardSetupReply = Type.Object(
  { object: Type.Literal('card.setup'), url: Type.String() },
  { title: 'CardSetup' },
);

export const CardList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          object: Type.Literal('card'),
          brand: Type.String(),
          last4: Type.String(),
          exp_month: Type.Integer(),
          exp_year: Type.Integer(),
        },
        { title: 'Card' },
      ),
    ),
  },
  { title: 'CardList' },
);

export const CardParams = Type.Object({
  id: Type.String({ description: 'Id of a saved card', maxLength: 64, pattern: '^\\w+$' }),
});

export const CardDeleted = Type.Object(
  { id: Type.String(), object: Type.Literal('card'), deleted: Type.Literal(true) },
  { title: 'CardDeleted' },
);

export const ReferralBody = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 40, description: 'The code of the account that referred this one' }),
});

export const ReferralReply = Type.Object(
  {
    object: Type.Literal('referral'),
    code: Type.String(),
    url: Type.String({ description: 'Sign-ups that begin there accept the code' }),
    program: Nullable(
      Type.Object({
        credits: Type.Number({ description: 'For each side' }),
        max_rewards: Type.Integer({ description: 'How often an account is rewarded' }),
      }),
    ),
    referred: Type.Integer({ description: 'Accounts that accepted the code' }),
    rewarded: Type.Integer(),
    credits: Type.Number({ description: 'What they brought, without what was taken back' }),
  },
  { title: 'Referral' },
);

export const ReferralAccepted = Type.Object(
  { object: Type.Literal('referral.accepted'), id: Type.String(), credits: Type.Number() },
  { title: 'ReferralAccepted' },
);
