// Says how long content of an account is kept: what its plan says, else what the service says.
import { RETENTION_KINDS } from '../../core/retention.ts';
import type { Prices } from '../../money/prices.ts';
import type { Retention } from '../../money/retention.ts';

export class RetentionService {
  readonly #retention: Retention;
  readonly #prices: Pick<Prices, 'list'>;

  constructor(retention: Retention, prices: Pick<Prices, 'list'>) {
    this.#retention = retention;
    this.#prices = prices;
  }

  read(plan: string) {
    const days = this.#retention.daysOf(plan);
    const { plans } = this.#prices.list;
    const own = Object.hasOwn(plans, plan) ? plans[plan]?.retention_days : undefined;
    const kinds = RETENTION_KINDS.map((kind) => ({
      kind,
      days: days[kind] === 0 ? null : days[kind],
      set_by: own?.[kind] === undefined ? 'service' : 'plan',
    }));
    return { object: 'account.retention', kinds };
  }
}
