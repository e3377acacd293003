// Watches a sandbox from outside, and ends it if its processes together use too much memory, CPU time or sockets.
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

const PAGE_BYTES = 4096;
const TICKS_PER_SECOND = 100;
const INTERVAL_MS = 500;
const MAX_PROCESSES = 500;

export interface WatchLimits {
  memoryBytes: number;
  /** CPU seconds that may be used in a burst. */
  burstSeconds: number;
  /** CPU seconds regained per second: a preview may use this share of a CPU indefinitely. */
  recoveryShare: number;
  /** Data waiting in sockets occupies kernel memory, which is charged to no process. */
  sockets: number;
}

export const WATCH_LIMITS: WatchLimits = {
  memoryBytes: 512 * 1024 * 1024,
  burstSeconds: 15,
  recoveryShare: 0.2,
  sockets: 1000,
};

/** Calls `end` with the reason, at most once; the returned function stops watching. */
export function watchProcesses(
  pid: number,
  end: (reason: string) => void,
  limits: WatchLimits = WATCH_LIMITS,
): () => void {
  let debt = 0;
  let known: ReadonlyMap<number, SeenProcess> | undefined;
  let isBusy = false;
  let lookedMs = performance.now();
  const timer = setInterval(async () => {
    if (isBusy) return;
    isBusy = true;
    const seen = await listTree(pid);
    const sockets = await countSockets(seen);
    isBusy = false;
    // On a busy machine a check runs late, so the regained share depends on the clock, not on the number of checks.
    const nowMs = performance.now();
    const seconds = (nowMs - lookedMs) / 1000;
    lookedMs = nowMs;
    debt = Math.max(0, debt + usedSeconds(seen, known, seconds) - seconds * limits.recoveryShare);
    known = seen;
    const memoryBytes = [...seen.values()].reduce((sum, each) => sum + each.memoryBytes, 0);
    if (memoryBytes > limits.memoryBytes) stop('it used more memory than a preview may');
    else if (debt > limits.burstSeconds) stop('it used more CPU time than a preview may');
    else if (sockets > limits.sockets) stop('it opened more sockets than a preview may');
  }, INTERVAL_MS);
  timer.unref();

  function stop(reason: string): void {
    clearInterval(timer);
    end(reason);
  }
  return () => clearInterval(timer);
}

interface SeenProcess {
  memoryBytes: number;
  /** Without its children, which are counted themselves. */
  cpuSeconds: number;
  isRunning: boolean;
}

/**
 * A process missing at the last check may have followed others that began and ended unseen: while it runs, it counts as
 * if it had run since then.
 */
function usedSeconds(
  seen: ReadonlyMap<number, SeenProcess>,
  known: ReadonlyMap<number, SeenProcess> | undefined,
  seconds: number,
): number {
  let used = 0;
  let newcomers = 0;
  for (const [pid, { cpuSeconds, isRunning }] of seen) {
    const before = known?.get(pid);
    used += Math.max(0, cpuSeconds - (before?.cpuSeconds ?? 0));
    if (known && !before && isRunning) newcomers += 1;
  }
  return Math.max(used, Math.min(newcomers, availableParallelism()) * seconds);
}

async function listTree(root: number): Promise<Map<number, SeenProcess>> {
  const seen = new Map<number, SeenProcess>();
  const open = [root];
  while (open.length > 0 && seen.size < MAX_PROCESSES) {
    const pid = open.pop() ?? 0;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name in brackets may contain anything, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    seen.set(pid, {
      memoryBytes: Number(fields[21] ?? 0) * PAGE_BYTES || 0,
      cpuSeconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND || 0,
      isRunning: fields[0] === 'R',
    });
    open.push(...(await childrenOf(pid)));
  }
  return seen;
}

/** Linux lists a child under the thread that created it. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

/** From the sandbox's network namespace, which all processes share except the first, bubblewrap outside it. */
async function countSockets(seen: ReadonlyMap<number, SeenProcess>): Promise<number> {
  const inside = [...seen.keys()].at(-1);
  if (inside === undefined || seen.size < 2) return 0;
  const facts = await readFile(`/proc/${inside}/net/sockstat`, 'utf8').catch(() => '');
  return Number(/^sockets: used (\d+)/.exec(facts)?.[1] ?? 0);
}
