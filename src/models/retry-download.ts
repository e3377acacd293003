// Repeats a download that was interrupted, stalled or postponed by the server, with growing pauses and a bounded number of attempts.
import { rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Refused, WrongBytes } from './download-error.ts';
import { type Download, downloadFile, type HttpSource } from './source-http.ts';

export interface RetryRules {
  /** Consecutive attempts that bring no new bytes. */
  idleAttempts: number;
  /** The limit on all attempts together, so that a server that sends a little each time also ends. */
  attempts: number;
  firstPauseMs: number;
  longestPauseMs: number;
}

const RETRY_RULES: RetryRules = { idleAttempts: 5, attempts: 200, firstPauseMs: 500, longestPauseMs: 60_000 };

export async function downloadWithRetries(
  source: HttpSource,
  download: Download,
  rules: RetryRules = RETRY_RULES,
): Promise<void> {
  let idle = 0;
  for (let attempt = 1; ; attempt += 1) {
    const before = await sizeOf(download.target);
    try {
      return await downloadFile(source, download);
    } catch (error) {
      download.signal.throwIfAborted();
      if (error instanceof WrongBytes) await rm(download.target, { force: true });
      const after = await sizeOf(download.target);
      idle = after > before ? 0 : idle + 1;
      if (!isWorthAnother(error, after) || idle >= rules.idleAttempts || attempt >= rules.attempts) throw error;
      await pause(error, idle, download.signal, rules);
    }
  }
}

/** The same for a request without a file. */
export async function askWithRetries<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  rules: RetryRules = RETRY_RULES,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Refused && error.isTemporary) || attempt >= rules.idleAttempts) throw error;
      await pause(error, attempt, signal, rules);
    }
  }
}

/** A host that was never reached is not retried: the next source may be faster. */
function isWorthAnother(error: unknown, partBytes: number): boolean {
  if (error instanceof WrongBytes) return false;
  if (error instanceof Refused) return error.isTemporary;
  const { code } = error as NodeJS.ErrnoException;
  return partBytes > 0 && code !== 'ENOSPC' && code !== 'EACCES' && code !== 'EROFS';
}

async function pause(error: unknown, idle: number, signal: AbortSignal, rules: RetryRules): Promise<void> {
  const asked = error instanceof Refused ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const grown = idle === 0 ? 0 : rules.firstPauseMs * 2 ** (idle - 1);
  await wait(Math.min(rules.longestPauseMs, Math.max(asked, grown)), undefined, { signal });
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
