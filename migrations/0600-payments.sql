-- Buying: checkout sessions, payments, what was taken back, subscriptions.
create table checkout_sessions (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null,
  mode text not null check (mode in ('payment', 'subscription')),
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  amount bigint not null check (amount > 0),
  currency text not null,
  credits bigint not null,
  plan text,
  gateway text not null,
  url text not null default '',
  success_url text,
  cancel_url text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index checkout_sessions_account on checkout_sessions (account_id, environment, created_at desc);

create table payments (
  seq bigint generated always as identity primary key,
  id text not null unique,
  account_id text not null references accounts on delete cascade,
  environment text not null,
  gateway text not null,
  -- The gateway's own name for it; one payment is settled once, however often it is told.
  gateway_id text not null,
  amount bigint not null,
  currency text not null,
  credits bigint not null,
  description text not null,
  -- Micro-credits taken back after refunds and disputes, and those that could not be because they were spent.
  taken_back bigint not null default 0,
  owed bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (gateway, gateway_id)
);
create index payments_account on payments (account_id, environment, seq desc);

-- What a gateway took back from us; may be known before the payment itself is.
create table payment_reversals (
  gateway text not null,
  gateway_id text not null,
  refunded bigint not null default 0,
  disputed bigint not null default 0,
  primary key (gateway, gateway_id)
);

-- Messages of a gateway that were dealt with.
create table gateway_events (
  gateway text not null,
  id text not null,
  received_at timestamptz not null default now(),
  primary key (gateway, id)
);

create table subscriptions (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null,
  gateway text not null,
  gateway_id text not null,
  plan text not null,
  -- A smaller plan that begins with the next period.
  next_plan text,
  status text not null check (status in ('active', 'past_due', 'cancelled')),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  -- When the gateway said so: an older message changes nothing.
  told_at timestamptz not null,
  -- The built-in gateway's test card, for renewals.
  card text,
  created_at timestamptz not null default now(),
  unique (gateway, gateway_id)
);
create unique index subscriptions_one_per_account on subscriptions (account_id, environment) where status <> 'cancelled';
create index subscriptions_due on subscriptions (current_period_end) where gateway = 'builtin' and status <> 'cancelled';

create table billing_settings (
  account_id text primary key references accounts on delete cascade,
  stripe_customer text,
  top_up_package text,
  top_up_below bigint,
  low_balance_below bigint,
  low_balance_told_at timestamptz,
  -- A top-up that is under way is not begun a second time.
  top_up_started_at timestamptz
);
create index billing_settings_watched on billing_settings (account_id) where top_up_below is not null or low_balance_below is not null;
