// Wires the chores that keep tables small: daily sums of usage, ledger marks, and the deletion of old rows and files.

import type { Config } from '../config/settings.ts';
import type { Log } from '../core/log.ts';
import { MEGABYTE } from '../core/megabyte.ts';
import type { RetentionKind } from '../core/retention.ts';
import { markLedger } from '../money/ledger-marks.ts';
import type { Prices } from '../money/prices.ts';
import { createRetention } from '../money/retention.ts';
import { deleteOldLog } from '../store/account-log.ts';
import { deleteEndedAnswers } from '../store/answer-cache.ts';
import { deleteOldBackground, deleteOldEvents } from '../store/background-responses.ts';
import { deleteOldCosts, rollUpAllCallCosts } from '../store/call-costs.ts';
import type { Database, Queries } from '../store/database.ts';
import { deleteForgottenCustomers, deleteOldCustomerUsage } from '../store/end-customers.ts';
import { pruneEvents } from '../store/events.ts';
import { deleteOldInvitations } from '../store/invitations.ts';
import {
  deleteOldConversations,
  deleteOldStores,
  dropOldPrompts,
  emptyJobs,
  listEndedProjects,
} from '../store/old-content.ts';
import { deleteOldMails } from '../store/outgoing-mails.ts';
import { removeProject } from '../store/projects.ts';
import { deleteBodiesOfGoneKeys, deleteOldBodies, deleteOldRequests } from '../store/request-log.ts';
import { deleteExcessResponses, deleteOldResponses, type ResponseQuota } from '../store/responses.ts';
import {
  deleteOldBatches,
  deleteOldJobs,
  deleteOldTracks,
  deleteOldUsage,
  listOldArtifacts,
} from '../store/retention.ts';
import type { RetentionRule } from '../store/retention-rule.ts';
import { deleteOldRuns } from '../store/runs.ts';
import { deleteExpiredSignIns } from '../store/sessions.ts';
import { deleteExcessCompletions, deleteOldCompletions } from '../store/stored-completions.ts';
import { deleteExpiredUploads } from '../store/upload-parts.ts';
import { listExpiredFiles, listOldUploads } from '../store/uploads.ts';
import { deleteOldUpstreamDays } from '../store/upstream-days.ts';
import { rollUpUsage } from '../store/usage-rollup.ts';
import { deleteEndedVideoOrders } from '../store/video-orders.ts';
import type { Chore } from './chores.ts';
import type { OpenArtifacts } from './store.ts';

export interface UpkeepParts {
  config: Pick<Config, 'retain' | 'zeroRetentionSeconds'>;
  prices: Prices;
  database: Database;
  files: OpenArtifacts;
  log: Log;
}

const MINUTE_MS = 60_000;
/** What keeps nothing waits no minute. */
const EMPTYING_MS = 5_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The maximum number of batches per run; the rest waits for the next run, so that a clean-up causes little load. */
const BATCHES = 50;
const FILES_AT_ONCE = 100;
const DAYS_AT_ONCE = 10;
/** Per account and environment: the oldest are deleted first. */
const MAX_RESPONSES = 10_000;
/** The default for price lists without it. */
const DEFAULT_RESPONSE_MEGABYTES = 1_000;

/** Every node runs all of them; rows locked by another node are skipped. */
export function upkeepChores({ config, prices, database, files, log }: UpkeepParts): Chore[] {
  const { usageDays, eventsDays, logDays } = config.retain;
  const { queries } = database;
  const retention = createRetention(() => config.retain.days, prices);
  const regular: Chore[] = [
    { everyMs: MINUTE_MS, isSkippedAtStop: true, run: () => markLedger(queries) },
    { everyMs: MINUTE_MS, isSkippedAtStop: true, run: () => rollUpUsage(queries, DAYS_AT_ONCE) },
    { everyMs: 10_000, isSkippedAtStop: true, run: () => rollUpAllCallCosts(queries) },
    { everyMs: DAY_MS, isSkippedAtStop: true, run: () => deleteOldUpstreamDays(queries) },
    { everyMs: 10 * MINUTE_MS, isSkippedAtStop: true, run: () => pruneEvents(queries, eventsDays) },
    { everyMs: DAY_MS, isSkippedAtStop: true, run: () => files.sweepOrphans() },
    {
      everyMs: 10 * MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('invitations', () => deleteOldInvitations(queries), log),
    },
    {
      everyMs: MINUTE_MS,
      isSkippedAtStop: true,
      run: () =>
        inBatches('responses beyond the quota', () => deleteExcessResponses(queries, readResponseQuota(prices)), log),
    },
    {
      everyMs: MINUTE_MS,
      isSkippedAtStop: true,
      run: () =>
        inBatches(
          'completions beyond the quota',
          () => deleteExcessCompletions(queries, readResponseQuota(prices)),
          log,
        ),
    },
    {
      everyMs: MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('bodies of revoked keys', () => deleteBodiesOfGoneKeys(queries), log),
    },
    {
      everyMs: 10 * MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('forgotten customers', () => deleteForgottenCustomers(queries), log),
    },
    {
      everyMs: 10 * MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('old mails', () => deleteOldMails(queries), log),
    },
    {
      everyMs: 10 * MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('old runs', () => deleteOldRuns(queries), log),
    },
    {
      everyMs: MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('expired sign-ins', () => deleteExpiredSignIns(queries), log),
    },
    {
      everyMs: MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('cached answers', () => deleteEndedAnswers(queries), log),
    },
    {
      everyMs: MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('orders of responses', () => deleteOldBackground(queries), log),
    },
    {
      everyMs: MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('events of responses', () => deleteOldEvents(queries), log),
    },
    {
      everyMs: 10 * MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('orders of videos', () => deleteEndedVideoOrders(queries), log),
    },
    {
      everyMs: MINUTE_MS,
      isSkippedAtStop: true,
      run: () => inBatches('expired uploads', () => deleteExpiredUploads(queries), log),
    },
    {
      everyMs: EMPTYING_MS,
      isSkippedAtStop: true,
      run: () => inBatches('expired files', () => removeFiles(files, listExpiredFiles(queries, FILES_AT_ONCE)), log),
    },
  ];
  const forget = (
    what: string,
    keepDays: number,
    batch: (queries: Queries, keepDays: number) => Promise<number>,
  ): Chore[] =>
    keepDays === 0
      ? []
      : [
          {
            everyMs: MINUTE_MS,
            isSkippedAtStop: true,
            run: () => inBatches(what, () => batch(queries, keepDays), log),
          },
        ];
  /** The rules are read at each run: the operator changes them while the service runs. */
  const end = (what: string, kind: RetentionKind, batch: (rule: RetentionRule) => Promise<number>): Chore => ({
    everyMs: MINUTE_MS,
    isSkippedAtStop: true,
    run: async () => {
      for (const rule of retention.rulesOf(kind)) await inBatches(what, () => batch(rule), log);
    },
  });
  return [
    ...regular,
    {
      everyMs: EMPTYING_MS,
      isSkippedAtStop: true,
      run: () =>
        inBatches('words of jobs that keep nothing', () => emptyJobs(queries, config.zeroRetentionSeconds), log),
    },
    {
      everyMs: EMPTYING_MS,
      isSkippedAtStop: true,
      run: async () => {
        for (const { id, archives, ...owner } of await listEndedProjects(queries, config.zeroRetentionSeconds)) {
          await removeProject(queries, owner, id);
          for (const archive of archives) await files.store.remove(archive);
        }
      },
    },
    ...forget('log entries', logDays, deleteOldLog),
    ...forget('usage hours', usageDays, deleteOldUsage),
    ...forget('usage of customers', usageDays, deleteOldCustomerUsage),
    ...forget('costs', usageDays, deleteOldCosts),
    end('logged requests', 'request_log', (rule) => deleteOldRequests(queries, rule)),
    end('bodies of requests', 'request_bodies', (rule) => deleteOldBodies(queries, rule)),
    end('responses', 'responses', (rule) => deleteOldResponses(queries, rule)),
    end('completions', 'responses', (rule) => deleteOldCompletions(queries, rule)),
    end('prompts', 'prompts', (rule) => dropOldPrompts(queries, rule)),
    end('conversations', 'conversations', (rule) => deleteOldConversations(database, rule)),
    end('vector stores', 'vector_stores', (rule) => deleteOldStores(queries, rule)),
    end('jobs', 'jobs', (rule) => deleteOldJobs(queries, rule)),
    end('batches', 'batches', (rule) => deleteOldBatches(queries, rule)),
    end('tracks', 'files', (rule) => deleteOldTracks(queries, rule)),
    end('files', 'files', (rule) => removeFiles(files, listOldArtifacts(queries, rule, FILES_AT_ONCE))),
    end('uploads', 'uploads', (rule) => removeFiles(files, listOldUploads(queries, rule, FILES_AT_ONCE))),
  ];
}

function readResponseQuota({ list: { plans } }: Prices): ResponseQuota {
  const bytesOf = (megabytes = DEFAULT_RESPONSE_MEGABYTES) => megabytes * MEGABYTE;
  return {
    most: MAX_RESPONSES,
    bytesByPlan: new Map(Object.entries(plans).map(([name, plan]) => [name, bytesOf(plan.response_megabytes)])),
    otherBytes: bytesOf(),
  };
}

async function inBatches(what: string, batch: () => Promise<number>, log: Log): Promise<void> {
  let gone = 0;
  for (let round = 0; round < BATCHES; round += 1) {
    const went = await batch();
    gone += went;
    if (went === 0) break;
  }
  if (gone > 0) log.info({ what, gone }, 'old rows were deleted');
}

async function removeFiles(files: OpenArtifacts, listed: Promise<string[]>): Promise<number> {
  const ids = await listed;
  for (const id of ids) await files.store.remove(id);
  return ids.length;
}
