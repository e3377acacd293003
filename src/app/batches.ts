// Wires batches: their lines call the routes of other areas, each as its own request would.
import { attributionOf } from '../http/attribution.ts';
import { BatchCalls } from '../http/batch-calls.ts';
import type { CallWatcher } from '../http/call-watcher.ts';
import type { JobHandler } from '../jobs/kinds.ts';
import { findBatchCaller } from '../modules/batches/batch-caller.ts';
import { BatchJob } from '../modules/batches/job.ts';
import { batchRoutes } from '../modules/batches/routes.ts';
import { BatchService } from '../modules/batches/service.ts';
import { SharedSlots } from '../modules/batches/shared-slots.ts';
import { moderatorOf } from '../modules/chat/guard-moderator.ts';
import { findAccount } from '../store/accounts.ts';
import { type Area, joinAreas } from './area.ts';
import type { Jobs } from './jobs.ts';
import type { SharedParts } from './shared-parts.ts';

export interface BatchParts extends SharedParts {
  jobs: Jobs;
  /** The areas whose routes a batch may call. */
  callable: readonly Area[];
}

export interface Batches extends Area {
  handlers: { batch: JobHandler };
  /** Records its lines in the request log and the traces, like requests. */
  watchBy(watcher: CallWatcher): void;
}

export function buildBatches(parts: BatchParts): Batches {
  const { config, database, artifacts, prices, money, modelNames, log, jobs } = parts;
  const attribution = attributionOf(config.serviceName, config.serviceUrl);
  const moderate = moderatorOf(parts.upstreams.side.moderation);
  const calls = new BatchCalls({ prices, money, modelNames, attribution, publicUrl: config.publicUrl, log, moderate });
  calls.offer(joinAreas(parts.callable).routes);
  const { queries } = database;
  const job = new BatchJob({
    database,
    artifacts,
    calls,
    keepDays: async (accountId) => {
      const account = await findAccount(queries, accountId);
      return account ? parts.retention.daysOf(account.plan).uploads : config.retain.days.uploads;
    },
    queue: jobs.queue,
    prices,
    slots: new SharedSlots(config.batchLinesAtOnce),
    roomOf: parts.roomOf,
    callerOf: (batch) => findBatchCaller(queries, batch),
  });
  return {
    routes: batchRoutes(new BatchService({ queries, queue: jobs.queue, calls, refuseExcess: parts.refuseExcess })),
    handlers: { batch: job },
    watchBy: (watcher) => calls.watchBy(watcher),
  };
}
