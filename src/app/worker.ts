// Wires the worker of this process: it runs jobs and delivers events and email.
import type { JobHandlers } from '../jobs/kinds.ts';
import type { Area } from './area.ts';
import type { Events } from './events.ts';
import type { Jobs } from './jobs.ts';
import type { SharedParts } from './shared-parts.ts';

export interface WorkerParts extends SharedParts {
  jobs: Jobs;
  events: Events;
  /** One handler for each kind of job that the API creates. */
  handlers: Omit<JobHandlers, 'noop'>;
}

export interface Worker extends Area {
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Batches share BATCH_LINES_AT_ONCE: with more batches, they only take turns. */
const BATCH_SLOTS = 4;
/**
 * In addition to JOB_SLOTS, which serve short and long jobs in turn: a short job finds this slot free when songs and
 * videos occupy the others.
 */
const QUICK_SLOTS = 1;

/** They mostly wait for upstreams; engines of this machine queue calls themselves. */
const RESPONSE_SLOTS = 16;

export function buildWorker({ config, jobs, events, handlers }: WorkerParts): Worker {
  const noop = { run: async () => ({ result: {}, outputUrl: null, usage: {} }) };
  const all = { ...handlers, noop };
  const runners = [
    jobs.createRunner(all, config.jobSlots),
    jobs.createRunner(all, QUICK_SLOTS, { queues: ['quick'] }),
    jobs.createRunner(all, BATCH_SLOTS, { queues: ['batch'] }),
    jobs.createRunner(all, RESPONSE_SLOTS, { queues: ['response'] }),
  ];
  let isWorking = false;
  return {
    async start() {
      if (isWorking) return;
      isWorking = true;
      await Promise.all([...runners.map((runner) => runner.start()), events.outbox.start()]);
    },
    async close() {
      if (isWorking) await Promise.all([...runners.map((runner) => runner.stop()), events.outbox.stop()]);
    },
  };
}
