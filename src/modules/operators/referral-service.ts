// Lists referrals with their rewards, and revokes one.
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import { revokeReferral } from '../../money/referral-rewards.ts';
import type { Database } from '../../store/database.ts';
import { listReferrals, type Referral } from '../../store/referrals.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';
import { afterSeq, DEFAULT_LIMIT, pageBySeq } from './page.ts';

export class OperatorReferrals {
  readonly #database: Database;
  readonly #trail: AuditTrail;

  constructor(parts: { database: Database; trail: AuditTrail }) {
    this.#database = parts.database;
    this.#trail = parts.trail;
  }

  async list({ limit, cursor }: { limit?: number; cursor?: string }): Promise<object> {
    const rows = await listReferrals(this.#database.queries, {
      limit: (limit ?? DEFAULT_LIMIT) + 1,
      ...afterSeq(cursor),
    });
    return pageBySeq(rows, limit, show);
  }

  async revoke(operator: Operator, id: string, reason: string): Promise<object> {
    const act = { action: 'referrals.revoke', target: id, asked: {}, reason } as const;
    const entry = await this.#trail.perform(operator, act, async (trx) => {
      const referral = await revokeReferral(trx, id);
      if (!referral) throw new ServiceError('not_found', `There is no referral "${id}".`);
      return { before: show(referral), after: { id } };
    });
    return { object: 'operator.revoked_referral', id, audit_id: entry.id };
  }
}

function show(referral: Referral) {
  return {
    object: 'operator.referral',
    id: referral.id,
    referrer: referral.referrerId,
    referred: referral.referredId,
    status: referral.revokedAt ? 'revoked' : referral.paymentId ? 'rewarded' : 'waiting',
    referrer_credits: microToCredits(referral.referrerCredits - referral.referrerTaken),
    referred_credits: microToCredits(referral.referredCredits - referral.referredTaken),
    created_at: referral.createdAt.toISOString(),
  };
}
