-- Of the credits of a payment that was returned: what was taken from its own grant, and what from other credits or as a debt. A return
-- that is undone gives the same back. And what of a grant has expired: nobody returns it a second time.
alter table credit_grants add column returned bigint not null default 0;
alter table credit_grants add column returned_beyond bigint not null default 0;
alter table credit_grants add column expired bigint not null default 0;
create index credit_grants_of_payment on credit_grants (payment_id) where payment_id is not null;
