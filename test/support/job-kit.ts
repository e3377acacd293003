// The job system and the outbox on a test's own database, as the service wires them, with handlers of the test's choice.

import type { Caller } from '../../src/core/caller.ts';
import { newId } from '../../src/core/ids.ts';
import { createLog, silentLog } from '../../src/core/log.ts';
import { Tally } from '../../src/core/tally.ts';
import { assembleJobs, type JobSystem } from '../../src/jobs/assembly.ts';
import type { JobHandler, JobHandlers, JobKind } from '../../src/jobs/kinds.ts';
import type { JobView } from '../../src/jobs/view.ts';
import { openAccount } from '../../src/modules/account/open-account.ts';
import { emitAllIn } from '../../src/outbox/events.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { TEST_NODES } from './nodes.ts';

export const testLog = process.env.TEST_LOG_LEVEL ? createLog({ level: process.env.TEST_LOG_LEVEL }) : silentLog;

export interface JobKit {
  database: Database;
  jobs: JobSystem;
  customer(terms?: { credits?: number; plan?: string; isOwner?: boolean }): Promise<Caller>;
  /** A job of the test kind that holds `micro` micro-credits. */
  order(caller: Caller, payload?: unknown, terms?: { micro?: number; size?: number; kind?: JobKind }): Promise<JobView>;
  close(): Promise<void>;
}

/** `limits` stands for the plan: as many at once, as many in the queue. */
export async function createJobKit(
  url: string,
  limits: { concurrent: number; queued: number } = { concurrent: 4, queued: 10_000 },
): Promise<JobKit> {
  const nodes = await Promise.all(Array.from({ length: TEST_NODES }, () => openNode(url, limits)));
  const jobs = inTurns(nodes.map((node) => node.jobs));
  const database = inTurns(nodes.map((node) => node.database));
  return {
    database,
    jobs,
    customer: (terms) => openCustomer(database, terms),
    order: (caller, payload = {}, terms = {}) =>
      jobs.queue.create({
        caller,
        requestId: newId('req'),
        kind: terms.kind ?? 'noop',
        payload,
        quote: quoteOf(terms.micro ?? 1_000),
        ...(terms.size === undefined ? {} : { size: terms.size }),
      }),
    async close() {
      for (const node of nodes) {
        await node.jobs.close();
        await node.database.close();
      }
    },
  };
}

interface JobNode {
  database: Database;
  jobs: JobSystem;
}

/** Connections, bells and watchers of its own, as another process has: nodes share the database and nothing else. */
async function openNode(url: string, limits: { concurrent: number; queued: number }): Promise<JobNode> {
  const database = openDatabase({ connectionString: url }, () => undefined);
  await migrate(database.pool);
  const jobs = await assembleJobs({
    database,
    events: { emitAllIn },
    allowanceOf: () => ({ concurrent_jobs: limits.concurrent, queued_jobs: limits.queued }),
    presenters: {},
    ended: new Tally('kind', 'state'),
    log: testLog,
  });
  return { database, jobs };
}

/** Whatever is asked of it is asked of the next node. */
function inTurns<T extends object>(nodes: readonly T[]): T {
  let turn = 0;
  const [first] = nodes;
  if (!first || nodes.length === 1) return first as T;
  return new Proxy(first, {
    get(_, name) {
      const node = nodes[turn % nodes.length] as T;
      turn += 1;
      const value: unknown = Reflect.get(node, name);
      return typeof value === 'function' ? value.bind(node) : value;
    },
  });
}

/** Every kind does the same, which is all that the queue knows of them. */
export function handleAll(run: JobHandler['run']): JobHandlers {
  const handler = { run };
  return {
    music: handler,
    music_master: handler,
    video: handler,
    image: handler,
    build: handler,
    batch: handler,
    vector_files: handler,
    response: handler,
    noop: handler,
  };
}

async function openCustomer(
  database: Database,
  { credits = 1_000, plan = 'pro', isOwner = false }: { credits?: number; plan?: string; isOwner?: boolean } = {},
): Promise<Caller> {
  const email = `${newId('c')}@example.com`;
  const opening = { email, plan, isOwner, liveCredits: credits, announce: async () => undefined };
  const account = await database.transaction((trx) => openAccount(trx, opening));
  return {
    accountId: account.id,
    environment: 'live',
    plan,
    attributionWaived: false,
    isOwner,
    email,
    keyId: null,
    priceFactorPermille: null,
    keyMonthlyCap: null,
    keyDailyCap: null,
    keyTokensPerMinute: null,
    keyRequestsPerMinute: null,
    keyModels: null,
    keyExpiresAt: null,
    scopes: ['*'],
  };
}

function quoteOf(micro: number) {
  return { module: 'noop', model: 'noop-1', amount: micro, minimum: micro, description: 'a test job' };
}
