-- Automatic top-ups: each is one charge, asked for under its own id until its end is known.
create table top_ups (
  id text primary key,
  account_id text not null references accounts (id),
  gateway text not null,
  amount bigint not null check (amount > 0),
  tax bigint not null default 0,
  currency text not null,
  credits bigint not null,
  description text not null,
  state text not null default 'started' check (state in ('started', 'paid', 'failed')),
  card text,
  calculation text,
  started_at timestamptz not null default now(),
  asked_at timestamptz
);
create index top_ups_by_account on top_ups (account_id, started_at);
create index top_ups_open on top_ups (started_at) where state = 'started';

alter table billing_settings add column top_ups_per_day integer not null default 3 check (top_ups_per_day > 0);
alter table billing_settings add column top_up_paused_at timestamptz;
alter table billing_settings add column top_up_problem text;
