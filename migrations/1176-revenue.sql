-- Revenue: what was paid for the credits that are used. Kept beside the charges, from the entries of the live ledger and the documents.
-- A lot is the credits of one payment, or of one gift (then without a value).
create table credit_lots (
  -- The payment, or the ledger entry that gave the credits.
  id text primary key,
  account_id text not null,
  is_promotional boolean not null,
  expires_at timestamptz,
  -- Of the entry that gave it: its place among lots with the same terms.
  seq bigint not null,
  -- In micro-credits.
  credits bigint not null check (credits >= 0),
  used bigint not null check (used between 0 and credits),
  -- The entry that used it last.
  last_used bigint not null default 0,
  -- Minor units: invoices less credit notes, without tax; and how much of it is revenue.
  value bigint not null,
  recognised bigint not null,
  -- Of the first document; null: there is none.
  currency text,
  country text,
  tax_rate integer,
  tax_kind text
);
create index credit_lots_open on credit_lots (account_id) where used < credits;
create index credit_lots_by_use on credit_lots (account_id, last_used desc) where used > 0;

-- How far an account was read, and what it has used without credits.
create table revenue_marks (
  account_id text primary key,
  last_entry bigint not null,
  last_document bigint not null,
  debt bigint not null check (debt >= 0)
);

create table revenue_months (
  month date not null,
  currency text not null,
  country text not null,
  tax_rate integer not null,
  tax_kind text not null,
  -- Minor units that became revenue: by use, by expiry, and otherwise.
  used bigint not null,
  expired bigint not null,
  other bigint not null,
  primary key (month, currency, country, tax_rate, tax_kind)
);

create index credit_grants_of_entry on credit_grants (entry_id);
create index billing_documents_of_account on billing_documents (account_id, seq) where environment = 'live';
