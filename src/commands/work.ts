// work: runs a worker process, which runs jobs and delivers webhooks. Any number can run, on any machines.
import { buildApp } from '../app/app.ts';
import { loadConfig } from '../config/config.ts';
import { openLog } from './open-log.ts';
import { waitForStopSignal } from './stop-signal.ts';

export async function runWork(): Promise<void> {
  const stopSignal = waitForStopSignal();
  const config = loadConfig();
  const app = await buildApp(config, openLog(config));
  await app.startWorker();
  if (config.pullModels) void app.pullModels();
  process.stdout.write(`A worker of ${config.serviceName} is running with ${config.jobSlots} slots.\n`);
  await stopSignal;
  await app.stop();
  process.exit(0);
}
