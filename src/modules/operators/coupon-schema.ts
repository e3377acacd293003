// Schemas of the operator's routes for coupons.
import Type, { type Static } from 'typebox';
import { Environment, Limit, listOf, nullable, Reason, SeqCursor } from './schema.ts';

const Time = Type.String({ format: 'date-time' });
const MAX_USES = 1_000_000;
const names = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 50, description });

export const CouponAct = Type.Object({
  code: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{3,40}$',
      description: 'What customers type, such as SPRING25; a random one if absent. Case does not count',
    }),
  ),
  percent_off: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 99, description: 'Percent of the price; this or `amount_off`' }),
  ),
  amount_off: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'Minor units of the currency' }),
  ),
  packages: Type.Optional(names('Only these packages; with neither list, everything that is sold')),
  plans: Type.Optional(names('Only these plans')),
  max_uses: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_USES, description: 'How many accounts may use it; no limit if absent' }),
  ),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description: 'It cannot be used after this time' }),
  ),
  environment: Type.Optional(Environment),
  reason: Reason,
});
export type CouponAct = Static<typeof CouponAct>;

export const CouponQuery = Type.Object({ limit: Limit, cursor: SeqCursor });
export type CouponQuery = Static<typeof CouponQuery>;

const CouponFields = {
  object: Type.Literal('operator.coupon'),
  id: Type.String(),
  code: Type.String(),
  environment: Type.Enum(['live', 'test']),
  percent_off: nullable(Type.Integer()),
  amount_off: nullable(Type.Integer()),
  packages: nullable(Type.Array(Type.String())),
  plans: nullable(Type.Array(Type.String())),
  max_uses: nullable(Type.Integer()),
  expires_at: nullable(Time),
};

export const CouponReply = Type.Object({ ...CouponFields, audit_id: Type.String() }, { title: 'OperatorCouponAct' });
export const CouponList = listOf(
  Type.Object(
    {
      ...CouponFields,
      used: Type.Integer({ description: 'By paid and open checkouts' }),
      status: Type.Enum(['active', 'used', 'expired', 'disabled']),
      created_at: Time,
    },
    { title: 'OperatorCoupon' },
  ),
);
