// Measures the turns of this process' event loop in CPU time, which a busy machine does not change as it changes wall time.
export interface LoopTurns {
  longestMs: number;
  /** The sum of all turns that took longer than SLOW_TURN_MS. */
  slowMs: number;
  /** The most memory that the process has held so far. */
  peakBytes: number;
}

const SLOW_TURN_MS = 100;
const TICK_MS = 2;

/** The returned function tells the turns since its last call. */
export function watchTurns(): () => LoopTurns {
  let lastMs = threadCpuMs();
  let [longestMs, slowMs] = [0, 0];
  const measureTurn = () => {
    const nowMs = threadCpuMs();
    const tookMs = nowMs - lastMs;
    lastMs = nowMs;
    longestMs = Math.max(longestMs, tookMs);
    if (tookMs > SLOW_TURN_MS) slowMs += tookMs;
  };
  // A timer runs at most once a turn, so the CPU time between two of its runs is that of one turn or of a few short ones.
  setInterval(measureTurn, TICK_MS).unref();
  return () => {
    measureTurn();
    const turns = { longestMs, slowMs, peakBytes: process.resourceUsage().maxRSS * 1024 };
    [longestMs, slowMs] = [0, 0];
    return turns;
  };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
