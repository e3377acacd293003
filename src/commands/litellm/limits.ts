// The limits that a key, its team, its user and its budget have together: of each kind the tightest.
import { matchesPattern } from '../../core/model-lists.ts';
import { plainText } from './plain-text.ts';
import { StaysBehind } from './stays-behind.ts';

export interface Limits {
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  dailyDollars: number | null;
  monthlyDollars: number | null;
  /** What is left of a budget that never starts anew. */
  leftDollars: number | null;
}

export interface LimitedRow {
  max_budget?: number | null;
  budget_duration?: string | null;
  spend?: number | null;
  rpm_limit?: number | null;
  tpm_limit?: number | null;
}

const NONE: Limits = {
  requestsPerMinute: null,
  tokensPerMinute: null,
  dailyDollars: null,
  monthlyDollars: null,
  leftDollars: null,
};
const DURATION = /^(\d{1,6})(s|m|h|d|mo)$/;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, mo: 30 * 86_400 };
const DAY = 86_400;
const MONTH = 28 * DAY;
const EVERY = ['all-proxy-models', 'all-team-models', '*'];

export function limitsOf(row: LimitedRow): Limits {
  if (row.rpm_limit === 0 || row.tpm_limit === 0) throw new StaysBehind('its limit is 0');
  return { ...budgetOf(row), requestsPerMinute: row.rpm_limit ?? null, tokensPerMinute: row.tpm_limit ?? null };
}

/** A budget of a day or a month is a cap of the key. What never starts anew is the credits of an account. */
function budgetOf({ max_budget: most, budget_duration: duration, spend }: LimitedRow): Limits {
  if (most == null) return NONE;
  if (!duration) return { ...NONE, leftDollars: Math.max(0, most - Math.max(0, spend ?? 0)) };
  const [, count = '', unit = ''] = DURATION.exec(duration) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? Number.NaN);
  if (seconds === DAY) return { ...NONE, dailyDollars: most };
  if (seconds >= MONTH && seconds <= 31 * DAY) return { ...NONE, monthlyDollars: most };
  throw new StaysBehind(`a budget for ${plainText(duration)} cannot be held: caps are for a day or a month here`);
}

export function tightest(all: readonly Limits[]): Limits {
  const least = (name: keyof Limits) => {
    const set = all.flatMap((one) => one[name] ?? []);
    return set.length === 0 ? null : Math.min(...set);
  };
  return {
    requestsPerMinute: least('requestsPerMinute'),
    tokensPerMinute: least('tokensPerMinute'),
    dailyDollars: least('dailyDollars'),
    monthlyDollars: least('monthlyDollars'),
    leftDollars: least('leftDollars'),
  };
}

/** The models that all lists allow; null: every model. An empty list of LiteLLM allows all. */
export function modelsInAll(lists: readonly (readonly string[] | null | undefined)[]): string[] | null {
  const bounds = lists.filter((list) => list && list.length > 0 && !list.some((one) => EVERY.includes(one)));
  const [first, ...others] = bounds as string[][];
  if (!first) return null;
  const common = others.reduce((left, right) => within(left, right), first);
  if (common.length === 0) throw new StaysBehind('no model is in its own list and in those of its team or user');
  return common;
}

function within(left: readonly string[], right: readonly string[]): string[] {
  const inside = (one: string, list: readonly string[]) =>
    list.some((entry) => entry === one || (!one.includes('*') && matchesPattern(entry, one)));
  return [...new Set([...left.filter((one) => inside(one, right)), ...right.filter((one) => inside(one, left))])];
}
