// Assembles the job system: the queue for API processes, the runner for workers, and the notifications between them.
import type { Environment } from '../core/caller.ts';
import type { Log } from '../core/log.ts';
import type { IsBilled } from '../core/model-lists.ts';
import type { Tally } from '../core/tally.ts';
import type { Quote, UpstreamCost } from '../money/prices.ts';
import type { Database } from '../store/database.ts';
import type { JobRow } from '../store/jobs.ts';
import { ChangeNotifier } from './change-notifier.ts';
import type { JobHandlers, JobKind, JobPresenters, QueueName } from './kinds.ts';
import type { AskToEnd, JobAllowance, JobEvents } from './ports.ts';
import { JobQueue } from './queue.ts';
import { QueueForecast } from './queue-forecast.ts';
import { JobRunner } from './runner.ts';
import { JobViews } from './view.ts';
import { JobWatch } from './watch.ts';

export interface JobParts {
  database: Database;
  events: JobEvents;
  allowanceOf(plan: string): JobAllowance;
  /** The cost that the upstream of a job's model charges; not counted if absent. */
  upstreamCost?: UpstreamCost;
  orderCost?(quote: Quote, plan: string): JobRow['orderCost'];
  billedIn?(environment: Environment): IsBilled | undefined;
  presenters: JobPresenters;
  askToEnd?: Partial<Record<JobKind, AskToEnd>>;
  /** Counts the jobs that end here. */
  ended: Tally<'kind' | 'state'>;
  log: Log;
}

export interface RunnerTerms {
  leaseSeconds?: number;
  queues?: readonly QueueName[];
}

export interface JobSystem {
  queue: JobQueue;
  /** Creates a worker in this process; the caller must call its start(). */
  createRunner(handlers: JobHandlers, slots: number, terms?: RunnerTerms): JobRunner;
  /** Call this after the runners have stopped. */
  close(): Promise<void>;
}

export async function assembleJobs(parts: JobParts): Promise<JobSystem> {
  const { database } = parts;
  const waitingNotifier = new ChangeNotifier(database, 'jobs_waiting');
  const changedNotifier = new ChangeNotifier(database, 'jobs_changed');
  const cancelledNotifier = new ChangeNotifier(database, 'jobs_cancelled');
  const ending = new AbortController();
  const watch = new JobWatch(parts.database.queries);
  await watch.start(changedNotifier, ending.signal);
  const forecast = new QueueForecast(database.queries);
  const views = new JobViews(database.queries, parts.presenters, forecast);
  return {
    queue: new JobQueue({
      ...{ askToEnd: {}, ...parts, views, forecast, watch },
      ...{ waitingNotifier, changedNotifier, cancelledNotifier },
    }),
    createRunner: (handlers, slots, terms = {}) =>
      new JobRunner({ ...parts, handlers, slots, ...terms, waitingNotifier, changedNotifier, cancelledNotifier }),
    async close() {
      await Promise.all([waitingNotifier.close(), changedNotifier.close(), cancelledNotifier.close()]);
      ending.abort();
    },
  };
}
