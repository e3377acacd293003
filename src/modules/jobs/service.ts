// A customer's jobs of all modules: list, get, cancel, follow.

import type { Caller } from '../../core/caller.ts';
import { pageBody } from '../../core/page.ts';
import { JOB_KINDS, type JobKind } from '../../jobs/kinds.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { JobView } from '../../jobs/view.ts';
import type { JobState } from '../../store/jobs.ts';
import type { JobListQuery } from './schema.ts';

const DEFAULT_LIMIT = 20;

export class JobService {
  readonly #queue: JobQueue;

  constructor(queue: JobQueue) {
    this.#queue = queue;
  }

  async list(caller: Caller, query: JobListQuery) {
    const { data, nextSeq } = await this.#queue.list({
      accountId: caller.accountId,
      environment: caller.environment,
      limit: query.limit ?? DEFAULT_LIMIT,
      ...(query.cursor ? { beforeSeq: Number(query.cursor) } : {}),
      ...(query.status ? { states: statesOf(query.status) } : {}),
      ...(query.service ? { kinds: kindsOf(query.service) } : {}),
    });
    return pageBody(data, nextSeq === null ? null : String(nextSeq));
  }

  find(caller: Caller, id: string): Promise<JobView> {
    return this.#queue.find(caller, id);
  }

  cancel(caller: Caller, id: string): Promise<JobView> {
    return this.#queue.cancel(caller, id);
  }

  /** One server-sent event per change; a client that reconnects sends the last id to resume there. */
  async *follow(caller: Caller, id: string, { lastEventId, signal }: Following) {
    const seen = Number(lastEventId);
    const afterVersion = Number.isSafeInteger(seen) && seen > 0 ? seen : 0;
    for await (const { version, job } of this.#queue.follow(caller, id, { signal, afterVersion }))
      yield { id: String(version), event: eventNameOf(job), data: job };
  }
}

interface Following {
  lastEventId: string | undefined;
  signal: AbortSignal;
}

function eventNameOf(job: JobView): string {
  return job.status === 'processing' ? 'progress' : job.status;
}

function statesOf(status: NonNullable<JobListQuery['status']>): JobState[] {
  return status === 'processing' ? ['waiting', 'running'] : [status];
}

function kindsOf(service: string): JobKind[] {
  return (Object.keys(JOB_KINDS) as JobKind[]).filter((kind) => JOB_KINDS[kind].service === service);
}
