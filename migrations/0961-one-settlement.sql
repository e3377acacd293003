-- One function settles holds and leases (src/money/sql/settle.sql); these were it before.
drop function settle_one(text, bigint, text, text, boolean, bigint, bigint, bigint, bigint);
drop function settle_batch(text[], bigint[], text[], text[], boolean[], bigint[], bigint[], bigint[], bigint[]);
drop function if exists charge_lease(text, bigint, text, text, text, text, text, text, text, text, bigint, bigint, bigint, bigint);
drop function charge_leases(json);
