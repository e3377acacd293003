// Empties the answer cache of all accounts, for example after a model got other weights under its name.
import { deleteCachedAnswers } from '../../store/answer-cache.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';

export class OperatorAnswerCache {
  readonly #trail: AuditTrail;

  constructor(trail: AuditTrail) {
    this.#trail = trail;
  }

  async empty(operator: Operator, { model, reason = '' }: { model?: string; reason?: string }): Promise<object> {
    const asked = model === undefined ? {} : { model };
    const act = { action: 'answer_cache.empty', target: model ?? 'all models', asked, reason } as const;
    const { after } = await this.#trail.perform(operator, act, async (trx) => {
      let deleted = 0;
      for (;;) {
        const batch = await deleteCachedAnswers(trx, { model });
        if (batch === 0) return { before: null, after: { deleted } };
        deleted += batch;
      }
    });
    return { object: 'operator.answer_cache', deleted: after?.deleted ?? 0 };
  }
}
