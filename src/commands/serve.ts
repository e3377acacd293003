// serve and start: the API, with or without a worker beside it, until a signal ends it.
import cluster from 'node:cluster';
import { buildApp } from '../app.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { createLog } from '../core/log.ts';
import { lockServedFolder } from '../store/data-folder-lock.ts';
import { whenAskedToStop } from './asked-to-stop.ts';
import { greet } from './greeting.ts';
import { readOptions } from './options.ts';

export async function runServe(args: string[], role: { withWorker: boolean }): Promise<void> {
  const { workers } = readOptions(args, ['workers']).options;
  if (workers !== undefined && cluster.isPrimary) {
    if (role.withWorker)
      throw new ConfigError('--workers is for serve: npm run serve -- --workers auto, and npm run work beside it.');
    const { countWorkers, serveWithWorkers } = await import('./serve-workers.ts');
    const count = countWorkers(workers);
    if (count > 1) return serveWithWorkers(count);
  }
  const askedToStop = whenAskedToStop();
  const config = loadConfig();
  const log = createLog({ level: config.logLevel });
  // Processes of serve --workers are covered by the lock of the first one.
  const unlock = cluster.isPrimary ? lockServedFolder(config) : () => undefined;
  const app = await buildApp(config, log);
  const greeting = cluster.isPrimary ? await greet(config, app.database) : '';
  await app.server.listen({ host: config.host, port: config.port });
  process.stdout.write(greeting);
  if (role.withWorker) await app.startWorker();
  if (config.pullModels) void app.pullModels();
  await askedToStop;
  await app.stop();
  unlock();
  process.exit(0);
}
