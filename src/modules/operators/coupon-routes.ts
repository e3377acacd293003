// The operator's routes for coupons.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { CouponAct, CouponList, CouponQuery, CouponReply } from './coupon-schema.ts';
import type { OperatorCoupons } from './coupon-service.ts';
import { act, inProduction, list, WRITE } from './kinds-of-routes.ts';
import { ReasonedAct } from './schema.ts';

export function couponRoutes({ coupons }: { coupons: OperatorCoupons }): Route[] {
  return [
    route({
      ...WRITE,
      path: '/operator/coupons',
      summary: 'Create a coupon',
      description:
        'Takes `percent_off` or `amount_off` off the price of packages and plans, once for each account. A plan is cheaper in its first month only. Kept in the audit log.',
      example: { body: { percent_off: 25, max_uses: 100, reason: 'The spring campaign' } },
      statuses: [201],
      body: CouponAct,
      reply: CouponReply,
      run: async (call) => {
        const { caller, requestId, body, headers } = inProduction(call);
        const key = headers['idempotency-key'];
        const operator = { caller, requestId, idempotencyKey: key === undefined ? null : String(key) };
        return json(await coupons.create(operator, body), { status: 201 });
      },
    }),
    list(
      {
        path: '/operator/coupons',
        summary: 'List coupons, newest first',
        description: 'Shows what each coupon takes off, how often it is used and whether it still works.',
        example: { query: { limit: 10 } },
        query: CouponQuery,
        reply: CouponList,
      },
      (query) => coupons.list(query),
    ),
    act(
      {
        path: '/operator/coupons/:id/disable',
        summary: 'Disable a coupon',
        description: 'No further checkout can use it. Checkouts that are open keep their price.',
        example: { body: { reason: 'The campaign is over' } },
        body: ReasonedAct,
        reply: CouponReply,
        errors: ['not_found'],
      },
      (operator, id, { reason }) => coupons.disable(operator, id, reason),
    ),
  ];
}
