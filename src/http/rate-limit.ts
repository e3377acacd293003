// Rate limits: a fixed minute and a UTC day for each account, a minute for each key; exact under any concurrency.
import { ServiceError } from '../core/errors.ts';
import type { TokenCounter, TokenTake } from '../money/token-meter.ts';
import { TokenWindows } from './token-windows.ts';

export interface Allowance {
  accountId: string;
  perMinute: number;
  /** null: unlimited. */
  perDay: number | null;
  keyId: string | null;
  keyPerMinute: number | null;
  /** Reads the counts without adding to them. */
  onlyLooks?: boolean;
}

/** The counts after this request, or the limit that refused it. */
export interface Count {
  minute: number;
  day: number;
  keyMinute: number;
  refusedBy: 'minute' | 'day' | 'key' | null;
}

export interface Limiter extends TokenCounter {
  take(allowance: Allowance, nowMs: number): Count | Promise<Count>;
  /** Whether the server that counts for all nodes answers, where there is one. */
  isReady?(): Promise<boolean>;
  close(): Promise<void>;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

interface LimitState {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  resetsAt: number;
}

/** The window that will be used up first, for the headers of every response. */
function limitState(allowance: Allowance, count: Count, nowMs: number): LimitState {
  let { perMinute: limit } = allowance;
  let remaining = Math.max(0, limit - count.minute);
  let lengthMs = MINUTE_MS;
  const compare = (otherLimit: number | null, used: number, otherLengthMs: number) => {
    if (otherLimit === null || Math.max(0, otherLimit - used) >= remaining) return;
    [limit, remaining, lengthMs] = [otherLimit, Math.max(0, otherLimit - used), otherLengthMs];
  };
  compare(allowance.perDay, count.day, DAY_MS);
  compare(allowance.keyPerMinute, count.keyMinute, MINUTE_MS);
  return { limit, remaining, resetsAt: (Math.floor(nowMs / lengthMs) + 1) * (lengthMs / 1000) };
}

function limitError(allowance: Allowance, refusedBy: NonNullable<Count['refusedBy']>, nowMs: number): ServiceError {
  const lengthMs = refusedBy === 'day' ? DAY_MS : MINUTE_MS;
  const retryAfterSeconds = Math.max(1, Math.ceil((lengthMs - (nowMs % lengthMs)) / 1000));
  if (refusedBy === 'day') {
    return new ServiceError(
      'daily_limit_exceeded',
      `The limit of ${allowance.perDay} requests a day is reached. It resets at midnight UTC. A larger plan has a higher limit.`,
      { retryAfterSeconds },
    );
  }
  const [whose, limit] =
    refusedBy === 'key' ? ['This key', allowance.keyPerMinute] : ['This account', allowance.perMinute];
  return new ServiceError(
    'rate_limit_exceeded',
    `${whose} may make ${limit} requests a minute. Wait ${retryAfterSeconds} s and try again.`,
    { retryAfterSeconds },
  );
}

/** Counts a request and puts the state of its limits into its response headers. Synchronous for a limiter in memory. */
export function countRequest(
  { limiter }: { limiter: Limiter },
  allowance: Allowance,
  headers: Record<string, string>,
): Promise<void> | undefined {
  const nowMs = Date.now();
  const counted = limiter.take(allowance, nowMs);
  const note = (count: Count) => {
    const state = limitState(allowance, count, nowMs);
    headers['x-ratelimit-limit'] = String(state.limit);
    headers['x-ratelimit-remaining'] = String(state.remaining);
    headers['x-ratelimit-reset'] = String(state.resetsAt);
    if (count.refusedBy && !allowance.onlyLooks) throw limitError(allowance, count.refusedBy, nowMs);
  };
  if (counted instanceof Promise) return counted.then(note);
  note(counted);
  return undefined;
}

interface Windows {
  minuteIndex: number;
  minute: number;
  dayIndex: number;
  day: number;
}

const MAX_ENTRIES = 200_000;

/** For a single node: counters in memory. */
export class MemoryLimiter implements Limiter {
  readonly #counters = new Map<string, Windows>();
  readonly #tokens = new TokenWindows();

  take(allowance: Allowance, nowMs: number): Count {
    const account = this.#windows(allowance.accountId, nowMs);
    const key =
      allowance.keyPerMinute === null || allowance.keyId === null ? null : this.#windows(allowance.keyId, nowMs);
    const refusedBy = refusal(allowance, account, key);
    if (refusedBy === null && !allowance.onlyLooks) {
      account.minute += 1;
      account.day += 1;
      if (key) key.minute += 1;
    }
    return { minute: account.minute, day: account.day, keyMinute: key?.minute ?? 0, refusedBy };
  }

  takeTokens(take: TokenTake, nowMs: number) {
    return this.#tokens.take(take, nowMs);
  }

  async close(): Promise<void> {
    this.#counters.clear();
  }

  #windows(id: string, nowMs: number): Windows {
    const minuteIndex = Math.floor(nowMs / MINUTE_MS);
    const dayIndex = Math.floor(nowMs / DAY_MS);
    let windows = this.#counters.get(id);
    if (!windows) {
      if (this.#counters.size >= MAX_ENTRIES) this.#forgetOldDays(dayIndex);
      windows = { minuteIndex, minute: 0, dayIndex, day: 0 };
      this.#counters.set(id, windows);
    }
    if (windows.minuteIndex !== minuteIndex) Object.assign(windows, { minuteIndex, minute: 0 });
    if (windows.dayIndex !== dayIndex) Object.assign(windows, { dayIndex, day: 0 });
    return windows;
  }

  #forgetOldDays(today: number): void {
    for (const [id, windows] of this.#counters) if (windows.dayIndex !== today) this.#counters.delete(id);
  }
}

function refusal(allowance: Allowance, account: Windows, key: Windows | null): Count['refusedBy'] {
  if (allowance.perDay !== null && account.day >= allowance.perDay) return 'day';
  if (account.minute >= allowance.perMinute) return 'minute';
  if (key && allowance.keyPerMinute !== null && key.minute >= allowance.keyPerMinute) return 'key';
  return null;
}
