// Says whether a process runs and which program it is: a pid alone can be reused after a reboot.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const HAS_PROC = existsSync('/proc/self/stat');

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

export function processName(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  return HAS_PROC ? readText(`/proc/${pid}/comm`)?.trim() : askPs(pid, 'comm=');
}

function isZombie(pid: number): boolean {
  return HAS_PROC && statFields(pid)?.[0] === 'Z';
}

/** The fields after the process name, which is in parentheses and may contain spaces; the first is the state. */
function statFields(pid: number): string[] | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function askPs(pid: number, field: string): string {
  return spawnSync('ps', ['-o', field, '-p', `${pid}`], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
