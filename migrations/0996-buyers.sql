-- The customer of an account at a payment gateway. The generation counts customers that the gateway has deleted.
create table gateway_customers (
  gateway text not null,
  account_id text not null references accounts (id),
  customer text,
  generation integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (gateway, account_id),
  unique (gateway, customer)
);

-- Who is billed: printed on receipts, and told to the gateway for its invoices and taxes.
create table billing_details (
  account_id text primary key references accounts (id),
  name text not null default '',
  email text,
  line1 text not null default '',
  line2 text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  country text,
  tax_id_type text,
  tax_id text,
  updated_at timestamptz not null default now(),
  check ((tax_id_type is null) = (tax_id is null))
);

-- The buyer as billed then, and the tax and discount that the gateway computed, in minor units.
alter table payments add column buyer jsonb;
alter table payments add column tax bigint not null default 0 check (tax >= 0);
alter table payments add column discount bigint not null default 0 check (discount >= 0);

alter table billing_settings add column receipt_mail boolean not null default true;
alter table billing_settings drop column stripe_customer;
