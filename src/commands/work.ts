// work: a worker by itself: runs jobs and delivers webhooks, any number on any machines.
import { buildApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { createLog } from '../core/log.ts';
import { whenAskedToStop } from './asked-to-stop.ts';

export async function runWork(): Promise<void> {
  const askedToStop = whenAskedToStop();
  const config = loadConfig();
  const app = await buildApp(config, createLog({ level: config.logLevel }));
  await app.startWorker();
  if (config.pullModels) void app.pullModels();
  process.stdout.write(`${config.serviceName}'s worker is running with ${config.jobSlots} slots.\n`);
  await askedToStop;
  await app.stop();
  process.exit(0);
}
