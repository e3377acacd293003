// Watches a sandbox from outside, and ends it if all its processes together use too much memory or CPU time.
import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
const TICKS_PER_SECOND = 100;
const INTERVAL_MS = 500;

export interface WatchLimits {
  memoryBytes: number;
  /** CPU seconds that may be used in a burst. */
  burstSeconds: number;
  /** CPU seconds regained per second: a preview may use this share of a CPU indefinitely. */
  recoveryShare: number;
}

export const WATCH_LIMITS: WatchLimits = { memoryBytes: 512 * 1024 * 1024, burstSeconds: 15, recoveryShare: 0.2 };

/** Calls `end` with the reason, at most once; the returned function stops watching. */
export function watchProcesses(
  pid: number,
  end: (reason: string) => void,
  limits: WatchLimits = WATCH_LIMITS,
): () => void {
  let debt = 0;
  let usedBefore = 0;
  let isBusy = false;
  let lookedMs = performance.now();
  const timer = setInterval(async () => {
    if (isBusy) return;
    isBusy = true;
    const { memoryBytes, cpuSeconds } = await measureTree(pid);
    isBusy = false;
    // On a busy machine a look comes late: what is regained follows the clock, not the number of looks.
    const nowMs = performance.now();
    const regained = ((nowMs - lookedMs) / 1000) * limits.recoveryShare;
    lookedMs = nowMs;
    debt = Math.max(0, debt + Math.max(0, cpuSeconds - usedBefore) - regained);
    usedBefore = Math.max(usedBefore, cpuSeconds);
    if (memoryBytes > limits.memoryBytes) stop('it used more memory than a preview may');
    else if (debt > limits.burstSeconds) stop('it used more CPU time than a preview may');
  }, INTERVAL_MS);
  timer.unref();

  function stop(reason: string): void {
    clearInterval(timer);
    end(reason);
  }
  return () => clearInterval(timer);
}

async function measureTree(root: number): Promise<{ memoryBytes: number; cpuSeconds: number }> {
  const total = { memoryBytes: 0, cpuSeconds: 0 };
  const open = [root];
  for (let count = 0; open.length > 0 && count < 500; count += 1) {
    const pid = open.pop() ?? 0;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name in brackets may contain anything, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    total.memoryBytes += Number(fields[21] ?? 0) * PAGE_BYTES || 0;
    total.cpuSeconds +=
      (Number(fields[11] ?? 0) + Number(fields[12] ?? 0) + Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) /
        TICKS_PER_SECOND || 0;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    open.push(...children.split(' ').filter(Boolean).map(Number));
  }
  return total;
}
