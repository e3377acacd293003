-- The keys that sign the seals of ledgers. The private half is encrypted with SECRET.
create table ledger_keys (
  id text primary key,
  -- The key itself, 32 bytes in base64url, as a JSON Web Key has it.
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- The newest seal of each ledger on each day (UTC): the hash of all its entries up to `last_seq`, and the signed statement of it.
create table ledger_seals (
  account_id text not null,
  environment text not null,
  day date not null,
  entries bigint not null,
  last_seq bigint not null,
  hash text not null,
  statement text not null,
  signature text not null,
  primary key (account_id, environment, day)
);

-- How far the ledger as a whole is sealed. Transactions end in another order than that of their entries: `mark_seq` becomes `swept_seq` when
-- every transaction has ended that was running at the mark.
create table ledger_sealing (
  id boolean primary key default true check (id),
  swept_seq bigint not null default 0,
  mark_seq bigint not null default 0,
  mark_xid bigint not null default 0
);
insert into ledger_sealing default values;

-- Sums of the sealed entries by month (UTC), added up in the transaction that seals them.
create table ledger_months (
  account_id text not null,
  environment text not null,
  month date not null,
  type text not null,
  contra text not null,
  -- Whether the entries belong to a payment.
  is_of_payment boolean not null,
  amount bigint not null,
  entries bigint not null,
  primary key (account_id, environment, month, type, contra, is_of_payment)
);
create index ledger_months_by_month on ledger_months (environment, month);
