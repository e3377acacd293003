// Repeatedly stops some processes of a running program for a moment, like an overloaded machine. Linux only.
import { readdirSync, readFileSync } from 'node:fs';

const SHORTEST_STALL_MS = 100;
const LONGEST_STALL_MS = 600;
const LONGEST_PAUSE_MS = 300;
const MAX_AT_ONCE = 6;

/** Stalls descendants of the process, never itself, until the function that it returns is called; that one says how often it did. */
export function stallDescendants(rootPid) {
  let stopped = [];
  let count = 0;
  let timer;
  const goOn = () => {
    signalAll(stopped, 'SIGCONT');
    stopped = [];
    timer = setTimeout(stall, Math.random() * LONGEST_PAUSE_MS);
  };
  const stall = () => {
    stopped = someOf(descendantsOf(rootPid), 1 + Math.floor(Math.random() * MAX_AT_ONCE));
    signalAll(stopped, 'SIGSTOP');
    count += stopped.length > 0 ? 1 : 0;
    timer = setTimeout(goOn, SHORTEST_STALL_MS + Math.random() * (LONGEST_STALL_MS - SHORTEST_STALL_MS));
  };
  timer = setTimeout(stall, LONGEST_PAUSE_MS);
  return () => {
    clearTimeout(timer);
    signalAll(stopped, 'SIGCONT');
    stopped = [];
    return count;
  };
}

function someOf(pids, most) {
  return pids
    .map((pid) => ({ pid, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ pid }) => pid);
}

function descendantsOf(rootPid) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [];
  const open = [rootPid];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const own = children.get(pid) ?? [];
    found.push(...own);
    open.push(...own);
  }
  return found;
}

function parentOf(pid) {
  try {
    // The name before the parent may hold spaces and parentheses.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
  } catch {
    // It has ended.
    return undefined;
  }
}

function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}
