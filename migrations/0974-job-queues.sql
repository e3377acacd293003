-- A second queue for batches: they take hours, and must neither wait for songs and videos nor keep them waiting.
alter table jobs add column queue text not null default 'main';
alter table job_lanes add column queue text not null default 'main';
alter table job_lanes drop constraint job_lanes_pkey;
alter table job_lanes add primary key (account_id, environment, queue);
drop index job_lanes_turn;
create index job_lanes_turn on job_lanes (queue, served_at, account_id, environment) where waiting > 0;
drop index jobs_waiting;
create index jobs_waiting on jobs (account_id, environment, queue, seq) where state = 'waiting';

drop function claim_jobs(text, text, integer, integer);
create function claim_jobs(worker_id text, machine_name text, wanted integer, lease_seconds integer, queue_name text)
returns setof jobs language plpgsql as $$
declare
  turn record;
  job jobs;
begin
  while wanted > 0 loop
    select * into turn from job_lanes
      where queue = queue_name and waiting > 0 and running < max_running
      order by served_at, account_id, environment limit 1 for update skip locked;
    exit when not found;
    update jobs set
        state = 'running', attempt = attempt + 1, worker = worker_id, machine = machine_name, holds_slot = true,
        stage = 'starting', version = version + 1, leased_until = now() + lease_seconds * interval '1 second',
        run_at = clock_timestamp(), started_at = coalesce(started_at, clock_timestamp())
      where seq = (
        select seq from jobs
        where account_id = turn.account_id and environment = turn.environment and queue = queue_name and state = 'waiting'
        order by seq limit 1 for update
      )
      returning * into job;
    if not found then
      -- Cannot happen while counts are kept in the same transaction as rows; heals itself if it ever does.
      update job_lanes set waiting = 0
        where account_id = turn.account_id and environment = turn.environment and queue = queue_name;
      continue;
    end if;
    update job_lanes set waiting = waiting - 1, running = running + 1, served_at = clock_timestamp()
      where account_id = turn.account_id and environment = turn.environment and queue = queue_name;
    wanted := wanted - 1;
    return next job;
  end loop;
end $$;
