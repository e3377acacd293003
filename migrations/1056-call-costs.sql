-- What upstreams bill for calls, written in the commit of their charge, also where the customer pays nothing; and its sums by the hour.
create table call_costs (
  at timestamptz not null default now(),
  account_id text not null,
  environment text not null,
  module text not null,
  model text not null,
  key_id text not null,
  upstream text not null,
  calls bigint not null,
  -- Work that failed, was repeated or was left: the operator pays it.
  unpaid_calls bigint not null,
  -- Those whose cost is not known.
  unknown_calls bigint not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  cached_tokens bigint not null,
  cache_write_tokens bigint not null,
  images bigint not null,
  milliseconds bigint not null,
  credits bigint not null,
  cost bigint not null,
  unpaid_cost bigint not null
);

create table cost_hourly (
  account_id text not null,
  environment text not null,
  hour timestamptz not null,
  module text not null,
  model text not null,
  key_id text not null,
  upstream text not null,
  plan text not null,
  calls bigint not null default 0,
  unpaid_calls bigint not null default 0,
  unknown_calls bigint not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  cached_tokens bigint not null default 0,
  cache_write_tokens bigint not null default 0,
  images bigint not null default 0,
  milliseconds bigint not null default 0,
  credits bigint not null default 0,
  cost bigint not null default 0,
  unpaid_cost bigint not null default 0,
  primary key (account_id, environment, hour, module, model, key_id, upstream, plan)
);
create index cost_hourly_age on cost_hourly using brin (hour) with (pages_per_range = 32, autosummarize = on);
