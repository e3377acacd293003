-- Projects of the builder: every build is a version with all its files; previews keep their data beside them.
create table projects (
  seq bigint generated always as identity primary key,
  id text not null unique,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  name text not null,
  framework text not null,
  -- The version that is shown; reverting makes a new one.
  version integer not null,
  -- Unguessable: whoever knows it sees the preview.
  preview_id text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index projects_of_account on projects (account_id, environment, seq desc);

create table project_versions (
  project_id text not null references projects (id) on delete cascade,
  number integer not null,
  -- The job that made it: one that runs again after a crash finds its version instead of making a second.
  job_id text unique,
  prompt text not null,
  summary text not null,
  engine text not null,
  -- gzip of the JSON list of files.
  files bytea not null,
  files_count integer not null,
  bytes integer not null,
  changed text[] not null,
  blueprint jsonb,
  archive_id text,
  archive_path text,
  created_at timestamptz not null default now(),
  primary key (project_id, number)
);

-- What a preview's visitors made: browser storage of static apps, the disk of server apps.
create table project_data (
  project_id text not null references projects (id) on delete cascade,
  kind text not null check (kind in ('storage', 'disk')),
  content bytea not null,
  updated_at timestamptz not null default now(),
  primary key (project_id, kind)
);

create table builder_messages (
  seq bigint generated always as identity primary key,
  conversation_id text not null,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  project_id text references projects (id) on delete set null,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  created_at timestamptz not null default now()
);
create index builder_messages_conversation on builder_messages (conversation_id, seq);
