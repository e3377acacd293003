// Events, stored in the transaction of the change itself, with one delivery per subscribed endpoint.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { Queries, Transaction } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';

export interface StoredEvent {
  id: string;
  accountId: string;
  environment: Environment;
  type: string;
  body: string;
}

export async function insertEvents(trx: Transaction, events: readonly StoredEvent[]): Promise<number> {
  const { rows } = await sql<{ deliveries: number | null }>`select emit_events(
    ${events.map((event) => event.id)}::text[], ${events.map((event) => event.accountId)}::text[],
    ${events.map((event) => event.environment)}::text[], ${events.map((event) => event.type)}::text[],
    ${events.map((event) => event.body)}::text[]) as deliveries`.execute(trx);
  return rows[0]?.deliveries ?? 0;
}

/** Stores an event for one endpoint only: a test event. */
export async function insertEventFor(trx: Transaction, event: StoredEvent, endpointId: string): Promise<string> {
  await sql`insert into events (id, account_id, environment, type, body)
    values (${event.id}, ${event.accountId}, ${event.environment}, ${event.type}, ${event.body})`.execute(trx);
  return insertDelivery(trx, { eventId: event.id, endpointId, replayOf: null });
}

export async function insertDelivery(
  queries: Queries,
  delivery: { eventId: string; endpointId: string; replayOf: string | null },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into deliveries (event_id, endpoint_id, replay_of)
    values (${delivery.eventId}, ${delivery.endpointId}, ${delivery.replayOf}) returning id`.execute(queries);
  return rows[0]?.id ?? '';
}

export async function notifyDeliveriesDue(queries: Queries): Promise<void> {
  await sql`select pg_notify('deliveries_due', '')`.execute(queries);
}

/** Deletes old events with their deliveries and attempts, unless a delivery is still pending. */
export async function pruneEvents(queries: Queries, keepDays: number): Promise<void> {
  await sql`delete from events where id in (
    select id from events e where created_at < now() - ${keepDays} * interval '1 day'
      and not exists (select 1 from deliveries d where d.event_id = e.id and d.state = 'pending')
    limit 5000)`.execute(queries);
}

export interface ListedEvent {
  id: string;
  type: string;
  body: string;
  createdAt: Date;
}

/** Oldest first. */
export async function listEventsSince(
  queries: Queries,
  owner: Owner,
  { since, limit, except }: { since: Date; limit: number; except: readonly string[] },
): Promise<ListedEvent[]> {
  const { rows } = await sql<ListedEvent>`
    select id, type, body, created_at as "createdAt" from events
    where ${ownedBy(owner)}
      and created_at >= ${since} and id <> all (${except}::text[])
    order by created_at, id limit ${limit}`.execute(queries);
  return rows;
}

/** Owners (`account:environment`) that have events in the last `lastMs`, each with a hash that changes with every new event. */
export async function listAccountsWithEvents(
  queries: Queries,
  owners: readonly string[],
  lastMs: number,
): Promise<{ owner: string; events: string }[]> {
  const { rows } = await sql<{ owner: string; events: string }>`
    select o.owner, md5(string_agg(e.id, '' order by e.id)) as events
    from unnest(${[...owners]}::text[]) as o(owner)
    join events e on e.account_id = split_part(o.owner, ':', 1) and e.environment = split_part(o.owner, ':', 2)
      and e.created_at >= now() - ${lastMs} * interval '1 millisecond'
    group by o.owner`.execute(queries);
  return rows;
}

export async function findEventTime(queries: Queries, owner: Owner, id: string): Promise<Date | undefined> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from events
    where id = ${id} and ${ownedBy(owner)}`.execute(queries);
  return rows[0]?.createdAt;
}
