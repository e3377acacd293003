// Watches this process and all below it from a thread of its own: the most memory they held together, and the CPU of those below.
import { readdirSync, readFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

export interface TreeUse {
  megabytes: number;
  cpuSeconds: number;
  /** At the peak, by process, the largest first. */
  parts: string;
}

const EVERY_MS = 500;
const TICKS_PER_SECOND = 100;

export function watchTree(): { stop(): Promise<TreeUse> } {
  const worker = new Worker(new URL(import.meta.url));
  let last: TreeUse = { megabytes: 0, cpuSeconds: 0, parts: '' };
  worker.on('message', (use: TreeUse) => {
    last = use;
  });
  return {
    async stop() {
      await worker.terminate();
      return last;
    },
  };
}

if (!isMainThread) {
  const most: TreeUse = { megabytes: 0, cpuSeconds: 0, parts: '' };
  setInterval(() => {
    const tree = readTree(process.pid);
    const megabytes = tree.reduce((sum, one) => sum + one.megabytes, 0);
    most.cpuSeconds = Math.max(
      most.cpuSeconds,
      tree.slice(1).reduce((sum, one) => sum + one.cpuSeconds, 0),
    );
    if (megabytes > most.megabytes) {
      most.megabytes = megabytes;
      const sorted = [...tree].sort((a, b) => b.megabytes - a.megabytes);
      most.parts = sorted.map((one) => `${one.name} ${Math.round(one.megabytes)}`).join(', ');
    }
    parentPort?.postMessage(most);
  }, EVERY_MS);
}

interface ProcessUse {
  name: string;
  megabytes: number;
  cpuSeconds: number;
}

/** Pages that several processes share are counted once: each has its part of them. */
function readTree(pid: number): ProcessUse[] {
  try {
    const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    const own = {
      name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      megabytes: Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0) / 1024,
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    };
    return [own, ...children.flatMap(readTree)];
  } catch {
    return []; // it ended meanwhile
  }
}
