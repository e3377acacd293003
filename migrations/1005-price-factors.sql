-- An account's own price factor in thousandths of the list price; null: that of its plan.
alter table accounts add column price_factor_permille integer check (price_factor_permille between 0 and 10000);
