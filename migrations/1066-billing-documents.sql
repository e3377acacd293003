-- Invoices and credit notes: one for every payment, and one for every change of what was returned of it. Everything on them is frozen.
create table billing_documents (
  seq bigint generated always as identity primary key,
  id text not null unique,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  payment_id text not null references payments (id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  reason text not null check (reason in ('payment', 'refund', 'dispute')),
  -- Null without the details of a seller, and where the gateway has made the invoice.
  series text,
  year integer,
  number integer,
  -- The number as printed: ours or the gateway's; null: none.
  label text,
  -- The number of the invoice that a credit note is for.
  refers_to text,
  currency text not null,
  -- Minor units, never negative: the kind is the sign. The tax is contained in the amount.
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax >= 0),
  -- Hundredths of a percent.
  tax_rate integer not null,
  tax_kind text not null check (tax_kind in ('standard', 'reverse_charge', 'small_business')),
  -- Of the buyer.
  country text,
  buyer jsonb not null,
  seller jsonb,
  issued_at timestamptz not null default now(),
  unique (environment, series, year, number)
);
create index billing_documents_of_payment on billing_documents (payment_id, seq);
create index billing_documents_by_time on billing_documents (environment, issued_at);

-- The last number of each series: taken in the transaction that makes the document, so that a rollback leaves no gap.
create table document_counters (
  environment text not null,
  series text not null,
  year integer not null,
  last integer not null,
  primary key (environment, series, year)
);

-- What the documents of a payment add up to; null: none was made yet, as by nodes of an earlier release.
alter table payments add column documented bigint;
-- The invoice that the gateway has made.
alter table payments add column invoice_number text;
alter table payments add column invoice_url text;
create index payments_undocumented on payments (seq) where documented is distinct from amount - reversed;

-- The mail as HTML, and the document that is attached when it is sent.
alter table outgoing_mails add column html text;
alter table outgoing_mails add column document_id text;
