-- Ways to show a project to others, and the data of its published version.
create table project_shares (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  -- Unguessable: whoever knows it sees the latest version until it expires.
  token text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index project_shares_of_project on project_shares (project_id, created_at desc);

create table project_publications (
  project_id text primary key references projects (id) on delete cascade,
  address text not null unique,
  -- Visitors see this version until another one is published.
  version integer not null,
  is_on boolean not null,
  updated_at timestamptz not null default now()
);

alter table project_data drop constraint project_data_kind_check;
alter table project_data add constraint project_data_kind_check check (kind in ('storage', 'disk', 'published'));

create index builder_messages_of_project on builder_messages (project_id, seq desc) where project_id is not null;
