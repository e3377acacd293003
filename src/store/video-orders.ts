// State of video generation at an upstream, per job: another worker can continue it if the first one dies.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { toJson } from './json-columns.ts';

const BATCH = 1000;

export async function findVideoOrder(queries: Queries, jobId: string): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`select state from video_orders where job_id = ${jobId}`.execute(
    queries,
  );
  return rows[0]?.state;
}

export async function saveVideoOrder(queries: Queries, jobId: string, state: object): Promise<void> {
  await sql`
    insert into video_orders (job_id, state) values (${jobId}, ${toJson('video_orders.state', state)})
    on conflict (job_id) do update set state = excluded.state, updated_at = now()`.execute(queries);
}

/** Of jobs that have ended: nobody asks for their orders again. An hour is more than cancelling them takes. */
export async function deleteEndedVideoOrders(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from video_orders where job_id = any(array(
      select o.job_id from video_orders o join jobs j on j.id = o.job_id
      where j.state in ('completed', 'failed', 'cancelled') and not j.holds_slot
        and coalesce(j.completed_at, j.created_at) < now() - interval '1 hour'
      limit ${BATCH} for update of o skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

/** Whether the job still waits or runs, on any worker. */
export async function isJobOpen(queries: Queries, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs where id = ${jobId} and state in ('waiting', 'running')`.execute(queries);
  return rows.length > 0;
}
