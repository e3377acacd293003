// The operator's routes for redeem codes.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { CodeBatchReply, CodeList, CodeQuery, CodesAct, RevokedReply } from './code-schema.ts';
import type { OperatorCodes } from './code-service.ts';
import { act, inProduction, list, WRITE } from './kinds-of-routes.ts';
import { ReasonedAct } from './schema.ts';

export function codeRoutes({ codes }: { codes: OperatorCodes }): Route[] {
  return [
    route({
      ...WRITE,
      path: '/operator/codes',
      summary: 'Create redeem codes for credits or a plan',
      description:
        'Creates up to 1,000 codes that customers redeem with POST /payments/redeem. Only this answer contains them. Kept in the audit log without the codes.',
      example: { body: { count: 10, credits: 500, reason: 'Given away at the conference' } },
      statuses: [201],
      body: CodesAct,
      reply: CodeBatchReply,
      // A stored response would store the codes.
      idempotent: false,
      hasSecrets: true,
      run: async (call) => {
        const { caller, requestId, body } = inProduction(call);
        return json(await codes.create({ caller, requestId, idempotencyKey: null }, body), { status: 201 });
      },
    }),
    list(
      {
        path: '/operator/codes',
        summary: 'List redeem codes, newest first',
        description:
          'Shows what each code gives, how often it was redeemed and whether it still works; never the code itself.',
        example: { query: { limit: 10 } },
        query: CodeQuery,
        reply: CodeList,
      },
      (query) => codes.list(query),
    ),
    act(
      {
        path: '/operator/codes/:id/revoke',
        summary: 'Revoke a redeem code or a batch of codes',
        description:
          'The codes cannot be redeemed any more. What was redeemed before stays. `id` is a code or a batch.',
        example: { body: { reason: 'Posted in public' } },
        body: ReasonedAct,
        reply: RevokedReply,
      },
      (operator, id, { reason }) => codes.revoke(operator, id, reason),
    ),
  ];
}
