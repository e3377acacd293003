// serve and start: run the API until a signal ends it; start also runs a worker in the same process.
import cluster from 'node:cluster';
import { buildApp } from '../app/app.ts';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/values.ts';
import { lockServedFolder } from '../store/postgres/data-folder-lock.ts';
import { greet } from './greeting.ts';
import { openLog } from './open-log.ts';
import { readOptions } from './options.ts';
import { waitForStopSignal } from './stop-signal.ts';

export async function runServe(args: string[], role: { withWorker: boolean }): Promise<void> {
  const { workers } = readOptions(args, ['workers']).options;
  if (workers !== undefined && cluster.isPrimary) {
    if (role.withWorker)
      throw new ConfigError(
        '--workers works with serve only: run npm run serve -- --workers auto, and npm run work next to it.',
      );
    const { countWorkers, serveWithWorkers } = await import('./serve-workers.ts');
    const count = countWorkers(workers);
    if (count > 1) return serveWithWorkers(count);
  }
  const stopSignal = waitForStopSignal();
  const config = loadConfig();
  const log = openLog(config);
  // The lock of the primary process covers the processes of serve --workers.
  const unlock = cluster.isPrimary ? lockServedFolder(config) : () => undefined;
  const app = await buildApp(config, log);
  try {
    // Before the greeting: if the port is taken, the owner must not lose the keys, which are shown only once.
    await app.server.listen({ host: config.host, port: config.port });
    const screen = { isTerminal: process.stdout.isTTY };
    if (cluster.isPrimary) process.stdout.write(await greet(config, app.database, screen));
  } catch (error) {
    await app.stop();
    throw error;
  }
  if (role.withWorker) await app.startWorker();
  if (config.pullModels) void app.pullModels();
  if (cluster.isPrimary) void app.lookAround();
  await stopSignal;
  await app.stop();
  unlock();
  process.exit(0);
}
