-- Thresholds of a balance that a debit has crossed: called only for accounts that named some.
create or replace function note_balance_alerts(account text, env text, levels bigint[], before bigint, after bigint) returns void language sql as $$
  insert into budget_alerts (account_id, environment, kind, subject, cap, value)
    select account, env, 'balance', '', level, after from unnest(levels) level where after <= level and before > level order by level desc
$$;
