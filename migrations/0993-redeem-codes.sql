-- Redeem codes: credits, or a plan for a number of days, for whoever sends the code. Only a hash of a code is stored.
create table redeem_codes (
  seq bigint generated always as identity primary key,
  id text not null unique,
  batch_id text not null,
  code_hash text not null unique,
  hint text not null,
  environment text not null check (environment in ('live', 'test')),
  credits bigint not null default 0 check (credits >= 0),
  plan text,
  plan_days integer check (plan_days > 0),
  max_uses integer not null check (max_uses > 0),
  used integer not null default 0 check (used >= 0 and used <= max_uses),
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check ((plan is null) = (plan_days is null)),
  check (credits > 0 or plan is not null)
);
create index redeem_codes_by_batch on redeem_codes (batch_id, seq);

-- An account redeems a code once.
create table redemptions (
  id text not null unique,
  code_id text not null references redeem_codes (id),
  account_id text not null references accounts (id),
  environment text not null check (environment in ('live', 'test')),
  created_at timestamptz not null default now(),
  primary key (code_id, account_id)
);
create index redemptions_by_account on redemptions (account_id);

alter table ledger drop constraint ledger_type_check;
alter table ledger add constraint ledger_type_check check (type in ('purchase', 'grant', 'usage', 'refund', 'adjustment', 'redemption')) not valid;
alter table ledger validate constraint ledger_type_check;

-- A plan that a code gave ends like one of the built-in checkout.
drop index subscriptions_due;
create index subscriptions_due on subscriptions (current_period_end) where gateway in ('builtin', 'code') and status <> 'cancelled';
