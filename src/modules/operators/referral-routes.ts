// The operator's routes for referrals.
import Type from 'typebox';
import type { Route } from '../../http/route.ts';
import { act, list } from './kinds-of-routes.ts';
import type { OperatorReferrals } from './referral-service.ts';
import { Limit, listOf, ReasonedAct, SeqCursor } from './schema.ts';

const ReferralLine = Type.Object(
  {
    object: Type.Literal('operator.referral'),
    id: Type.String(),
    referrer: Type.String({ description: 'Id of an account' }),
    referred: Type.String({ description: 'Id of an account' }),
    status: Type.Enum(['waiting', 'rewarded', 'revoked']),
    referrer_credits: Type.Number({ description: 'What it has of it now' }),
    referred_credits: Type.Number({ description: 'What it has of it now' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'OperatorReferral' },
);

const RevokedReferral = Type.Object(
  { object: Type.Literal('operator.revoked_referral'), id: Type.String(), audit_id: Type.String() },
  { title: 'OperatorRevokedReferral' },
);

export function referralRoutes({ referrals }: { referrals: OperatorReferrals }): Route[] {
  return [
    list(
      {
        path: '/operator/referrals',
        summary: 'List referrals, newest first',
        description: 'Shows who referred whom and what both sides have of it.',
        example: { query: { limit: 10 } },
        query: Type.Object({ limit: Limit, cursor: SeqCursor }),
        reply: listOf(ReferralLine),
      },
      (query) => referrals.list(query),
    ),
    act(
      {
        path: '/operator/referrals/:id/revoke',
        summary: 'Revoke a referral',
        description: 'Takes the credits of both sides back, also those that are spent. Revoking twice changes nothing.',
        example: { body: { reason: 'One person with two accounts' } },
        body: ReasonedAct,
        reply: RevokedReferral,
        errors: ['not_found'],
      },
      (operator, id, { reason }) => referrals.revoke(operator, id, reason),
    ),
  ];
}
