// A fleet as on many machines: API nodes and workers with folders of their own that share PostgreSQL, Redis, a bucket and a balancer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountKeys, openAccountWithKeys } from '../../src/app/first-start.ts';
import { openStore } from '../../src/app/store.ts';
import { silentLog } from '../../src/core/log.ts';
import type { Database } from '../../src/store/database.ts';
import { createEmptyDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { startRedis } from './redis.ts';
import { startRoundRobin } from './round-robin.ts';
import { startS3 } from './s3.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { TEST_MODELS_DIR } from './weights.ts';

export interface Fleet {
  /** The balancer. */
  origin: string;
  balancer: 'nginx' | 'round robin';
  nodes: ServerProcess[];
  workers: ServerProcess[];
  database: Database;
  /** Processes of the shared parts, where they are our own children. */
  pids: { redis: number | undefined; balancer: number | undefined };
  account(terms?: { plan?: string; credits?: number }): Promise<AccountKeys>;
  stop(): Promise<void>;
}

const ENTRY = new URL('./paid-server.ts', import.meta.url);

export async function startFleet(
  size: { nodes: number; workers: number },
  settings: Record<string, string> = {},
): Promise<Fleet> {
  const [store, redis, s3] = await Promise.all([createEmptyDatabase(), startRedis(), startS3()]);
  const folder = await mkdtemp(join(tmpdir(), 'atelier-fleet-'));
  const port = await freePort();
  const shared = {
    SECRET: 'the same secret on every node of the fleet',
    DATABASE_URL: store.url,
    REDIS_URL: redis.url,
    S3_URL: s3.url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    MODELS_DIR: TEST_MODELS_DIR,
    ...settings,
  };
  const start = (name: string, more: Record<string, string>) =>
    startServerProcess(ENTRY, { ...shared, ...more, DATA_DIR: join(folder, name) });
  // All at once, on an empty database: the first to come migrates, the others wait.
  const [nodes, workers] = await Promise.all([
    Promise.all(Array.from({ length: size.nodes }, (_, index) => start(`node-${index}`, {}))),
    Promise.all(Array.from({ length: size.workers }, (_, index) => start(`worker-${index}`, { TEST_ROLE: 'worker' }))),
  ]);
  const origins = nodes.map(({ origin }) => origin);
  const balancer = hasNginx() ? await startNginx(port, origins) : await startRoundRobin(port, origins);
  const opened = await openStore({ databaseUrl: store.url, dataDir: folder }, silentLog);
  let made = 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    balancer: hasNginx() ? 'nginx' : 'round robin',
    nodes,
    workers,
    database: opened.database,
    pids: { redis: redis.pid, balancer: balancer.pid },
    account({ plan = 'enterprise', credits = 1000 } = {}) {
      made += 1;
      const email = `fleet-${made}-${port}@example.com`;
      return openAccountWithKeys(opened.database, {
        email,
        plan,
        liveCredits: credits,
        announce: async () => undefined,
      });
    },
    async stop() {
      await balancer.stop();
      await Promise.all([...nodes, ...workers].map((server) => server.stop()));
      await opened.close();
      await Promise.all([redis.stop(), s3.stop(), store.drop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
