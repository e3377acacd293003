// One account that opens hundreds of event streams, each of which once asked the database by itself.
import { ok, strictEqual } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { bringWeights, SOUND_BANK } from '../support/weights.ts';

const OPENED = 60;
const MAX_OPEN = 32;

let service: TestService;
let attacker: TestAccount;
let jobId: string;

before(async () => {
  await bringWeights(SOUND_BANK);
  // Nobody works: the job stays in the queue and its streams stay open.
  service = await startService({ TEST_WORKER: '0' });
});
after(() => service.stop());

/** Each test has an account of its own: the service hears a moment later that streams were closed. */
beforeEach(async () => {
  attacker = await service.account();
  const made = await service.call('POST', '/v1/music/generate', {
    key: attacker.liveKey,
    body: { prompt: 'a song', duration: 30 },
  });
  jobId = made.json.job_id ?? made.json.id;
  ok(jobId, made.text);
});

interface OpenStream {
  status: number;
  /** Kept: fetch closes the stream of a response that nobody holds any more. */
  response: Response;
  retryAfter: string | null;
  text: string;
  close(): void;
}

async function open(path: string, key: string): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(`${service.origin}${path}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: leaving.signal,
  });
  const isStream = response.status === 200;
  return {
    status: response.status,
    response,
    retryAfter: response.headers.get('retry-after'),
    text: isStream ? '' : await response.text(),
    close: () => leaving.abort(),
  };
}

for (const [what, path] of [
  ['of a job', () => `/v1/jobs/${jobId}/events`],
  ["of the account's events", () => '/v1/webhooks/events'],
] as const)
  test(`an account holds hundreds of streams ${what}`, async () => {
    const streams = await Promise.all(Array.from({ length: OPENED }, () => open(path(), attacker.liveKey)));
    const refused = streams.filter(({ status }) => status === 429);
    strictEqual(streams.length - refused.length, MAX_OPEN);
    ok(refused.every(({ retryAfter, text }) => Number(retryAfter) > 0 && text.includes('event streams')));
    // Others are not refused for it, and a closed stream makes room.
    const other = await service.account();
    strictEqual((await service.call('GET', '/v1/jobs', { key: other.liveKey })).status, 200);
    for (const stream of streams) stream.close();
    strictEqual(await statusOnceClosed(path()), 200);
  });

/** The service hears of the closed connections a moment later. */
async function statusOnceClosed(path: string): Promise<number> {
  let status = 0;
  for (let tries = 0; tries < 50 && status !== 200; tries += 1) {
    const stream = await open(path, attacker.liveKey);
    stream.close();
    status = stream.status;
    if (status !== 200) await wait(50);
  }
  return status;
}

test('thirty streams ask the database no more often than one', async () => {
  const streams = await Promise.all([
    ...Array.from({ length: 15 }, () => open(`/v1/jobs/${jobId}/events`, attacker.liveKey)),
    ...Array.from({ length: 15 }, () => open('/v1/webhooks/events', attacker.liveKey)),
  ]);
  ok(streams.every(({ status }) => status === 200));
  // Each asks once when it opens, and the first look wakes all of them once.
  await wait(4_000);
  const queries = countQueries();
  await wait(4_000);
  const asked = queries.stop();
  for (const stream of streams) stream.close();
  // Two queries for the job and four for the events, and the service's chores; the old code made 75 and more.
  ok(asked < 20, `the streams asked ${asked} times in four seconds`);
});

/** Counts what this process asks of jobs or events. */
function countQueries(): { stop(): number } {
  let count = 0;
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const text = String((args[0] as { text?: string })?.text ?? args[0]);
    if (/from (jobs|events)\b|join events/.test(text)) count += 1;
    return (original as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof original;
  return {
    stop() {
      pg.Client.prototype.query = original;
      return count;
    },
  };
}
