// The clock of the machine jumps by an hour, forwards and back, during a stream, a job and a session: nothing is lost, charged twice or signed out.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { openAccountWithKeys } from '../../src/app/first-start.ts';
import { type OpenStore, openStore } from '../../src/app/store.ts';
import { silentLog } from '../../src/core/log.ts';
import { makeWelcomeToken } from '../../src/modules/account/welcome-link.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { STEADY_MODEL, startSteadyUpstream } from '../support/steady-upstream.ts';
import { until } from '../support/until.ts';

const ENTRY = new URL('../support/paid-server.ts', import.meta.url);
/** Offsets to the true time, one after the other: an hour forwards, two back, and home again. */
const JUMPS = ['+3600s', '-3600s', '+0s'];

let folder: string;
let clock: string;
let upstream: Awaited<ReturnType<typeof startSteadyUpstream>>;
let store: OpenStore;
let server: ServerProcess;
let account: { id: string };
let key = '';
let cookie = '';
let charged = 0;

before(async () => {
  needProgram('faketime');
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  assert.ok(library, 'the package faketime has its library');
  folder = await mkdtemp(join(tmpdir(), 'atelier-clock-'));
  clock = join(folder, 'offset');
  await writeFile(clock, '+0s');
  upstream = await startSteadyUpstream();
  store = await openStore({ databaseUrl: null, dataDir: join(folder, 'data') }, silentLog);
  const opened = await openAccountWithKeys(store.database, {
    email: 'clock@example.com',
    plan: 'enterprise',
    liveCredits: 1_000,
    announce: async () => undefined,
  });
  account = opened.account;
  key = opened.liveKey;
  server = await startServerProcess(ENTRY, {
    DATA_DIR: join(folder, 'data'),
    TEST_ROLE: 'both',
    OPENAI_BASE_URL: upstream.baseUrl,
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // A machine's jump does not touch the clock that timers use.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const token = await makeWelcomeToken(store.database.queries, account.id);
  const welcome = await fetch(`${server.origin}/welcome/${token}`, { redirect: 'manual' });
  cookie = welcome.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
});
after(async () => {
  await server?.stop();
  await store?.close();
  await upstream?.stop();
  await rm(folder, { recursive: true, force: true });
});

for (const offset of JUMPS)
  test(`a jump to ${offset} in the middle of a stream and a job`, async () => {
    const stream = post('/v1/chat/completions', {
      model: STEADY_MODEL,
      messages: [{ role: 'user', content: 'How deep is the lake?' }],
      stream: true,
      max_tokens: 50,
    });
    const order = { prompt: 'a red balloon above a lake', width: 768, height: 768 };
    const job = JSON.parse(await (await post('/v1/image/generate', order, { prefer: 'respond-async' })).text());
    // The stream has begun, and with it the hold; it lasts a second more.
    const answer = await stream;
    await writeFile(clock, offset);
    assert.match(await answer.text(), /data: \[DONE\]\s*$/);
    const ended = await until(
      async () => {
        const read = (await (await get(`/v1/jobs/${job.id}`)).json()) as { status: string; error: unknown };
        return ['completed', 'failed'].includes(read.status) && read;
      },
      { saying: 'the job ended', everyMs: 200 },
    );
    assert.equal(ended.status, 'completed', JSON.stringify(ended.error));
    const seenMs = Date.parse((await get('/healthz')).headers.get('date') ?? '');
    const secondsOff = (seenMs - Date.now()) / 1000 - Number.parseInt(offset, 10);
    assert.ok(Math.abs(secondsOff) < 600, `the service must live at the other time, but is ${secondsOff} s off`);
    assert.equal((await post('/v1/test/paid', { credits: 0.01 })).status, 200, 'keys and limits work');
    const session = await fetch(`${server.origin}/v1/account`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(session.status, 200, 'the person is still signed in');
    charged += 3;
    await assertExact();
  });

/** Each of the three was charged once, and nothing stays held. */
async function assertExact(): Promise<void> {
  const read = async () => {
    const { rows } = await store.database.pool.query(
      `select b.balance, b.held, (select count(*)::int from holds) as holds,
         (select sum(amount)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as sum,
         (select count(*)::int from ledger l where l.account_id = b.account_id and l.type = 'usage') as charges
       from balances b where b.account_id = $1 and b.environment = 'live'`,
      [account.id],
    );
    return rows[0];
  };
  await until(async () => (await read()).holds === 0 && (await read()).held === 0, {
    saying: 'nothing is held',
    everyMs: 200,
  });
  const { balance, sum, charges } = await read();
  assert.equal(balance, sum);
  assert.equal(charges, charged);
}

function post(path: string, body: object, more: Record<string, string> = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more };
  return fetch(`${server.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

function get(path: string): Promise<Response> {
  return fetch(`${server.origin}${path}`, { headers: { authorization: `Bearer ${key}` } });
}
