-- Whether the gateway has computed the tax of a payment, also where the result is 0.
alter table payments add column tax_computed boolean not null default false;
