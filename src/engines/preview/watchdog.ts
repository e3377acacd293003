// Watches sandboxes from a thread of its own, and ends one whose processes together use too much memory, time or sockets: while the service's event loop is busy, too.
import type { ChildProcess } from 'node:child_process';
import { type Channel, openThread } from '@atelier/kit';
import { REASONS, type WatchLimits, type WatchOrder, type WatchReason } from './watch-order.ts';

export const WATCH_LIMITS: WatchLimits = {
  everyMs: 500,
  memoryBytes: 512 * 1024 * 1024,
  timeMs: null,
  burstSeconds: 15,
  recoveryShare: 0.2,
  sockets: 1000,
};

export interface Watch {
  reason(): WatchReason;
  stop(): void;
}

const IDLE_MS = 60_000;
const THREAD = new URL('./watch-thread.ts', import.meta.url);

let thread: Channel | null = null;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
/** What to do with each watched process if the thread fails. */
const watched = new Map<number, () => void>();

export function watchProcesses(child: ChildProcess, limits: WatchLimits = WATCH_LIMITS): Watch {
  const { pid } = child;
  // It could not be started, of which `child` tells.
  if (pid === undefined) return { reason: () => 'none', stop() {} };
  clearTimeout(idle);
  lastId += 1;
  const id = lastId;
  const reason = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  watched.set(id, () => {
    Atomics.store(reason, 0, REASONS.indexOf('unwatched'));
    child.kill('SIGKILL');
  });
  thread ??= open();
  const order: WatchOrder = { id, pid, limits, reason };
  thread.send(order);
  return {
    reason: () => REASONS[Atomics.load(reason, 0)] ?? 'none',
    stop() {
      if (!watched.delete(id)) return;
      const over: WatchOrder = { id, stop: true };
      thread?.send(over);
      if (watched.size === 0) idle = setTimeout(close, IDLE_MS).unref();
    },
  };
}

function open(): Channel {
  const opened = openThread(THREAD);
  opened.hold(false);
  opened.onEnd(() => {
    if (thread !== opened) return;
    thread = null;
    const left = [...watched.values()];
    watched.clear();
    for (const end of left) end();
  });
  return opened;
}

function close(): void {
  const closing = thread;
  thread = null;
  void closing?.end();
}
