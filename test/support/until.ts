// Waits until something is so, for a bounded time; every wait in the tests goes through here.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  /** Generous by default: a busy machine is slow, and a wait that succeeds does not last longer for it. */
  withinMs?: number;
  /** What was waited for; the error quotes it. */
  saying: string;
  everyMs?: number;
}

/** Resolves with the first truthy result of `condition`; throws when the time is over. */
export async function until<T>(
  condition: () => T | Promise<T>,
  { withinMs = 120_000, saying, everyMs = 20 }: Patience,
): Promise<Exclude<T, false | 0 | '' | null | undefined>> {
  const deadlineMs = Date.now() + withinMs;
  for (;;) {
    const result = await condition();
    if (result) return result as Exclude<T, false | 0 | '' | null | undefined>;
    if (Date.now() > deadlineMs) throw new Error(`waited ${withinMs} ms in vain until ${saying}`);
    await sleep(everyMs);
  }
}
