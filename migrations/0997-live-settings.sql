-- Settings that the operator changes while the service runs. One row for each upstream, one for the price list, one for the service.
create table live_settings (
  name text primary key,
  value jsonb not null,
  version bigint not null
);

-- Every change, with the value before and after it; null: the setting did not exist. Its version numbers the settings as a whole.
create table setting_changes (
  version bigint generated always as identity primary key,
  name text not null,
  before jsonb,
  after jsonb,
  audit_id text not null,
  created_at timestamptz not null default now()
);
create index setting_changes_by_name on setting_changes (name, version desc);

-- The API keys and headers of upstreams, encrypted with SECRET. A change refers to them by id, so that it can be reverted.
create table upstream_secrets (
  id text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
