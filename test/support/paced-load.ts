// Calls at a steady rate, whatever the answers take, with their outcomes.
import { Agent, request } from 'undici';

export interface PacedCall {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** What the end of a right answer looks like. */
  endsWith: string;
}

export interface PacedResult {
  sent: number;
  right: number;
  /** The first few. */
  problems: string[];
}

const TICK_MS = 10;
const MAX_PROBLEMS = 5;
/** More under way at once than this is no steady rate but a standstill. */
const MAX_UNDER_WAY = 2_000;

/** As fast as `callers` can, one call after the other: answers how many a second. */
export async function findMaximum(calls: readonly PacedCall[], callers: number, seconds: number): Promise<number> {
  const agent = new Agent({ connections: callers });
  const untilMs = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let turn = caller; performance.now() < untilMs; turn += 1, done += 1)
        await send(calls[turn % calls.length] as PacedCall, agent);
    }),
  );
  await agent.close();
  return done / seconds;
}

export async function runPaced(calls: readonly PacedCall[], rate: number, seconds: number): Promise<PacedResult> {
  const agent = new Agent({ connections: 256 });
  const result: PacedResult = { sent: 0, right: 0, problems: [] };
  const underWay = new Set<Promise<void>>();
  const startedMs = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startedMs;
      if (elapsedMs >= seconds * 1000) {
        clearInterval(timer);
        resolve();
        return;
      }
      const due = Math.floor((elapsedMs / 1000) * rate);
      while (result.sent < due && underWay.size < MAX_UNDER_WAY) {
        const call = calls[result.sent % calls.length] as PacedCall;
        result.sent += 1;
        const one = send(call, agent)
          .then((problem) => {
            if (problem === null) result.right += 1;
            else if (result.problems.length < MAX_PROBLEMS) result.problems.push(`${call.path}: ${problem}`);
          })
          .finally(() => underWay.delete(one));
        underWay.add(one);
      }
    }, TICK_MS);
  });
  await Promise.all(underWay);
  await agent.close();
  return result;
}

/** null when the answer was right. */
async function send(call: PacedCall, agent: Agent): Promise<string | null> {
  try {
    const answer = await request(`${call.origin}${call.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...call.headers },
      body: call.body,
      dispatcher: agent,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) return `${answer.statusCode} ${text.slice(0, 200)}`;
    return text.trimEnd().endsWith(call.endsWith) ? null : `it ends with ${text.slice(-100)}`;
  } catch (error) {
    return String(error);
  }
}
