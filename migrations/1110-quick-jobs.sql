-- A worker serves several queues in turn: jobs that are expected to be short wait in a queue of their own, which has one more slot than the long ones.
create function claim_queued_jobs(worker_id text, machine_name text, wanted integer, lease_seconds integer, queue_names text[])
returns setof jobs language plpgsql as $$
declare
  turn record;
  job jobs;
begin
  while wanted > 0 loop
    select * into turn from job_lanes
      where queue = any(queue_names) and waiting > 0 and running < max_running
      order by served_at, account_id, environment, queue limit 1 for update skip locked;
    exit when not found;
    update jobs set
        state = 'running', attempt = attempt + 1, worker = worker_id, machine = machine_name, holds_slot = true,
        stage = 'starting', version = version + 1, leased_until = now() + lease_seconds * interval '1 second',
        run_at = clock_timestamp(), started_at = coalesce(started_at, clock_timestamp())
      where seq = (
        select seq from jobs
        where account_id = turn.account_id and environment = turn.environment and queue = turn.queue and state = 'waiting'
        order by seq limit 1 for update
      )
      returning * into job;
    if not found then
      -- Cannot happen while counts are kept in the same transaction as rows; heals itself if it ever does.
      update job_lanes set waiting = 0
        where account_id = turn.account_id and environment = turn.environment and queue = turn.queue;
      continue;
    end if;
    update job_lanes set waiting = waiting - 1, running = running + 1, served_at = clock_timestamp()
      where account_id = turn.account_id and environment = turn.environment and queue = turn.queue;
    wanted := wanted - 1;
    return next job;
  end loop;
end $$;
