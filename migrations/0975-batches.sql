-- Batches: many calls from one file. A batch is a job, with this row beside it; each of its lines is charged and stored once.
create table batches (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  -- The key that made it: its lines run with the scopes and the cap that the key has then. Null: made in the dashboard.
  key_id text,
  endpoint text not null,
  input_file_id text not null,
  status text not null default 'validating' check (status in
    ('validating', 'in_progress', 'finalizing', 'cancelling', 'completed', 'failed', 'expired', 'cancelled')),
  metadata json,
  errors json,
  total integer not null default 0,
  completed integer not null default 0,
  failed integer not null default 0,
  charged bigint not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  output_file_id text,
  error_file_id text,
  -- How long the files with the results are kept; null: as long as the service keeps uploads.
  output_seconds integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  in_progress_at timestamptz,
  finalizing_at timestamptz,
  cancelling_at timestamptz,
  ended_at timestamptz
) with (fillfactor = 70);
create index batches_account on batches (account_id, environment, created_at desc, id desc);

-- What came of a line, as it will stand in a file; removed once the files are written.
create table batch_lines (
  batch_id text not null references batches on delete cascade,
  line integer not null,
  has_failed boolean not null,
  answer text not null,
  primary key (batch_id, line)
);
