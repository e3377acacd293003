-- End customers of an account and runs of agents: whom and what a call names, with caps that hold over all nodes. The lock on the account's
-- balance guards their rows, as it guards the rows of key_spending.
create table end_customers (
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  -- As the account names them.
  id text not null,
  -- Micro-credits; null: the default of the key that calls.
  daily_cap bigint check (daily_cap >= 0),
  monthly_cap bigint check (monthly_cap >= 0),
  -- The caps that the last hold was granted under.
  day_limit bigint,
  month_limit bigint,
  day date not null,
  day_spent bigint not null default 0,
  month date not null,
  month_spent bigint not null default 0,
  -- Of calls that run.
  held bigint not null default 0 check (held >= 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (account_id, environment, id)
) with (fillfactor = 70);
create index end_customers_age on end_customers (last_used_at);

create table customer_usage (
  account_id text not null,
  environment text not null,
  day date not null,
  customer_id text not null,
  key_id text not null,
  requests bigint not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  images bigint not null default 0,
  milliseconds bigint not null default 0,
  credits bigint not null default 0,
  primary key (account_id, environment, day, customer_id, key_id)
) with (fillfactor = 70);
create index customer_usage_age on customer_usage (day);

-- Those who spent most come first if there are more than `most`.
create function sum_customer_usage(account text, env text, first_day date, end_day date, most integer)
returns table (customer text, requests bigint, prompt_tokens bigint, completion_tokens bigint, images bigint, milliseconds bigint, credits bigint)
language sql stable as $$
  select customer_id, sum(requests)::bigint, sum(prompt_tokens)::bigint, sum(completion_tokens)::bigint, sum(images)::bigint, sum(milliseconds)::bigint,
    sum(credits)::bigint
  from customer_usage where account_id = account and environment = env and day >= first_day and day < end_day
  group by customer_id order by sum(credits) desc, customer_id limit most
$$;

create table runs (
  seq bigint generated always as identity,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  -- As the account names it.
  id text not null,
  -- The key that opened it; null: a signed-in user.
  key_id text,
  budget bigint not null check (budget > 0),
  spent bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  calls bigint not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, environment, id)
) with (fillfactor = 70);
create index runs_account on runs (account_id, environment, seq desc);
create index runs_age on runs (expires_at);

-- The calls of runs, written with their charges.
create table run_calls (
  seq bigint generated always as identity primary key,
  account_id text not null,
  environment text not null,
  run_id text not null,
  module text not null,
  model text not null,
  key_id text,
  customer_id text,
  request_id text,
  job_id text,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  credits bigint not null,
  created_at timestamptz not null default now(),
  foreign key (account_id, environment, run_id) references runs (account_id, environment, id) on delete cascade
);
create index run_calls_run on run_calls (account_id, environment, run_id, seq desc);

alter table holds add column customer_id text, add column run_id text;

-- What a customer without caps of its own may spend through the key.
alter table api_keys add column customer_daily_cap bigint check (customer_daily_cap >= 0),
  add column customer_monthly_cap bigint check (customer_monthly_cap >= 0);

-- Whom the lines of a batch name unless they say otherwise, and the run that they belong to.
alter table batches add column customer_id text, add column run_id text;
