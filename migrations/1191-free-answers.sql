-- What answers stored for Idempotency-Key take, of calls that cost nothing: one row an hour, so that the sum of a day is short to read.
create table free_answers (
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  hour timestamptz not null,
  bytes bigint not null,
  primary key (account_id, environment, hour)
);
create index free_answers_age on free_answers (hour);
