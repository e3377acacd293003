// The thread of the watchdog: adds up what the processes of each sandbox use. It reads with calls that wait for no other thread.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { REASONS, type WatchLimits, type WatchOrder, type WatchReason } from './watch-order.ts';

const PAGE_BYTES = 4096;
const TICKS_PER_SECOND = 100;
const MAX_PROCESSES = 500;

interface SeenProcess {
  memoryBytes: number;
  /** Without its children, which are counted themselves. */
  cpuSeconds: number;
  isRunning: boolean;
  /** With its number, this names one process for good. */
  began: string;
}

const timers = new Map<number, NodeJS.Timeout>();

parentPort?.on('message', (order: WatchOrder) => {
  if ('stop' in order) unwatch(order.id);
  else watch(order);
});

function unwatch(id: number): void {
  clearInterval(timers.get(id));
  timers.delete(id);
}

function watch({ id, pid, limits, reason }: Exclude<WatchOrder, { stop: true }>): void {
  const began = readProcess(pid).began;
  const beganMs = performance.now();
  let debt = 0;
  let known: ReadonlyMap<number, SeenProcess> | undefined;
  let lookedMs = beganMs;
  const look = () => {
    const seen = listTree(pid);
    // Its parent has not heard yet that it ended, or another process has its number.
    if (seen.get(pid)?.began !== began) return unwatch(id);
    // On a busy machine a check runs late, so the regained share depends on the clock, not on the number of checks.
    const nowMs = performance.now();
    const seconds = (nowMs - lookedMs) / 1000;
    lookedMs = nowMs;
    debt = Math.max(0, debt + usedSeconds(seen, known, seconds) - seconds * limits.recoveryShare);
    known = seen;
    const why = reasonToEnd(seen, debt, nowMs - beganMs, limits);
    if (!why) return;
    Atomics.store(reason, 0, REASONS.indexOf(why));
    unwatch(id);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Ignored: it has ended by itself meanwhile.
    }
  };
  timers.set(id, setInterval(look, limits.everyMs));
}

function reasonToEnd(
  seen: ReadonlyMap<number, SeenProcess>,
  debt: number,
  ranMs: number,
  limits: WatchLimits,
): WatchReason | null {
  const memoryBytes = [...seen.values()].reduce((sum, each) => sum + each.memoryBytes, 0);
  if (memoryBytes > limits.memoryBytes) return 'memory';
  if (debt > limits.burstSeconds) return 'cpu';
  if (countSockets(seen) > limits.sockets) return 'sockets';
  return limits.timeMs !== null && ranMs > limits.timeMs ? 'time' : null;
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

function listTree(root: number): Map<number, SeenProcess> {
  const seen = new Map<number, SeenProcess>();
  const open = [root];
  while (open.length > 0 && seen.size < MAX_PROCESSES) {
    const pid = open.pop() ?? 0;
    seen.set(pid, readProcess(pid));
    open.push(...childrenOf(pid));
  }
  return seen;
}

function readProcess(pid: number): SeenProcess {
  const stat = read(`/proc/${pid}/stat`);
  // The name in brackets may contain anything, so fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    memoryBytes: Number(fields[21] ?? 0) * PAGE_BYTES || 0,
    cpuSeconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND || 0,
    isRunning: fields[0] === 'R',
    began: fields[19] ?? '',
  };
}

/** Linux lists a child under the thread that created it. */
function childrenOf(pid: number): number[] {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // Ignored: it has ended.
  }
  const lists = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

/** From the sandbox's network namespace, which all processes share except the first, bubblewrap outside it. */
function countSockets(seen: ReadonlyMap<number, SeenProcess>): number {
  const inside = [...seen.keys()].at(-1);
  if (inside === undefined || seen.size < 2) return 0;
  const facts = read(`/proc/${inside}/net/sockstat`);
  return Number(/^sockets: used (\d+)/.exec(facts)?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
