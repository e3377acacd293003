// Work that is cancelled while the service is told to end: the process ends by itself, whatever native code was running.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import test, { after, before } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { bringWeights, EMBEDDING_WEIGHTS, SOUND_BANK, TEST_MODELS_DIR } from '../../support/weights.ts';

const ENTRY = new URL('../../support/paid-server.ts', import.meta.url);
const LATE_MS = 400;

let database: TestService;
let account: TestAccount;

before(async () => {
  await bringWeights(SOUND_BANK);
  await bringWeights(EMBEDDING_WEIGHTS);
  database = await startService({ TEST_WORKER: '0' });
  account = await database.account();
});
after(() => database.stop());

function startWhole(): Promise<ServerProcess> {
  return startServerProcess(ENTRY, {
    DATABASE_URL: database.databaseUrl,
    DATA_DIR: database.config.dataDir,
    MODELS_DIR: TEST_MODELS_DIR,
    TEST_ROLE: 'both',
  });
}

async function connect({ origin }: ServerProcess): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${account.liveKey}` } };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit });
  // The SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

async function assertEndsByItself({ child }: ServerProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
}

const ORDERS: [string, Record<string, unknown>][] = [
  ['make_song', { prompt: 'A calm piano piece', duration: 30, instrumental: true }],
  ['make_video', { prompt: 'Waves at a rocky coast', duration: 5, resolution: '720p' }],
  ['build_application', { prompt: 'A to-do list with due dates', preview: false }],
];

for (const [name, given] of ORDERS)
  test(`${name} is cancelled and the service ends at once`, async () => {
    const server = await startWhole();
    const client = await connect(server);
    const leaving = new AbortController();
    const begun = Promise.withResolvers<void>();
    const called = client
      .callTool({ name, arguments: given }, undefined, { signal: leaving.signal, onprogress: () => begun.resolve() })
      .then(
        () => begun.resolve(),
        () => undefined,
      );
    await begun.promise;
    leaving.abort();
    await assertEndsByItself(server);
    await called;
    await client.close().catch(() => undefined);
  });

// Whether the network is loaded, or just computes, depends on the moment: both are met here.
for (const waitMs of [0, LATE_MS])
  test(`texts are embedded while the service ends, ${waitMs} ms after they were sent`, async () => {
    const server = await startWhole();
    const input = Array.from({ length: 200 }, (_, index) => `${index} ${'a text of some length '.repeat(20)}`);
    const call = fetch(`${server.origin}/v1/embeddings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: EMBEDDING_WEIGHTS, input }),
      signal: AbortSignal.timeout(waitMs + 100),
    }).catch(() => undefined);
    await call;
    await assertEndsByItself(server);
  });
