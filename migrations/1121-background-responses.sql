-- Responses that are answered without a connection: each has the id of its job and is gone once its answer is stored among the responses.
create table background_responses (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  key_id text,
  member_id text,
  customer_id text,
  run_id text,
  request_id text not null,
  is_streamed boolean not null,
  body json not null,
  created_at timestamptz not null default now()
);
create index background_responses_account on background_responses (account_id, environment);
create index background_responses_created on background_responses (created_at);

-- The events of those that were asked for as streams, so that a reader who lost the connection goes on where it ended.
create table background_events (
  response_id text not null,
  first integer not null,
  last integer not null,
  frames text not null,
  created_at timestamptz not null default now(),
  primary key (response_id, first)
);
create index background_events_created on background_events (created_at);
