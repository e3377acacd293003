-- Environment variables of a project. Values are encrypted with SECRET and are never shown again.
create table project_variables (
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (project_id, name)
);

-- Counts changes of variables: a running application is started again when it differs.
alter table projects add column variables_revision integer not null default 0;
