// Wires the job system: the queue, what the API shows of each kind of job, and its routes.
import { Tally } from '../core/tally.ts';
import { type MetricSettings, oncePerReading } from '../http/metrics.ts';
import { assembleJobs, type JobSystem } from '../jobs/assembly.ts';
import { presentBatchJob } from '../modules/batches/present.ts';
import { buildPresenter } from '../modules/builder/present.ts';
import { jobRoutes } from '../modules/jobs/routes.ts';
import { JobService } from '../modules/jobs/service.ts';
import { musicPresenter } from '../modules/music/track.ts';
import { presentIndexJob } from '../modules/vectors/present.ts';
import { videoPresenter } from '../modules/video/finished-video.ts';
import { abandonedPolicyOf } from '../money/left-bill.ts';
import { emitAllIn } from '../outbox/events.ts';
import { askBatchToEnd } from '../store/batches.ts';
import type { Queries } from '../store/database.ts';
import { countOpenJobs, type OpenJobs } from '../store/jobs.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

export interface Jobs extends Area, JobSystem {
  close(): Promise<void>;
}

export async function buildJobs({ config, database, prices, log }: SharedParts): Promise<Jobs> {
  const ended = new Tally('kind', 'state');
  const presentMusic = musicPresenter(config.publicUrl);
  const jobs = await assembleJobs({
    database,
    events: { emitAllIn },
    allowanceOf: (plan) => prices.plan(plan),
    upstreamCost: prices.upstreamCost,
    billedIn: (environment) => prices.billedIn(environment),
    orderCost(quote, plan) {
      const order = prices.orderCost(quote);
      return order && { ...order, isOwed: abandonedPolicyOf(prices, plan) === 'accepted' };
    },
    askToEnd: { batch: askBatchToEnd },
    presenters: {
      batch: presentBatchJob,
      build: buildPresenter(config),
      music: presentMusic,
      music_master: presentMusic,
      vector_files: presentIndexJob,
      video: videoPresenter(config.publicUrl),
    },
    ended,
    log,
  });
  return {
    ...jobs,
    routes: jobRoutes(new JobService(jobs.queue)),
    metrics: [...openJobMetrics(database.queries), endedMetric(ended)],
  };
}

function openJobMetrics(queries: Queries): MetricSettings[] {
  const count = oncePerReading(() => countOpenJobs(queries));
  const ofKinds = (read: (jobs: OpenJobs) => number) => async () =>
    (await count()).map((jobs) => ({ labels: { kind: jobs.kind }, value: read(jobs) }));
  const shared = { labels: ['kind'], aggregator: 'max' as const };
  return [
    { name: 'jobs_waiting', help: 'Jobs in the queue', ...shared, read: ofKinds(({ waiting }) => waiting) },
    { name: 'jobs_running', help: 'Jobs that are running', ...shared, read: ofKinds(({ running }) => running) },
    {
      name: 'oldest_waiting_job_seconds',
      help: 'Seconds since the oldest job in the queue was created',
      ...shared,
      read: ofKinds(({ oldestSeconds }) => oldestSeconds ?? 0),
    },
  ];
}

function endedMetric(ended: Tally<'kind' | 'state'>): MetricSettings {
  return {
    name: 'jobs_ended_total',
    help: 'Jobs that workers of this process completed or that failed there',
    labels: ['kind', 'state'],
    read: () => ended.samples,
  };
}
