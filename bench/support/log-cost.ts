// What the request log costs: the same chats with keys that keep nothing, metadata, and bodies, in turns, by the time of the processor.
import { cpuMicroseconds } from './cpu-time.ts';
import type { Gateway } from './gateways.ts';
import { median, runLoad } from './load.ts';

export interface LogCostOptions {
  seconds: number;
  rounds: number;
  warmUp: { connections: number; seconds: number };
  /** The key of each level. */
  keys: Readonly<Record<'off' | 'metadata' | 'bodies', string>>;
}

const CALLERS = 32;
const BODY = { model: 'bench-1', messages: [{ role: 'user', content: 'Say something.' }] };

/** The additional time of each level relative to no log, for whole answers and streams. */
export async function measureLogCost(gateway: Gateway, options: LogCostOptions): Promise<Map<string, number>> {
  const { seconds, rounds, warmUp, keys } = options;
  const levels = Object.keys(keys) as (keyof typeof keys)[];
  const more = new Map<string, number>();
  const rows: Record<string, object> = {};
  for (const stream of [false, true]) {
    const found = new Map(levels.map((level) => [level, { cpu: [] as number[], rate: [] as number[] }]));
    const load = async (level: (typeof levels)[number], during: number) => {
      const target = {
        url: `${gateway.origin}/v1/chat/completions`,
        headers: { ...gateway.headers, authorization: `Bearer ${keys[level]}` },
        body: JSON.stringify({ ...BODY, ...(stream ? { stream } : {}) }),
      };
      const before = await cpuMicroseconds([gateway.pid]);
      const { requestsPerSecond: rate, failures } = await runLoad(target, { connections: CALLERS, seconds: during });
      if (failures > 0) throw new Error(`${failures} calls failed`);
      return { cpu: ((await cpuMicroseconds([gateway.pid])) - before) / (rate * during), rate };
    };
    for (const level of levels) await load(level, warmUp.seconds);
    for (let round = 0; round < rounds; round += 1)
      for (const level of levels) {
        const { cpu, rate } = await load(level, seconds);
        found.get(level)?.cpu.push(cpu);
        found.get(level)?.rate.push(rate);
      }
    const without = median(found.get('off')?.cpu ?? []);
    for (const [level, { cpu, rate }] of found) {
      const name = `log ${level}${stream ? ', streamed' : ''}`;
      more.set(name, median(cpu) / without - 1);
      rows[name] = {
        'CPU of the service, µs a request': Math.round(median(cpu)),
        'more than without': `${(100 * (median(cpu) / without - 1)).toFixed(1)} %`,
        [`req/s, ${CALLERS}`]: Math.round(median(rate)),
      };
    }
  }
  console.table(rows);
  return more;
}
