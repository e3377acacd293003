-- The most that a key may spend in a UTC day; null: no cap.
alter table api_keys add column daily_cap bigint check (daily_cap >= 0);

-- The rows of key_spending that a hold counts in besides those of its key's and its member's month: [{spender, since}]; `since` is the first
-- day of the period, which key_spending calls its month.
alter table holds add column capped json;
drop function if exists hold_batch(text[], text[], text[], bigint[], bigint[], text[], bigint[], text[], text[], text[], text[], integer[], text[], bigint[]);
drop function if exists hold_one(text, text, text, bigint, bigint, text, bigint, text, text, text, text, integer, text, bigint);
