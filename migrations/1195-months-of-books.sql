-- The country of an account's billing details, from a month on: what is owed stays with the country that it had in closed months.
create table billing_countries (
  account_id text not null references accounts on delete cascade,
  -- The first day of a month of the books; 0001-01-01: what was there before this table.
  since date not null,
  country text,
  primary key (account_id, since)
);
insert into billing_countries (account_id, since, country) select account_id, date '0001-01-01', country from billing_details;

-- The day on the document, in the seller's time zone; null: made by a node of an earlier release, in UTC.
alter table billing_documents add column issued_on date;
create index billing_documents_by_day on billing_documents (environment, (coalesce(issued_on, (issued_at at time zone 'UTC')::date)));
