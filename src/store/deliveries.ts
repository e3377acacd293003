// Webhook deliveries: claimed under a lease, recorded with their attempts, and listed page by page.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { toJson } from './json-columns.ts';

export interface DueDelivery {
  id: string;
  eventId: string;
  endpointId: string;
  attempts: number;
  body: string;
  eventAt: Date;
  url: string;
  secret: Buffer;
  /** null if there is none or its overlap has ended. */
  previousSecret: Buffer | null;
}

export interface Room {
  /** Limit per endpoint, for endpoints without an entry in `left`. */
  each: number;
  total: number;
  /** Endpoint → how many more deliveries may be claimed for it. */
  left: ReadonlyMap<string, number>;
}

/**
 * Claims due deliveries, limited per endpoint, so that a slow endpoint cannot use all slots. The recursive query jumps
 * from endpoint to endpoint along the index. The attempt is counted now: a crash during the attempt uses it up. The
 * commit is asynchronous: a claim that is lost in a crash is made again, and delivery is at least once anyway.
 */
export interface PendingDeliveries {
  /** At most MAX_COUNTED. */
  pending: number;
  /** Since the oldest of them was due; 0: none is. */
  overdueSeconds: number;
}

/** A larger backlog is not counted further: the metrics are read every few seconds. */
const MAX_COUNTED = 100_000;

export async function countPendingDeliveries(queries: Queries): Promise<PendingDeliveries> {
  const { rows } = await sql<PendingDeliveries>`
    with due as (select due_at from deliveries where state = 'pending' limit ${MAX_COUNTED})
    select count(*) as pending, coalesce(greatest(extract(epoch from now() - min(due_at)), 0), 0)::float8 as "overdueSeconds"
    from due`.execute(queries);
  return rows[0] ?? { pending: 0, overdueSeconds: 0 };
}

export async function claimDeliveries(queries: Queries, room: Room, leaseSeconds: number): Promise<DueDelivery[]> {
  const ids = [...room.left.keys()];
  const { rows } = await sql<DueDelivery>`
    with recursive endpoint(id) as (
      (select endpoint_id from deliveries where state = 'pending' and due_at <= now() order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d
        where d.state = 'pending' and d.due_at <= now() and d.endpoint_id > endpoint.id order by d.endpoint_id limit 1)
      from endpoint where endpoint.id is not null
    ),
    picked as (
      select due.seq from endpoint
      left join unnest(${ids}::text[], ${ids.map((id) => room.left.get(id) ?? 0)}::integer[]) as known(id, room) on known.id = endpoint.id
      cross join lateral (
        select seq, due_at from deliveries d
        where d.endpoint_id = endpoint.id and d.state = 'pending' and d.due_at <= now()
        order by d.due_at limit greatest(0, coalesce(known.room, ${room.each})) for update skip locked
      ) due
      where endpoint.id is not null
      order by due.due_at limit ${room.total}
    ),
    claimed as (
      update deliveries d set attempts = attempts + 1, due_at = now() + ${leaseSeconds} * interval '1 second'
      from picked where d.seq = picked.seq
      returning d.id, d.event_id, d.endpoint_id, d.attempts
    )
    select c.id, c.event_id as "eventId", c.endpoint_id as "endpointId", c.attempts, ev.body, ev.created_at as "eventAt",
      ep.url, ep.secret, case when ep.previous_valid_until > now() then ep.previous_secret end as "previousSecret"
    from claimed c join events ev on ev.id = c.event_id join webhook_endpoints ep on ep.id = c.endpoint_id
    where set_config('synchronous_commit', 'off', true) is not null`.execute(queries);
  return rows;
}

/** Returns deliveries that were claimed but not sent; the attempt does not count. */
export async function unclaimDeliveries(queries: Queries, claimed: readonly DueDelivery[]): Promise<void> {
  await sql`
    update deliveries d set attempts = d.attempts - 1, due_at = now()
    from unnest(${claimed.map(({ id }) => id)}::text[], ${claimed.map(({ attempts }) => attempts)}::integer[]) as c(id, attempts)
    where d.id = c.id and d.attempts = c.attempts and d.state = 'pending'`.execute(queries);
}

export interface AttemptLog {
  deliveryId: string;
  attempt: number;
  durationMs: number;
  status: number | null;
  problem: string | null;
  requestHeaders: Record<string, string>;
  responseExcerpt: string | null;
}

export interface DeliveryOutcome {
  log: AttemptLog;
  state: 'pending' | 'delivered' | 'failed';
  /** Used only if the delivery stays pending. */
  retrySeconds: number;
}

/**
 * Records the attempts, the deliveries and the recovered endpoints in one statement. Outside of a transaction the commit is
 * asynchronous: if a crash loses an outcome, the delivery is sent again.
 */
export async function recordOutcomes(queries: Queries, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  const logs = outcomes.map((outcome) => outcome.log);
  await sql`
    with given as (
      select * from unnest(${logs.map((log) => log.deliveryId)}::text[], ${logs.map((log) => log.attempt)}::integer[],
        ${logs.map((log) => log.durationMs)}::integer[], ${logs.map((log) => log.status)}::integer[],
        ${logs.map((log) => log.problem)}::text[], ${logs.map((log) => toJson('delivery_attempts.request_headers', log.requestHeaders))}::json[],
        ${logs.map((log) => log.responseExcerpt)}::text[], ${outcomes.map((outcome) => outcome.state)}::text[],
        ${outcomes.map((outcome) => outcome.retrySeconds)}::float8[])
        as given(id, attempt, duration_ms, status, problem, headers, excerpt, state, retry_seconds)
    ),
    ended as (
      update deliveries d set state = given.state, last_status = given.status,
        due_at = now() + given.retry_seconds * interval '1 second',
        ended_at = case when given.state = 'pending' then null else now() end
      from given where d.id = given.id and d.attempts = given.attempt and d.state = 'pending'
        and ${queries.isTransaction ? sql`true` : sql`set_config('synchronous_commit', 'off', true) is not null`}
      returning d.id, d.endpoint_id, d.state
    ),
    logged as (
      insert into delivery_attempts (delivery_id, attempt, duration_ms, status, problem, request_headers, response_excerpt)
      select id, attempt, duration_ms, status, problem, headers, excerpt from given where id in (select id from ended)
      on conflict do nothing
    )
    update webhook_endpoints set failure_mailed_at = null
    where failure_mailed_at is not null and id in (select endpoint_id from ended where state = 'delivered')`.execute(
    queries,
  );
}

export interface DeliveryRow {
  seq: number;
  id: string;
  eventId: string;
  eventType: string;
  body: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  dueAt: Date;
  lastStatus: number | null;
  replayOf: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

const ROW = sql`d.seq, d.id, d.event_id as "eventId", e.type as "eventType", e.body, d.state, d.attempts, d.due_at as "dueAt",
  d.last_status as "lastStatus", d.replay_of as "replayOf", d.created_at as "createdAt", d.ended_at as "endedAt"`;

export interface DeliveryFilter {
  endpointId: string;
  limit: number;
  beforeSeq?: number;
  state?: 'pending' | 'delivered' | 'failed';
}

/** Newest first. The caller must have checked that the endpoint belongs to the account. */
export async function listDeliveries(queries: Queries, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${ROW} from deliveries d join events e on e.id = d.event_id where d.endpoint_id = ${filter.endpointId}
      ${filter.beforeSeq === undefined ? sql`` : sql`and d.seq < ${filter.beforeSeq}`}
      ${filter.state === undefined ? sql`` : sql`and d.state = ${filter.state}`}
    order by d.seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}

export async function findDelivery(queries: Queries, endpointId: string, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${ROW} from deliveries d join events e on e.id = d.event_id
    where d.id = ${id} and d.endpoint_id = ${endpointId}`.execute(queries);
  return rows[0];
}

export interface AttemptRow extends AttemptLog {
  at: Date;
}

/** The attempts of these deliveries, in order. */
export async function listAttempts(queries: Queries, deliveryIds: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select delivery_id as "deliveryId", attempt, at, duration_ms as "durationMs", status, problem,
      request_headers as "requestHeaders", response_excerpt as "responseExcerpt"
    from delivery_attempts where delivery_id = any(${[...deliveryIds]}::text[]) order by delivery_id, attempt`.execute(
    queries,
  );
  return rows;
}
