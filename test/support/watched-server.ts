// A server process that says how much CPU time the turns of its event loop took, which a busy machine does not change as it changes wall time.
import './paid-server.ts';

export interface LoopTurns {
  longestMs: number;
  /** The sum of all turns that took longer than SLOW_TURN_MS. */
  slowMs: number;
}

const SLOW_TURN_MS = 100;
const TICK_MS = 2;

let lastMs = threadCpuMs();
let turns: LoopTurns = { longestMs: 0, slowMs: 0 };

// A timer runs at most once a turn, so the CPU time between two of its runs is that of one turn or of a few short ones.
setInterval(measureTurn, TICK_MS).unref();

process.on('message', (message) => {
  if (message !== 'turns') return;
  measureTurn();
  process.send?.(turns);
  turns = { longestMs: 0, slowMs: 0 };
});

function measureTurn(): void {
  const nowMs = threadCpuMs();
  const tookMs = nowMs - lastMs;
  lastMs = nowMs;
  turns.longestMs = Math.max(turns.longestMs, tookMs);
  if (tookMs > SLOW_TURN_MS) turns.slowMs += tookMs;
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
