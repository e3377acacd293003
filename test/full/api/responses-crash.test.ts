// The server and its database are killed while responses are asked for: every one whose answer had ended can be read and is charged.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openAccountWithKeys } from '../../../src/app/first-start.ts';
import { openStore } from '../../../src/app/store.ts';
import { silentLog } from '../../../src/core/log.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../../support/misbehaving-upstream.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const ENTRY = new URL('../../support/paid-server.ts', import.meta.url);
/** Whole, as a stream that arrives at once, and as a stream that arrives in pieces. */
const ASKED = [
  { model: 'mock-good-1' },
  { model: 'mock-good-1', stream: true },
  { model: 'mock-slow-1', stream: true },
];
const CALLERS_OF_EACH = 4;
const ENOUGH = 60;

let upstream: MisbehavingUpstream;
let dataDir: string;
let key: string;
let server: ServerProcess | undefined;

before(async () => {
  upstream = await startMisbehavingUpstream();
  dataDir = await mkdtemp(join(tmpdir(), 'atelier-responses-crash-'));
  const store = await openStore({ databaseUrl: null, dataDir }, silentLog);
  const opened = await openAccountWithKeys(store.database, {
    email: 'crash@example.com',
    plan: 'enterprise',
    liveCredits: 1_000,
    announce: async () => undefined,
  });
  key = opened.liveKey;
  await store.close();
});

after(async () => {
  await server?.stop();
  await upstream.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a response whose answer has ended is stored and charged, whatever is killed then', async () => {
  const settings = { DATA_DIR: dataDir, OPENAI_BASE_URL: upstream.baseUrl };
  const killed = await startServerProcess(ENTRY, settings);
  const answered = ASKED.map((): string[] => []);
  const callers = ASKED.flatMap((asked, kind) =>
    Array.from({ length: CALLERS_OF_EACH }, () => askUntilKilled(killed.origin, asked, answered[kind] ?? [])),
  );
  await until(async () => answered.flat().length >= ENOUGH && answered.every(({ length }) => length > 0), {
    saying: 'responses of each kind are answered',
  });
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  await killed.stop('SIGKILL');
  await Promise.all(callers);

  server = await startServerProcess(ENTRY, settings);
  const ids = answered.flat();
  for (const id of ids) {
    const { status, output_text: text } = await send(server.origin, `/${id}`);
    assert.deepEqual([id, status, text], [id, 'completed', WORDS.join('')]);
  }
  const more = { model: 'mock-good-1', input: 'And?', previous_response_id: ids.at(-1) };
  assert.equal((await send(server.origin, '', more)).status, 'completed');
  await server.stop();
  assert.ok((await countCharges()) > ids.length, 'every response that was answered, and the last one, is charged');
});

async function askUntilKilled(origin: string, asked: (typeof ASKED)[number], answered: string[]): Promise<void> {
  for (;;) {
    try {
      const { id } = await send(origin, '', { ...asked, input: 'Say something.' });
      answered.push(id);
    } catch {
      return;
    }
  }
}

/** Rejects for an answer that does not reach its end. */
async function send(
  origin: string,
  path: string,
  body?: object,
): Promise<Record<'id' | 'status' | 'output_text', string>> {
  const response = await fetch(`${origin}/v1/responses${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return JSON.parse(text);
  const [, last] = /^event: response\.completed\ndata: (.*)$/m.exec(text) ?? [];
  return JSON.parse(last ?? assert.fail(`the stream did not end: ${text.slice(-200)}`)).response;
}

async function postmasterOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const found = names.find((name) => name.endsWith('postmaster.pid')) ?? assert.fail('the database has no pid file');
  return Number((await readFile(join(folder, found), 'utf8')).split('\n', 1)[0]);
}

async function countCharges(): Promise<number> {
  const store = await openStore({ databaseUrl: null, dataDir }, silentLog);
  try {
    const { rows } = await store.database.pool.query(
      `select count(*)::int as charges from ledger where type = 'usage'`,
    );
    return rows[0].charges;
  } finally {
    await store.close();
  }
}
