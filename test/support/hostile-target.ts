// A service in a process of its own with a relay behind it, for tests that try to keep it from answering.

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccountWithKeys } from '../../src/app/first-start.ts';
import { openStore } from '../../src/app/store.ts';
import { loadConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/core/log.ts';
import { createTestDatabase } from './database.ts';
import type { LoopTurns } from './loop-turns.ts';
import { startServerProcess } from './server-process.ts';
import { TEST_MODELS_DIR } from './weights.ts';

export interface HostileTarget {
  origin: string;
  liveKey: string;
  testKey: string;
  /** The turns of the server's event loop since the last call. */
  readTurns(): Promise<LoopTurns>;
  stop(): Promise<void>;
}

/** The account is on the free plan without its limits of requests: the test sends in a minute what an attacker sends with many accounts. */
export async function startHostileTarget(): Promise<HostileTarget> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'atelier-hostile-'));
  const upstream = await startSilentUpstream();
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    MODELS_DIR: TEST_MODELS_DIR,
    OPENAI_BASE_URL: `${upstream.origin}/v1`,
    OPENAI_API_KEY: 'none',
    PRICES: await pricesWithoutRequestLimits(folder),
  };
  const store = await openStore(loadConfig(settings, folder), silentLog);
  const opened = await openAccountWithKeys(store.database, {
    email: 'attacker@example.com',
    plan: 'free',
    liveCredits: 100,
    announce: async () => undefined,
  });
  await store.close();
  const server = await startServerProcess(new URL('./watched-server.ts', import.meta.url), settings);
  return {
    origin: server.origin,
    liveKey: opened.liveKey,
    testKey: opened.testKey,
    async readTurns() {
      const answer = once(server.child, 'message');
      server.child.send('turns');
      const [turns] = (await answer) as [LoopTurns];
      return turns;
    },
    async stop() {
      await server.stop();
      await upstream.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The free plan without its limits of requests. */
export async function pricesWithoutRequestLimits(folder: string): Promise<string> {
  const prices = structuredClone(loadConfig({}, folder).prices) as { plans: Record<string, Record<string, unknown>> };
  Object.assign(prices.plans.free ?? {}, { requests_per_minute: 100_000, requests_per_day: null });
  const path = join(folder, `prices-${process.pid}.json`);
  await writeFile(path, JSON.stringify(prices));
  return path;
}

/** Answers without saying how many tokens it read, so that the service has to count them. */
async function startSilentUpstream(): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET')
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'relay-1', object: 'model' }] }));
      else
        response.end(
          JSON.stringify({
            id: 'x',
            object: 'chat.completion',
            created: 1,
            model: 'relay-1',
            choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, text: 'yes', finish_reason: 'stop' }],
          }),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
