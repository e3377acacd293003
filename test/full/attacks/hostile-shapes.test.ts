// Bodies of every hostile shape, listed and generated for every operation and page: none keeps the event loop busy or fills the memory.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readDocumented } from '../../support/documented-answers.ts';
import { type GeneratedAttack, generatedAttacks } from '../../support/generated-attacks.ts';
import { hostileShapes } from '../../support/hostile-shapes.ts';
import { provePassing } from '../../support/hostile-shapes-proof.ts';
import { startHostileTarget } from '../../support/hostile-target.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const ATTACKS = Number(process.env.ATTACKS ?? 1_500);
const SEED = Number(process.env.SEED ?? 20_263);
const MAX_TURN_MS = 100;
/** The aim is 200 MB; 156 to 282 MB were measured. The peak is the same, near 780 MB; what differs is where the heap stands before. */
const MAX_GROWTH_BYTES = 300 * 1024 * 1024;
const PATIENCE_MS = 20_000;
/** What a thread with an engine takes when it starts is no growth: these start them. */
const ENGINES: [path: string, body: object][] = [
  ['/v1/images/generations', { prompt: 'a red house', size: '1024x1024' }],
  ['/v1/image/edit', { image: `data:image/png;base64,${'A'.repeat(400)}`, prompt: 'blue' }],
  ['/v1/embeddings', { model: 'atelier-embed-1', input: ['a', 'a'.repeat(600_000)] }],
  ['/v1/chat/completions', { model: 'relay-1', messages: [{ role: 'user', content: 'mixed words '.repeat(60_000) }] }],
  ['/v1/code/generate', { model: 'relay-1', prompt: 'a loop' }],
];
const WARMING = 100;
/** Some of what is loaded with the first calls takes a long turn, and so does a collection of garbage: only what is slow every time counts. */
const TIMES = 3;

let service: TestService;
let attacker: TestAccount;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  attacker = await service.account();
});
after(() => service.stop());

for (const { name } of hostileShapes())
  test(`an attacker blocks the event loop with ${name}`, { timeout: 240_000 }, () =>
    provePassing(service, attacker, name),
  );

test('no generated body takes a long turn of the event loop or much memory, at any operation or page', {
  timeout: 900_000,
}, async (context) => {
  const target = await startHostileTarget();
  context.after(() => target.stop());
  const document = (await (await fetch(`${target.origin}/openapi.json`)).json()) as object;
  const all = generatedAttacks(readDocumented(document), SEED);
  const count = all.length;
  // The bodies of all together take gigabytes.
  const attacks = all.splice(0, ATTACKS);
  all.length = 0;
  const statuses: Record<string, number> = {};
  const send = async ({ method, path, body, type }: GeneratedAttack): Promise<number> => {
    const answer = await fetch(`${target.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${path.startsWith('/sandbox') ? target.testKey : target.liveKey}`,
        ...(type ? { 'content-type': type } : {}),
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status ?? 0;
  };
  for (const [path, body] of ENGINES)
    await send({ name: path, method: 'POST', path, body: JSON.stringify(body), type: 'application/json' });
  for (const attack of attacks.slice(0, WARMING)) await send(attack);
  const { peakBytes: before } = await target.readTurns();
  const slow: string[] = [];
  const failed: string[] = [];
  let longest = 0;
  let sent = 0;
  const wanted = attacks.length;
  // A body that was sent is let go of.
  for (let attack = attacks.shift(); attack; attack = attacks.shift()) {
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < TIMES && least > MAX_TURN_MS; time += 1) {
      const status = await send(attack);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 500) failed.push(attack.name);
      sent += 1;
      least = Math.min(least, (await target.readTurns()).longestMs);
    }
    longest = Math.max(longest, least);
    if (process.env.VERBOSE)
      console.log(attack.name, Math.round(least), Math.round((await target.readTurns()).peakBytes / 1e6));
    if (least > MAX_TURN_MS) slow.push(`${Math.round(least)} ms: ${attack.name}`);
  }
  const { peakBytes } = await target.readTurns();
  const grownMb = Math.round((peakBytes - before) / 1024 / 1024);
  context.diagnostic(
    `${sent} of ${count} generated attacks, seed ${SEED}: longest turn ${Math.round(longest)} ms of CPU time, memory +${grownMb} MB, ${JSON.stringify(statuses)}`,
  );
  deepEqual({ slow, failed }, { slow: [], failed: [] });
  ok(peakBytes - before < MAX_GROWTH_BYTES, `the memory grew by ${grownMb} MB`);
  ok(sent >= wanted);
});
