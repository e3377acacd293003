// Caps on what a key and a plan's accounts may spend in a UTC day or month. Members, and the months of keys, have
// separate parameters.
import type { Caller } from '../core/caller.ts';
import { creditsToMicro, type MicroCredits } from '../core/money.ts';
import type { Plan } from './price-list.ts';

/** For each account of the plan, per environment. */
export interface PlanCaps {
  daily: MicroCredits | null;
  monthly: MicroCredits | null;
}

/** A cap that refuses calls, in the words of its error. */
export interface CapWords {
  reached: string;
  cap: string;
  advice: string;
}

export const KEY_CAP_REACHED = -2;
export const MEMBER_CAP_REACHED = -3;
const KEY_DAY_REACHED = -4;
const PLAN_DAY_REACHED = -5;
const PLAN_MONTH_REACHED = -6;

/** Read by hold_one: the key_spending row that the hold counts in, and the result if its cap is reached. */
export interface CountedCap {
  spender: string;
  period: 'day' | 'month';
  cap: MicroCredits;
  refusal: number;
}

export function planCapsOf(plan: Plan | undefined): PlanCaps | null {
  const { daily_credit_cap: daily, monthly_credit_cap: monthly } = plan ?? {};
  if (daily === undefined && monthly === undefined) return null;
  const micro = (cap: number | undefined) => (cap === undefined ? null : creditsToMicro(cap));
  return { daily: micro(daily), monthly: micro(monthly) };
}

type Capped = Pick<Caller, 'accountId' | 'environment' | 'keyId' | 'keyDailyCap'>;

/** null: none of these caps. */
export function countedCaps(payer: Capped, plan: PlanCaps | null | undefined): CountedCap[] | null {
  const { accountId, environment, keyId, keyDailyCap } = payer;
  const caps: CountedCap[] = [];
  const add = (cap: MicroCredits | null | undefined, rest: Omit<CountedCap, 'cap'>) => {
    if (cap !== null && cap !== undefined) caps.push({ ...rest, cap });
  };
  if (keyId) add(keyDailyCap, { spender: `${keyId} day`, period: 'day', refusal: KEY_DAY_REACHED });
  // One row per environment, so that the lock on its balance guards it and test credits do not count against the live
  // cap.
  const account = `${accountId} ${environment}`;
  add(plan?.daily, { spender: `${account} day`, period: 'day', refusal: PLAN_DAY_REACHED });
  add(plan?.monthly, { spender: account, period: 'month', refusal: PLAN_MONTH_REACHED });
  return caps.length > 0 ? caps : null;
}

/** The words of the customer's error for each result of hold_one. */
export const CAP_WORDS: Readonly<Record<number, CapWords>> = {
  [KEY_CAP_REACHED]: {
    reached: 'This key has reached its monthly cap.',
    cap: 'the monthly cap of this key',
    advice: 'Raise the cap, use another key, or wait for the next month.',
  },
  [MEMBER_CAP_REACHED]: {
    reached: 'You have reached your monthly cap in this account.',
    cap: 'your monthly cap in this account',
    advice: 'Ask an owner or admin to raise it, or wait for the next month.',
  },
  [KEY_DAY_REACHED]: {
    reached: 'This key has reached its daily cap.',
    cap: 'the daily cap of this key',
    advice: 'Raise the cap, use another key, or wait until midnight UTC.',
  },
  [PLAN_DAY_REACHED]: {
    reached: 'This account has reached the daily cap of its plan.',
    cap: "the daily cap of this account's plan",
    advice: 'Change the plan, or wait until midnight UTC.',
  },
  [PLAN_MONTH_REACHED]: {
    reached: 'This account has reached the monthly cap of its plan.',
    cap: "the monthly cap of this account's plan",
    advice: 'Change the plan, or wait for the next month.',
  },
};
