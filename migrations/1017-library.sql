-- The library: one row for each thing that was made, whichever module made it. An item has the id of what it is: a track, a video's
-- job, a project, or the file of an image or a speech.
create table library_items (
  seq bigint generated always as identity primary key,
  id text not null unique,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  kind text not null check (kind in ('image', 'song', 'video', 'speech', 'build')),
  -- null: nobody named it. A project then shows its own name.
  title text,
  prompt text not null default '',
  tags text[] not null default '{}',
  -- The item ends with its file or its project, however that is deleted.
  artifact_id text references artifacts (id) on delete cascade,
  thumbnail_id text references artifacts (id) on delete set null,
  project_id text references projects (id) on delete cascade,
  created_at timestamptz not null default now(),
  check ((artifact_id is null) <> (project_id is null))
);
create index library_items_account on library_items (account_id, environment, seq desc);
create index library_items_kind on library_items (account_id, environment, kind, seq desc);
create index library_items_tags on library_items using gin (tags);
create index library_items_artifact on library_items (artifact_id) where artifact_id is not null;
create index library_items_thumbnail on library_items (thumbnail_id) where thumbnail_id is not null;
create index library_items_project on library_items (project_id) where project_id is not null;

-- Links to files for people without an account. Projects have theirs in project_shares.
create table library_shares (
  id text primary key,
  item_id text not null references library_items (id) on delete cascade,
  -- Unguessable: whoever knows it sees the item until it expires.
  token text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index library_shares_of_item on library_shares (item_id, created_at desc);

-- What was made before, in the order in which it was made. The prompts of images were not kept, and speech was not stored.
insert into library_items (id, account_id, environment, kind, title, prompt, artifact_id, thumbnail_id, project_id, created_at)
select id, account_id, environment, kind, title, prompt, artifact_id, thumbnail_id, project_id, created_at from (
  select t.id, t.account_id, t.environment, 'song' as kind, t.title, t.prompt, a.id as artifact_id, c.id as thumbnail_id, null as project_id, t.created_at
  from music_tracks t
  join artifacts a on a.id = substring(t.details->>'audio_url' from '^/files/([0-9a-z]{26})')
  left join artifacts c on c.id = substring(t.details->>'cover_url' from '^/files/([0-9a-z]{26})')
  union all
  select j.id, j.account_id, j.environment, 'video', null, coalesce(j.payload->'order'->>'prompt', ''), a.id, c.id, null, j.created_at
  from jobs j
  join artifacts a on a.id = substring(j.result->>'video_url' from '^/files/([0-9a-z]{26})')
  left join artifacts c on c.id = substring(j.result->>'thumbnail_url' from '^/files/([0-9a-z]{26})')
  where j.kind = 'video' and j.state = 'completed'
  union all
  select p.id, p.account_id, p.environment, 'build', null, coalesce(v.prompt, ''), null, null, p.id, p.created_at
  from projects p left join project_versions v on v.project_id = p.id and v.number = 1
  union all
  select a.id, a.account_id, a.environment, 'image', null, '', a.id, null, null, a.created_at
  from artifacts a join accounts o on o.id = a.account_id
  where a.purpose = 'made' and a.content_type like 'image/%' and a.name like 'image.%'
) made order by created_at;
