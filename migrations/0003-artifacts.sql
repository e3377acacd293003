-- Made and uploaded files: found by an unguessable id, listed by their account.
create table artifacts (
  id text primary key,
  account_id text not null,
  environment text not null,
  extension text not null,
  content_type text not null,
  bytes bigint not null,
  name text not null,
  created_at timestamptz not null default now()
);
create index artifacts_account on artifacts (account_id, environment, created_at desc);
