// How many chats a second each dialect of the service answers, beside chat completions: same upstream, same words, same run.
import { cpuMicroseconds } from './cpu-time.ts';
import type { Gateway } from './gateways.ts';
import { median, runLoad, type Target } from './load.ts';

export interface DialectOptions {
  seconds: number;
  rounds: number;
  warmUp: { connections: number; seconds: number };
}

const CALLERS = 32;
const DIALECTS = ['chat', 'messages', 'responses', 'responses, stored'] as const;
type Dialect = (typeof DIALECTS)[number];

/** Requests a second by dialect, whole and streamed, each with its part of the rate of chat completions. */
export async function measureDialects(gateway: Gateway, options: DialectOptions): Promise<Map<string, number>> {
  const { seconds, rounds, warmUp } = options;
  const parts = new Map<string, number>();
  const rows: Record<string, object> = {};
  for (const stream of [false, true]) {
    const found = new Map<Dialect, number[]>(DIALECTS.map((dialect) => [dialect, []]));
    const costs = new Map<Dialect, number[]>(DIALECTS.map((dialect) => [dialect, []]));
    for (const dialect of DIALECTS) await runLoad(targetOf(gateway, dialect, stream), warmUp);
    // In turns, so that disturbances of the machine affect all of them.
    for (let round = 0; round < rounds; round += 1)
      for (const dialect of DIALECTS) {
        const before = await cpuMicroseconds([gateway.pid]);
        const rate = await load(gateway, dialect, stream, seconds);
        found.get(dialect)?.push(rate);
        costs.get(dialect)?.push(((await cpuMicroseconds([gateway.pid])) - before) / (rate * seconds));
      }
    const chat = median(found.get('chat') ?? []);
    for (const [dialect, values] of found) {
      const name = `${dialect}${stream ? ', streamed' : ''}`;
      const rate = median(values);
      parts.set(name, rate / chat);
      rows[name] = {
        [`req/s, ${CALLERS}`]: Math.round(rate),
        'part of chat': (rate / chat).toFixed(2),
        'CPU µs a request': Math.round(median(costs.get(dialect) ?? [])),
      };
    }
  }
  console.table(rows);
  return parts;

  async function load(one: Gateway, dialect: Dialect, stream: boolean, seconds: number): Promise<number> {
    const result = await runLoad(targetOf(one, dialect, stream), { connections: CALLERS, seconds });
    if (result.failures > 0) throw new Error(`${result.failures} calls of ${dialect} failed`);
    return result.requestsPerSecond;
  }
}

function targetOf({ origin, headers }: Gateway, dialect: Dialect, stream: boolean): Target {
  const content = 'Say something.';
  const common = { model: 'bench-1', ...(stream ? { stream } : {}) };
  const messages = [{ role: 'user', content }];
  const bodies: Record<Dialect, [path: string, body: object]> = {
    chat: ['/v1/chat/completions', { ...common, messages }],
    messages: ['/v1/messages', { ...common, max_tokens: 1_000, messages }],
    responses: ['/v1/responses', { ...common, input: content, store: false }],
    'responses, stored': ['/v1/responses', { ...common, input: content }],
  };
  const [path, body] = bodies[dialect];
  return { url: `${origin}${path}`, headers, body: JSON.stringify(body) };
}
