-- What others may read of the balances.
create or replace view credits as
  select account_id, environment, balance, held, balance - held as available from balances;
