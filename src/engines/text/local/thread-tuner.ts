// Uses only cores that other processes leave free: the threads of a computation spin while they wait for each other, so
// one thread that loses its core makes all of them many times slower (decision 0016).
import { cpus } from 'node:os';

const LOOK_EVERY_MS = 500;
/** Less than this share of a core is background noise. */
const HUM_CORES = 0.3;

export interface CpuReading {
  atMs: number;
  /** CPU time of all cores and all processes. */
  busyMs: number;
  ownMs: number;
}

/** How many threads to use now, given two readings of the machine. */
export function threadsBetween(before: CpuReading, after: CpuReading, cores: number): number {
  const elapsedMs = Math.max(1, after.atMs - before.atMs);
  const othersMs = after.busyMs - before.busyMs - (after.ownMs - before.ownMs);
  const othersCores = othersMs / elapsedMs;
  return Math.max(1, cores - Math.ceil(Math.max(0, othersCores - HUM_CORES)));
}

export class ThreadTuner {
  readonly #cores: number;
  readonly #setThreads: (threads: number) => void;
  #last = readCpu();

  constructor(cores: number, setThreads: (threads: number) => void) {
    this.#cores = cores;
    this.#setThreads = setThreads;
    // Uses few threads until some time after the first reading.
    setThreads(Math.max(1, cores - 1));
  }

  /** Called before each step of work; reads the machine's load only now and then. */
  look(): void {
    if (this.#cores < 2 || Date.now() - this.#last.atMs < LOOK_EVERY_MS) return;
    const now = readCpu();
    this.#setThreads(threadsBetween(this.#last, now, this.#cores));
    this.#last = now;
  }
}

function readCpu(): CpuReading {
  const busyMs = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  const own = process.cpuUsage();
  return { atMs: Date.now(), busyMs, ownMs: (own.user + own.system) / 1000 };
}
