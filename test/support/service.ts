// A whole service for a test: its own database, data folder and port, in this process or (TEST_NODES) in several.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, buildApp, type MoreRoutes } from '../../src/app/app.ts';
import { announceAccount } from '../../src/app/events.ts';
import { openAccountWithKeys } from '../../src/app/first-start.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Config } from '../../src/config/settings.ts';
import { createLog, type Log } from '../../src/core/log.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { TEST_MODELS_DIR } from './weights.ts';

export { freePort };

export interface TestAccount {
  id: string;
  email: string;
  liveKey: string;
  testKey: string;
}

export interface TestService {
  origin: string;
  app: App;
  config: Config;
  databaseUrl: string;
  account(terms?: { plan?: string; credits?: number; isOwner?: boolean }): Promise<TestAccount>;
  /** A call with a key; the body, if any, goes as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<CallAnswer>;
  stop(): Promise<void>;
}

export interface CallOptions {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface CallAnswer {
  status: number;
  headers: Headers;
  text: string;
  // Tests look into answers freely; a wrong guess fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
  json: any;
}

/** Of databases that a service of this process has used: the next one there is another node, with the same SECRET. */
const secrets = new Map<string, string>();

/**
 * Starts the service with its defaults, in this process, with a worker. What differs from `npm start`, and why:
 * - PORT, DATA_DIR: many services run at once.
 * - DATABASE_URL: a database in the server that all tests share; starting one for each would take most of the time. The bundled
 *   one that `npm start` starts is proved by test/api/npm-start.test.ts.
 * - MODELS_DIR, PULL_MODELS: weights are shared between runs, and no test pulls a gigabyte that it does not need.
 * - LOCAL_SERVERS: what runs on the developer's machine must not change a test.
 * - LOG_LEVEL: a test that passes says nothing; TEST_LOG_LEVEL=info shows the log.
 * TEST_WORKER=0 leaves out the worker, for tests that bring their own.
 */
export async function startService(
  settings: Record<string, string> = {},
  moreRoutes?: MoreRoutes,
  log?: Log,
): Promise<TestService> {
  const database = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, drop: async () => undefined }
    : await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'));
  const secret = settings.SECRET ?? (settings.DATA_DIR ? undefined : secrets.get(database.url));
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: folder,
    MODELS_DIR: TEST_MODELS_DIR,
    DATABASE_URL: database.url,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PULL_MODELS: '0',
    LOCAL_SERVERS: 'off',
    ...settings,
    ...(secret ? { SECRET: secret } : {}),
  };
  const config = loadConfig(environment, folder);
  const app = await buildApp(config, log ?? createLog({ level: config.logLevel }), moreRoutes);
  if (!config.secret) secrets.set(database.url, await readFile(join(config.dataDir, 'secret'), 'utf8'));
  const withWorkers = settings.TEST_WORKER !== '0';
  const { startNodes, TEST_NODES } = await import('./nodes.ts');
  const nodes = TEST_NODES > 1 ? await startNodes(environment, { withWorkers, moreRoutes }) : undefined;
  if (!nodes) {
    await app.server.listen({ host: config.host, port: config.port });
    if (withWorkers) await app.startWorker();
  }
  const origin = `http://127.0.0.1:${config.port}`;
  let made = 0;
  return {
    origin,
    app,
    config,
    databaseUrl: database.url,
    async account({ plan = 'enterprise', credits = 1000, isOwner = false } = {}) {
      made += 1;
      const email = `customer-${made}-${config.port}@example.com`;
      const opened = await openAccountWithKeys(app.database, {
        email,
        plan,
        isOwner,
        liveCredits: credits,
        announce: announceAccount,
      });
      return { id: opened.account.id, email, liveKey: opened.liveKey, testKey: opened.testKey };
    },
    call: (method, path, options) => call(origin, method, path, options),
    async stop() {
      await nodes?.stop();
      await app.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function call(origin: string, method: string, path: string, options: CallOptions = {}): Promise<CallAnswer> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(options.key ? { authorization: `Bearer ${options.key}` } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
