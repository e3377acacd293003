-- Alerts at thresholds of budgets. A charge that crosses one writes a row here, in its own transaction; a chore tells of it.
create table alert_settings (
  account_id text primary key references accounts on delete cascade,
  -- Of every cap and budget.
  percents integer[] not null,
  -- The kinds of budgets whose alerts are mailed.
  mail_kinds text[] not null,
  -- An incoming webhook, as Slack and others have them.
  slack_url text
);

-- The balances at which the account wants to be told; null: none.
alter table balances add column alert_levels bigint[];
-- The cap that the last hold was granted under.
alter table key_spending add column alert_cap bigint;

create table budget_alerts (
  seq bigint generated always as identity primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  -- 'balance', 'customer', 'run', or 'spender': the name of a row of key_spending.
  kind text not null,
  subject text not null,
  -- The first day of a day or month; null for balances and runs.
  since date,
  period text,
  percent integer,
  -- The cap, or the level of a balance, and what was spent, or the balance.
  cap bigint not null,
  value bigint not null,
  created_at timestamptz not null default now(),
  told_at timestamptz,
  slack_due_at timestamptz,
  slack_attempts integer not null default 0
);
-- Once per period and cap: a run has one period.
create unique index budget_alerts_once on budget_alerts (account_id, environment, kind, subject, coalesce(since, '-infinity'), percent, cap) where kind <> 'balance';
create index budget_alerts_untold on budget_alerts (seq) where told_at is null;
create index budget_alerts_slack on budget_alerts (slack_due_at) where slack_due_at is not null;
create index budget_alerts_age on budget_alerts (created_at);
