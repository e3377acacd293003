// work: runs a worker process, which runs jobs and delivers webhooks. Any number can run, on any machines.
import { buildApp } from '../app/app.ts';
import { loadConfig } from '../config/config.ts';
import { originOf } from '../config/values.ts';
import { openLog } from './open-log.ts';
import { waitForStopSignal } from './stop-signal.ts';

export async function runWork(): Promise<void> {
  const stopSignal = waitForStopSignal();
  const config = loadConfig();
  const app = await buildApp(config, openLog(config));
  await app.startWorker();
  const { host, workerPort } = config;
  // After the start: until then nothing answers, so a probe knows that the worker is not there yet.
  if (workerPort !== null) {
    try {
      await app.healthServer.listen({ host, port: workerPort });
    } catch (error) {
      await app.stop();
      throw error;
    }
  }
  if (config.pullModels) void app.pullModels();
  process.stdout.write(
    `A worker of ${config.serviceName} is running with ${config.jobSlots} slots${healthAt(config.host, app.healthServer.port)}.\n`,
  );
  await stopSignal;
  await app.stop();
  process.exit(0);
}

function healthAt(host: string, port: number): string {
  return port === 0 ? '' : ` and answers for its health at ${originOf(host, port)}/readyz`;
}
