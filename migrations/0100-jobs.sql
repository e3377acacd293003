-- Long work as leased rows: a job belongs to its account, a lane keeps the account's turn and its number of running jobs.
create table job_lanes (
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  -- As the plan said when the last job was made.
  max_running integer not null check (max_running > 0),
  running integer not null default 0 check (running >= 0),
  waiting integer not null default 0 check (waiting >= 0),
  -- When the lane was last served: the one that waited longest is next.
  served_at timestamptz not null default '-infinity',
  primary key (account_id, environment)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
create index job_lanes_turn on job_lanes (served_at, account_id, environment) where waiting > 0;

create table jobs (
  seq bigint generated always as identity primary key,
  id text not null unique,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  kind text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
  payload json not null,
  result json,
  error json,
  progress real not null default 0,
  stage text not null default 'queued',
  extra json,
  -- How much work it is, in the kind's own unit: what estimates are measured by.
  size real not null default 1 check (size > 0),
  -- Raised with every change that a watcher should see.
  version integer not null default 1,
  hold_id text,
  held bigint not null default 0,
  cost bigint,
  description text not null default '',
  request_id text,
  attempt integer not null default 0,
  worker text,
  machine text,
  leased_until timestamptz,
  -- True from the claim until the worker lets go: a cancelled job keeps its place in the lane until its engine has stopped.
  holds_slot boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  run_at timestamptz,
  completed_at timestamptz
) with (fillfactor = 70, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02);
create index jobs_waiting on jobs (account_id, environment, seq) where state = 'waiting';
create index jobs_leases on jobs (leased_until) where holds_slot;
create index jobs_account on jobs (account_id, environment, seq desc);
create index jobs_measured on jobs (kind, completed_at desc) where state = 'completed';

create table workers (
  id text primary key,
  machine text not null,
  slots integer not null,
  seen_at timestamptz not null default now()
);

-- Gives the caller up to `wanted` jobs: in each round one job from every lane whose turn it is, never above a lane's limit.
create function claim_jobs(worker_id text, machine_name text, wanted integer, lease_seconds integer)
returns setof jobs language plpgsql as $$
declare
  lane record;
  job jobs;
begin
  while wanted > 0 loop
    select * into lane from job_lanes
      where waiting > 0 and running < max_running
      order by served_at, account_id, environment limit 1 for update skip locked;
    exit when not found;
    update jobs set
        state = 'running', attempt = attempt + 1, worker = worker_id, machine = machine_name, holds_slot = true,
        stage = 'starting', version = version + 1, leased_until = now() + lease_seconds * interval '1 second',
        run_at = clock_timestamp(), started_at = coalesce(started_at, clock_timestamp())
      where seq = (
        select seq from jobs where account_id = lane.account_id and environment = lane.environment and state = 'waiting'
        order by seq limit 1 for update
      )
      returning * into job;
    if not found then
      -- Cannot happen while counts are kept in the same transaction as rows; heals itself if it ever does.
      update job_lanes set waiting = 0 where account_id = lane.account_id and environment = lane.environment;
      continue;
    end if;
    update job_lanes set waiting = waiting - 1, running = running + 1, served_at = clock_timestamp()
      where account_id = lane.account_id and environment = lane.environment;
    wanted := wanted - 1;
    return next job;
  end loop;
end $$;
