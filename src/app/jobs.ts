// Wires the job system: the queue, what the API shows of each kind of job, and its routes.
import { assembleJobs, type JobSystem } from '../jobs/assembly.ts';
import { presentBatchJob } from '../modules/batches/present.ts';
import { buildPresenter } from '../modules/builder/present.ts';
import { jobRoutes } from '../modules/jobs/routes.ts';
import { JobService } from '../modules/jobs/service.ts';
import { musicPresenter } from '../modules/music/track.ts';
import { presentIndexJob } from '../modules/vectors/present.ts';
import { videoPresenter } from '../modules/video/finished-video.ts';
import { emitAllIn } from '../outbox/events.ts';
import { askBatchToEnd } from '../store/batches.ts';
import { countJobs } from '../store/jobs.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

export interface Jobs extends Area, JobSystem {
  close(): Promise<void>;
}

export async function buildJobs({ config, database, prices, log }: SharedParts): Promise<Jobs> {
  const presentMusic = musicPresenter(config.publicUrl);
  const jobs = await assembleJobs({
    database,
    events: { emitAllIn },
    allowanceOf: (plan) => prices.plan(plan),
    upstreamCost: prices.upstreamCost,
    billedIn: (environment) => prices.billedIn(environment),
    orderCost: (quote) => prices.orderCost(quote),
    askToEnd: { batch: askBatchToEnd },
    presenters: {
      batch: presentBatchJob,
      build: buildPresenter(config),
      music: presentMusic,
      music_master: presentMusic,
      vector_files: presentIndexJob,
      video: videoPresenter(config.publicUrl),
    },
    log,
  });
  const count = () => countJobs(database.queries);
  return {
    ...jobs,
    routes: jobRoutes(new JobService(jobs.queue)),
    gauges: [
      { name: 'jobs_waiting', help: 'Jobs in the queue', read: async () => (await count()).waiting, aggregator: 'max' },
      {
        name: 'jobs_running',
        help: 'Jobs that are running',
        read: async () => (await count()).running,
        aggregator: 'max',
      },
    ],
  };
}
