-- Coupons take something off a price. Those who use one hold it from the start of a checkout until it is paid or over.
create table coupons (
  seq bigint generated always as identity primary key,
  id text not null unique,
  code text not null,
  environment text not null check (environment in ('live', 'test')),
  percent_off integer check (percent_off between 1 and 99),
  amount_off bigint check (amount_off > 0),
  packages text[],
  plans text[],
  max_uses integer check (max_uses > 0),
  used integer not null default 0 check (used >= 0 and (max_uses is null or used <= max_uses)),
  expires_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (environment, code),
  check ((percent_off is null) <> (amount_off is null))
);

-- An account uses a coupon once.
create table coupon_uses (
  coupon_id text not null references coupons (id),
  account_id text not null references accounts (id),
  checkout_id text not null unique,
  is_paid boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (coupon_id, account_id)
);

alter table checkout_sessions add column discount bigint not null default 0 check (discount >= 0);
alter table checkout_sessions add column coupon text;
alter table payments add column coupon text;
-- Micro-credits of the payment that the discount gave.
alter table payments add column coupon_credits bigint not null default 0 check (coupon_credits >= 0);

-- Referrals: what was offered when the code was accepted, what the first paid purchase gave, and what was taken back. Micro-credits.
create table referral_codes (
  account_id text primary key references accounts (id),
  code text not null unique,
  created_at timestamptz not null default now()
);
create table referrals (
  seq bigint generated always as identity primary key,
  id text not null unique,
  referrer_id text not null references accounts (id),
  referred_id text not null unique references accounts (id),
  offer bigint not null check (offer > 0),
  most_rewards integer not null check (most_rewards > 0),
  payment_id text,
  referrer_credits bigint not null default 0,
  referred_credits bigint not null default 0,
  referrer_taken bigint not null default 0,
  referred_taken bigint not null default 0,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check (referrer_id <> referred_id)
);
create index referrals_by_referrer on referrals (referrer_id);
create index referrals_by_payment on referrals (payment_id);

alter table ledger drop constraint ledger_type_check;
alter table ledger add constraint ledger_type_check
  check (type in ('purchase', 'grant', 'usage', 'refund', 'adjustment', 'redemption', 'coupon', 'referral')) not valid;
alter table ledger validate constraint ledger_type_check;
