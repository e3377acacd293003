// How much processor time processes have used: unlike rates, this hardly depends on other load of the machine.
import { readFile } from 'node:fs/promises';

const TICKS_PER_SECOND = 100;

/** Microseconds of these processes, and of their children where there are any. */
export async function cpuMicroseconds(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(
    pids.map(async (pid) => (await own(pid)) + (await cpuMicroseconds(await childrenOf(pid)))),
  );
  return each.reduce((sum, one) => sum + one, 0);
}

async function own(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may hold anything: state is the first field, times are the twelfth and thirteenth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND) * 1_000_000;
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.trim().split(' ').filter(Boolean).map(Number);
}
