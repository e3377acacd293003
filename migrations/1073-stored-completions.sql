-- Chat completions that a customer asked to store. They are never searched by their content, and old ones are found by their order.
create table stored_completions (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  model text not null,
  messages json not null,
  completion json not null,
  metadata json not null,
  bytes integer not null,
  created_at timestamptz not null default now()
);
create index stored_completions_account on stored_completions (account_id, environment, created_at, id) include (bytes);
create index stored_completions_created on stored_completions using brin (created_at) with (pages_per_range = 16, autosummarize = on);
