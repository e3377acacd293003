// Counts tokens per minute in memory, for a single node and while Redis is unreachable.
import type { TokenCount, TokenTake } from '../money/token-meter.ts';

const MINUTE_MS = 60_000;
const MAX_ENTRIES = 200_000;

interface Window {
  minute: number;
  tokens: number;
}

export class TokenWindows {
  readonly #windows = new Map<string, Window>();

  take(take: TokenTake, nowMs: number): TokenCount {
    const { perMinute, keyPerMinute, keyId, tokens } = take;
    const now = Math.floor(nowMs / MINUTE_MS);
    const minute = take.minute ?? now;
    const account = perMinute === null ? undefined : this.#window(take.accountId, now);
    const key = keyPerMinute === null || keyId === null ? undefined : this.#window(keyId, now);
    const isFull = (window: Window | undefined, limit: number | null) =>
      take.minute === undefined && window !== undefined && limit !== null && window.tokens >= limit;
    const refusedBy = isFull(account, perMinute) ? 'account' : isFull(key, keyPerMinute) ? 'key' : null;
    // A correction for a past minute changes nothing.
    if (refusedBy === null && minute === now) for (const one of [account, key]) if (one) one.tokens += tokens;
    return { minute, used: account?.tokens ?? 0, keyUsed: key?.tokens ?? 0, refusedBy };
  }

  #window(id: string, minute: number): Window {
    let window = this.#windows.get(id);
    if (!window) {
      if (this.#windows.size >= MAX_ENTRIES) this.#forget(minute);
      window = { minute, tokens: 0 };
      this.#windows.set(id, window);
    }
    if (window.minute !== minute) Object.assign(window, { minute, tokens: 0 });
    return window;
  }

  #forget(now: number): void {
    for (const [id, { minute }] of this.#windows) if (minute !== now) this.#windows.delete(id);
  }
}
