-- Credits with terms: grants that expire, or that are used first. Credits without terms have no row here.
create table credit_grants (
  seq bigint generated always as identity,
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  kind text not null check (kind in ('promotional', 'included', 'general')),
  amount bigint not null check (amount > 0),
  -- As of balances.grants_mark: what was used since then is still to be taken off.
  remaining bigint not null check (remaining between 0 and amount),
  -- null: never.
  expires_at timestamptz,
  -- The ledger entry that gave it, and the payment that it belongs to.
  entry_id text not null,
  payment_id text,
  description text not null,
  created_at timestamptz not null default now()
);
create index credit_grants_open on credit_grants (account_id, environment) where remaining > 0;
create index credit_grants_due on credit_grants (expires_at) where remaining > 0;

-- The balance when the grants were last brought up to date; null: the account has none. Only usage moves the balance without a new mark.
alter table balances add column grants_mark bigint;

-- wider: ledger.ledger_type_check
alter table ledger drop constraint ledger_type_check;
alter table ledger add constraint ledger_type_check
  check (type in ('purchase', 'grant', 'usage', 'refund', 'adjustment', 'redemption', 'coupon', 'referral', 'expiry')) not valid;
alter table ledger validate constraint ledger_type_check;
