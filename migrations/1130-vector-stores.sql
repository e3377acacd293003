-- Vector stores: the texts of files in chunks with their vectors, searched by meaning. A file belongs to a store under its own id.
create table vector_stores (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  name text not null,
  description text,
  metadata json,
  -- The embedding model of its vectors, and their length: both stay as long as the store.
  model text not null,
  dimensions integer not null,
  expires_days integer,
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Sums of vector_files, kept by the trigger below.
  in_progress integer not null default 0,
  completed integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  usage_bytes bigint not null default 0,
  chunks integer not null default 0
) with (fillfactor = 70);
create index vector_stores_account on vector_stores (account_id, environment, created_at desc, id desc);
create index vector_stores_expiry on vector_stores (expires_at) where expires_at is not null;

create table vector_files (
  store_id text not null references vector_stores on delete cascade,
  file_id text not null references artifacts on delete cascade,
  -- The job that reads it, or read it last.
  job_id text not null,
  status text not null default 'in_progress' check (status in ('in_progress', 'completed', 'cancelled', 'failed')),
  error_code text check (error_code in ('server_error', 'unsupported_file', 'invalid_file')),
  error_message text,
  attributes jsonb not null default '{}',
  chunk_tokens integer not null,
  overlap_tokens integer not null,
  -- How often a worker has begun to read it: a file that ends workers is given up.
  tries integer not null default 0,
  usage_bytes bigint not null default 0,
  chunks integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, file_id)
) with (fillfactor = 70);
create index vector_files_store on vector_files (store_id, created_at desc, file_id desc);
create index vector_files_job on vector_files (job_id, created_at desc, file_id desc);
create index vector_files_file on vector_files (file_id);
create index vector_files_open on vector_files (created_at) where status = 'in_progress';

create table vector_chunks (
  store_id text not null,
  file_id text not null,
  number integer not null,
  text text not null,
  -- 32-bit floats of length 1 in all, lowest byte first.
  vector bytea not null,
  -- Whether each of them is above zero: two vectors of similar meaning differ in few of these.
  signs bit varying not null,
  primary key (store_id, file_id, number),
  foreign key (store_id, file_id) references vector_files on delete cascade
) with (toast_tuple_target = 128);
-- A search reads the signs of a whole store: texts and vectors stand elsewhere.
alter table vector_chunks alter column vector set storage external;

create function sum_vector_files() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update vector_stores s set in_progress = s.in_progress - o.in_progress, completed = s.completed - o.completed, failed = s.failed - o.failed,
      cancelled = s.cancelled - o.cancelled, usage_bytes = s.usage_bytes - o.usage_bytes, chunks = s.chunks - o.chunks
    from (
      select store_id, count(*) filter (where status = 'in_progress') as in_progress, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'cancelled') as cancelled,
        sum(f.usage_bytes)::bigint as usage_bytes, sum(f.chunks)::integer as chunks
      from old_files f group by store_id
    ) o where s.id = o.store_id;
  end if;
  if tg_op <> 'DELETE' then
    update vector_stores s set in_progress = s.in_progress + n.in_progress, completed = s.completed + n.completed, failed = s.failed + n.failed,
      cancelled = s.cancelled + n.cancelled, usage_bytes = s.usage_bytes + n.usage_bytes, chunks = s.chunks + n.chunks
    from (
      select store_id, count(*) filter (where status = 'in_progress') as in_progress, count(*) filter (where status = 'completed') as completed,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'cancelled') as cancelled,
        sum(f.usage_bytes)::bigint as usage_bytes, sum(f.chunks)::integer as chunks
      from new_files f group by store_id
    ) n where s.id = n.store_id;
  end if;
  return null;
end $$;
create trigger vector_files_inserted after insert on vector_files referencing new table as new_files for each statement execute function sum_vector_files();
create trigger vector_files_updated after update on vector_files referencing old table as old_files new table as new_files
  for each statement execute function sum_vector_files();
create trigger vector_files_deleted after delete on vector_files referencing old table as old_files for each statement execute function sum_vector_files();
