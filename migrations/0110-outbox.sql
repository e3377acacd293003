-- What happened, told to customers: events, the endpoints that hear of them, deliveries with their log, and mails.
create table events (
  id text primary key,
  account_id text not null,
  environment text not null check (environment in ('live', 'test')),
  type text not null,
  -- Exactly the bytes that are sent and signed, the same at every attempt.
  body text not null,
  created_at timestamptz not null default now()
);
create index events_age on events (created_at);

create table webhook_endpoints (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  -- 'service': hears of every account; only the owner of the service has such.
  scope text not null default 'account' check (scope in ('account', 'service')),
  url text not null,
  -- Event types, or * for all.
  events text[] not null,
  description text not null default '',
  -- Sealed with the service's SECRET: never readable in the database.
  secret bytea not null,
  previous_secret bytea,
  previous_valid_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  -- Set when the owner was told of a failure; cleared by the next success.
  failure_mailed_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_endpoints_account on webhook_endpoints (account_id, environment) where disabled_at is null;
create index webhook_endpoints_service on webhook_endpoints (environment) where scope = 'service' and disabled_at is null;

create table deliveries (
  seq bigint generated always as identity primary key,
  id text not null unique default ('dlv_' || replace(gen_random_uuid()::text, '-', '')),
  event_id text not null references events on delete cascade,
  endpoint_id text not null references webhook_endpoints on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- When it may be tried; moved ahead while somebody tries, so that a crash in the middle only delays it.
  due_at timestamptz not null default now(),
  last_status integer,
  replay_of text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
) with (fillfactor = 70, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02);
create index deliveries_due on deliveries (endpoint_id, due_at) where state = 'pending';
create index deliveries_log on deliveries (endpoint_id, seq desc);
create index deliveries_event on deliveries (event_id);

create table delivery_attempts (
  delivery_id text not null references deliveries (id) on delete cascade,
  attempt integer not null,
  at timestamptz not null default now(),
  duration_ms integer not null,
  -- null: no answer came; `problem` says why.
  status integer,
  problem text,
  request_headers json not null,
  response_excerpt text,
  primary key (delivery_id, attempt)
);

create table outgoing_mails (
  id text primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index outgoing_mails_due on outgoing_mails (due_at) where state = 'pending';

-- Stores events and, for each endpoint that hears of them, a delivery. Answers the number of deliveries.
create function emit_events(ids text[], accounts text[], environments text[], types text[], bodies text[])
returns bigint language sql as $$
  with stored as (
    insert into events (id, account_id, environment, type, body)
    select * from unnest(ids, accounts, environments, types, bodies)
    returning id, account_id, environment, type
  ),
  due as (
    insert into deliveries (event_id, endpoint_id)
    select s.id, e.id from stored s join webhook_endpoints e
      on e.environment = s.environment and (e.account_id = s.account_id or e.scope = 'service')
    where e.disabled_at is null and (e.events @> array[s.type] or e.events @> array['*'])
    returning 1
  )
  select count(*) from due
$$;
