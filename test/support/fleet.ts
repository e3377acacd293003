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
import { startReadyBalancer } from './ready-balancer.ts';
import { startRedis } from './redis.ts';
import { startRoundRobin } from './round-robin.ts';
import { startS3 } from './s3.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { TEST_MODELS_DIR } from './weights.ts';

export interface Fleet {
  /** The balancer. */
  origin: string;
  balancer: 'nginx' | 'round robin' | 'readiness';
  /** How many nodes the balancer sends to, where it asks /readyz. */
  ready(): number;
  nodes: ServerProcess[];
  workers: ServerProcess[];
  database: Database;
  /** Processes of the shared parts, where they are our own children. */
  pids: { redis: number | undefined; balancer: number | undefined };
  account(terms?: { plan?: string; credits?: number }): Promise<AccountKeys>;
  /** Ends a node by SIGTERM, as an update does, and starts it again at the same port, from another tree if one is given. */
  restart(index: number, entry?: URL): Promise<void>;
  restartWorker(index: number, entry?: URL): Promise<void>;
  stop(): Promise<void>;
}

const ENTRY = new URL('./paid-server.ts', import.meta.url);

export interface FleetSize {
  nodes: number;
  workers: number;
  /** nginx, where the machine has it, unless one that asks /readyz is wanted. */
  balancer?: 'readiness';
}

const FOREIGN = { pid: undefined, stop: async () => undefined, drop: async () => undefined };

/** Starts the database, Redis and the bucket too, unless the settings name them. */
export async function startFleet(size: FleetSize, settings: Record<string, string> = {}): Promise<Fleet> {
  const [store, redis, s3] = await Promise.all([
    settings.DATABASE_URL ? { ...FOREIGN, url: settings.DATABASE_URL } : createEmptyDatabase(),
    settings.REDIS_URL ? { ...FOREIGN, url: settings.REDIS_URL } : startRedis(),
    settings.S3_URL ? { ...FOREIGN, url: settings.S3_URL } : startS3(),
  ]);
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
  const start = (name: string, more: Record<string, string>, entry = ENTRY) =>
    startServerProcess(entry, { ...shared, ...more, DATA_DIR: join(folder, name) });
  // All at once, on an empty database: the first to come migrates, the others wait.
  const [nodes, workers] = await Promise.all([
    Promise.all(Array.from({ length: size.nodes }, (_, index) => start(`node-${index}`, {}))),
    Promise.all(Array.from({ length: size.workers }, (_, index) => start(`worker-${index}`, { TEST_ROLE: 'worker' }))),
  ]);
  const origins = nodes.map(({ origin }) => origin);
  const kind = size.balancer ?? (hasNginx() ? 'nginx' : 'round robin');
  const watching = kind === 'readiness' ? await startReadyBalancer(port, origins) : undefined;
  const balancer = watching ?? (await (kind === 'nginx' ? startNginx : startRoundRobin)(port, origins));
  const opened = await openStore({ databaseUrl: store.url, dataDir: folder }, silentLog);
  let made = 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    balancer: kind,
    ready: () => watching?.ready() ?? nodes.length,
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
    async restart(index, entry) {
      await nodes[index]?.stop();
      nodes[index] = await start(`node-${index}`, { PORT: new URL(origins[index] ?? '').port }, entry);
    },
    async restartWorker(index, entry) {
      await workers[index]?.stop();
      workers[index] = await start(`worker-${index}`, { TEST_ROLE: 'worker' }, entry);
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
