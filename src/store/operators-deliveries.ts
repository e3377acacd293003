// Deliveries as the operator sees them: failing endpoints with their account, and the responses of their servers.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { Queries } from './database.ts';

export interface FailingEndpoint {
  id: string;
  accountId: string;
  email: string;
  environment: Environment;
  url: string;
  /** When its account was notified by email; null if it was not. */
  failingSince: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  failed: number;
  lastStatus: number | null;
  lastProblem: string | null;
  lastFailedAt: Date | null;
}

/** The failure count stops here, which keeps the query fast. */
const MAX_COUNTED = 1_000;

/** Newest endpoint first. A successful delivery removes an endpoint from this list; an endpoint disabled by its account is not listed. */
export async function listFailingEndpoints(
  queries: Queries,
  page: { limit: number; after?: string },
): Promise<FailingEndpoint[]> {
  const { rows } = await sql<FailingEndpoint>`
    select e.id, e.account_id as "accountId", a.email, e.environment, e.url, e.failure_mailed_at as "failingSince",
      e.disabled_at as "disabledAt", e.disabled_reason as "disabledReason", failures.count as failed,
      last.status as "lastStatus", last.problem as "lastProblem", last.at as "lastFailedAt"
    from webhook_endpoints e join accounts a on a.id = e.account_id
    cross join lateral (
      select count(*) as count from (
        select 1 from deliveries d where d.endpoint_id = e.id and d.state = 'failed' limit ${MAX_COUNTED}) counted
    ) failures
    left join lateral (
      select t.status, t.problem, t.at from deliveries d join delivery_attempts t on t.delivery_id = d.id and t.attempt = d.attempts
      where d.endpoint_id = e.id and d.state = 'failed' order by d.seq desc limit 1
    ) last on true
    where (e.failure_mailed_at is not null or e.disabled_at is not null)
      and (e.failure_mailed_at is not null or e.disabled_reason is distinct from 'disabled by its owner')
      ${page.after === undefined ? sql`` : sql`and (e.created_at, e.id) < (select created_at, id from webhook_endpoints where id = ${page.after})`}
    order by e.created_at desc, e.id desc limit ${page.limit}`.execute(queries);
  return rows;
}

export const DELIVERY_LINE_STATES = ['failed', 'retrying', 'pending', 'delivered'] as const;

export interface DeliveryLine {
  seq: number;
  id: string;
  eventId: string;
  eventType: string;
  endpointId: string;
  url: string;
  isDisabled: boolean;
  accountId: string;
  email: string;
  environment: Environment;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  dueAt: Date;
  lastStatus: number | null;
  lastProblem: string | null;
  replayOf: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

const LINES = sql`
  select d.seq, d.id, d.event_id as "eventId", ev.type as "eventType", d.endpoint_id as "endpointId", e.url,
    e.disabled_at is not null as "isDisabled", e.account_id as "accountId", a.email, e.environment, d.state, d.attempts, d.due_at as "dueAt",
    d.last_status as "lastStatus", t.problem as "lastProblem", d.replay_of as "replayOf", d.created_at as "createdAt", d.ended_at as "endedAt"
  from deliveries d join events ev on ev.id = d.event_id join webhook_endpoints e on e.id = d.endpoint_id
  join accounts a on a.id = e.account_id
  left join delivery_attempts t on t.delivery_id = d.id and t.attempt = d.attempts`;

export interface DeliveryLineFilter {
  limit: number;
  beforeSeq?: number;
  state?: (typeof DELIVERY_LINE_STATES)[number];
  endpointId?: string;
}

// Literals instead of parameters: only then can the planner use the partial indexes.
const STATE_IS: Record<(typeof DELIVERY_LINE_STATES)[number], ReturnType<typeof sql>> = {
  failed: sql`d.state = 'failed'`,
  retrying: sql`d.state = 'pending' and d.attempts > 0`,
  pending: sql`d.state = 'pending'`,
  delivered: sql`d.state = 'delivered'`,
};

/** Newest first. */
export async function listDeliveryLines(queries: Queries, filter: DeliveryLineFilter): Promise<DeliveryLine[]> {
  const { rows } = await sql<DeliveryLine>`
    ${LINES} where true
      ${filter.state === undefined ? sql`` : sql`and ${STATE_IS[filter.state]}`}
      ${filter.endpointId === undefined ? sql`` : sql`and d.endpoint_id = ${filter.endpointId}`}
      ${filter.beforeSeq === undefined ? sql`` : sql`and d.seq < ${filter.beforeSeq}`}
    order by d.seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}

export async function findDeliveryLine(queries: Queries, id: string): Promise<DeliveryLine | undefined> {
  const { rows } = await sql<DeliveryLine>`${LINES} where d.id = ${id}`.execute(queries);
  return rows[0];
}
