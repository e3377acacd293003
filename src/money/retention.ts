// How long customers' content is kept: what the service says, and what plans say otherwise.
import { completeRetention, type RetentionDays, type RetentionKind } from '../core/retention.ts';
import type { RetentionRule } from '../store/retention-rule.ts';
import type { Prices } from './prices.ts';

export interface Retention {
  /** Of an account with this plan now. */
  daysOf(plan: string): RetentionDays;
  /** Rules for all accounts; what is kept forever has none. */
  rulesOf(kind: RetentionKind): RetentionRule[];
}

/** `readDays` gives what the service says now: the operator changes it while the service runs. */
export function createRetention(readDays: () => RetentionDays, prices: Pick<Prices, 'list'>): Retention {
  const daysOf = (plan: string): RetentionDays => {
    const { plans } = prices.list;
    const own = Object.hasOwn(plans, plan) ? plans[plan]?.retention_days : undefined;
    return own ? completeRetention(own as Partial<RetentionDays>, readDays()) : readDays();
  };
  return {
    daysOf,
    rulesOf(kind) {
      const usual = readDays()[kind];
      const others = new Map<number, string[]>();
      for (const plan of Object.keys(prices.list.plans)) {
        const days = daysOf(plan)[kind];
        if (days !== usual) others.set(days, [...(others.get(days) ?? []), plan]);
      }
      const rules = [...others].map(([keepDays, plans]) => ({ keepDays, plans, isForThese: true }));
      const rest = { keepDays: usual, plans: [...others.values()].flat(), isForThese: false };
      return [...rules, rest].filter(({ keepDays }) => keepDays > 0);
    },
  };
}
