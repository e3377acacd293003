-- How often an address called a path of the session API. Counted here, all nodes together allow as many calls as one. The hash is of both.
create table auth_attempts (
  key_hash bytea primary key,
  count integer not null,
  last_at timestamptz not null
);
create index auth_attempts_by_age on auth_attempts (last_at);
