// Puts the parts of the job system together: the queue for API processes, the runner for workers, the bells between them.
import type { Log } from '../core/log.ts';
import type { Database } from '../store/database.ts';
import { Bell } from './bell.ts';
import type { JobHandlers, JobPresenters } from './kinds.ts';
import type { JobAllowance, JobEvents } from './ports.ts';
import { JobQueue } from './queue.ts';
import { JobRunner } from './runner.ts';
import { JobViews } from './view.ts';
import { JobWatch } from './watch.ts';

export interface JobParts {
  database: Database;
  events: JobEvents;
  allowanceOf(plan: string): JobAllowance;
  presenters: JobPresenters;
  log: Log;
}

export interface JobSystem {
  queue: JobQueue;
  /** A worker in this process; call its start(). */
  createRunner(handlers: JobHandlers, slots: number, leaseSeconds?: number): JobRunner;
  /** After the runners have stopped. */
  close(): Promise<void>;
}

export async function assembleJobs(parts: JobParts): Promise<JobSystem> {
  const { database } = parts;
  const waitingBell = new Bell(database, 'jobs_waiting');
  const changedBell = new Bell(database, 'jobs_changed');
  const cancelledBell = new Bell(database, 'jobs_cancelled');
  const ending = new AbortController();
  const watch = new JobWatch(parts.database.queries);
  await watch.start(changedBell, ending.signal);
  const views = new JobViews(database.queries, parts.presenters);
  return {
    queue: new JobQueue({ ...parts, views, watch, waitingBell, changedBell, cancelledBell }),
    createRunner: (handlers, slots, leaseSeconds) =>
      new JobRunner({ ...parts, handlers, slots, leaseSeconds, waitingBell, changedBell, cancelledBell }),
    async close() {
      await Promise.all([waitingBell.close(), changedBell.close(), cancelledBell.close()]);
      ending.abort();
    },
  };
}
