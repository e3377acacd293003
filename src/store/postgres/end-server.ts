// Ends the PostgreSQL process: asks it to stop, and kills it if that takes too long.
import { setTimeout as wait } from 'node:timers/promises';
import type { LaunchLog } from './launch.ts';
import { isRunning } from './process-identity.ts';

const STOP_LIMIT_MS = 8_000;

export async function endServer(pid: number, log: LaunchLog): Promise<void> {
  signalServer(pid, 'SIGINT');
  if (await hasEnded(pid, STOP_LIMIT_MS)) return;
  log.warn('PostgreSQL did not stop in time: stopping it at once; it recovers at the next start');
  signalServer(pid, 'SIGQUIT');
  await hasEnded(pid, STOP_LIMIT_MS);
}

function signalServer(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}

async function hasEnded(pid: number, limitMs: number): Promise<boolean> {
  const deadlineMs = Date.now() + limitMs;
  while (isRunning(pid)) {
    if (Date.now() > deadlineMs) return false;
    await wait(20);
  }
  return true;
}
