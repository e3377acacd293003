-- The request log: what happened to each request of the accounts and keys that keep one. Off by default.
create table request_log_settings (
  account_id text primary key references accounts on delete cascade,
  -- null: the service's default.
  level text check (level in ('off', 'metadata', 'bodies')),
  -- null: the standard rules.
  rules jsonb,
  updated_at timestamptz not null default now()
);
-- null: as the account.
alter table api_keys add column request_log text check (request_log in ('off', 'metadata', 'bodies'));

-- No foreign key: it would cost a lookup for each row. The trigger below deletes the rows of an account with it.
create table request_log (
  seq bigint generated always as identity,
  id text primary key,
  account_id text not null,
  environment text not null check (environment in ('live', 'test')),
  key_id text,
  member_id text,
  method text not null,
  route text not null,
  module text not null,
  status smallint not null,
  outcome text not null check (outcome in ('ok', 'error', 'stopped')),
  error_code text,
  error_message text,
  -- The model that was asked for, and the one and the upstream that answered.
  model text,
  served_model text,
  upstream text,
  prompt_tokens bigint,
  completion_tokens bigint,
  cached_tokens bigint,
  -- Micro-credits; null: nothing was charged by the call itself.
  charged bigint,
  job_id text,
  request_bytes bigint not null,
  response_bytes bigint not null,
  streamed boolean not null,
  first_byte_ms integer,
  duration_ms integer not null,
  started_at timestamptz not null
);
create index request_log_account on request_log (account_id, environment, started_at desc, seq desc);
create index request_log_key on request_log (account_id, environment, key_id, started_at desc, seq desc);
create index request_log_model on request_log (account_id, environment, model, started_at desc, seq desc);
-- Most requests succeed: those are found by time.
create index request_log_status on request_log (account_id, environment, status, started_at desc, seq desc) where status >= 400;
create index request_log_failed on request_log (account_id, environment, started_at desc, seq desc) where status >= 400;
-- For the operator, over all accounts.
create index request_log_failures on request_log (started_at desc, seq desc) where status >= 400;
create index request_log_age on request_log using brin (started_at);

-- Apart from the log: they have a shorter life, and no backup contains them.
create table request_bodies (
  request_id text primary key,
  account_id text not null,
  key_id text,
  request text,
  response text,
  is_cut boolean not null,
  created_at timestamptz not null default now()
);
create index request_bodies_age on request_bodies using brin (created_at);
create index request_bodies_key on request_bodies (key_id) where key_id is not null;
create index request_bodies_account on request_bodies (account_id);

create function delete_request_log() returns trigger language plpgsql as $$
begin
  delete from request_bodies where account_id = old.id;
  delete from request_log where account_id = old.id;
  return null;
end $$;
create trigger accounts_delete_their_request_log after delete on accounts
  for each row execute function delete_request_log();
