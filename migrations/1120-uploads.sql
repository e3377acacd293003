-- Files that arrive in parts: each part is a stored file of its own until the upload is completed, cancelled or an hour old.
create table uploads (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  name text not null,
  purpose text not null,
  bytes integer not null check (bytes > 0),
  life_seconds integer,
  status text not null default 'pending' check (status in ('pending', 'completed', 'cancelled')),
  file_id text,
  -- Since when a node joins the parts; a node that died gives it back after two minutes.
  joining_since timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index uploads_pending on uploads (account_id) where status = 'pending';
create index uploads_expiry on uploads (expires_at);

create table upload_parts (
  id text primary key,
  upload_id text not null references uploads on delete cascade,
  artifact_id text not null,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);
create index upload_parts_upload on upload_parts (upload_id);
