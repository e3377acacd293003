// The same service as several API processes and as many workers behind a balancer: TEST_NODES=2 runs API tests across them.
import type { MoreRoutes } from '../../src/app/app.ts';
import { paidRoute } from './paid-route.ts';
import { startRoundRobin } from './round-robin.ts';
import { startServerProcess } from './server-process.ts';

export const TEST_NODES = Number(process.env.TEST_NODES ?? 1);

const ENTRY = new URL('./paid-server.ts', import.meta.url);

/** The balancer answers at the settings' PORT; the nodes share the settings' database, folder and Redis. */
export async function startNodes(
  settings: Record<string, string>,
  { withWorkers, moreRoutes }: { withWorkers: boolean; moreRoutes: MoreRoutes | undefined },
): Promise<{ stop(): Promise<void> }> {
  if (moreRoutes && moreRoutes !== paidRoute)
    throw new Error('routes of a test cannot go to another process: run this test without TEST_NODES');
  const { PORT = '', ...shared } = settings;
  const environment = {
    ...shared,
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://127.0.0.1:${PORT}`,
    ...(process.env.TEST_REDIS_URL ? { REDIS_URL: process.env.TEST_REDIS_URL } : {}),
  };
  const nodes = Array.from({ length: TEST_NODES }, () => startServerProcess(ENTRY, environment));
  const workers = withWorkers
    ? Array.from({ length: TEST_NODES }, () => startServerProcess(ENTRY, { ...environment, TEST_ROLE: 'worker' }))
    : [];
  const servers = await Promise.all(nodes);
  const balancer = await startRoundRobin(
    Number(PORT),
    servers.map(({ origin }) => origin),
  );
  return {
    async stop() {
      await balancer.stop();
      await Promise.all([...servers, ...(await Promise.all(workers))].map((server) => server.stop()));
    },
  };
}
