-- The operator may let an account's own price factor take models below what they cost.
alter table accounts add column price_allow_loss boolean not null default false;
