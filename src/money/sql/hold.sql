-- Holds: credits reserved for one call or job.

-- Answers what was held: -1 not enough credits, -2 the key's monthly cap, -3 the member's, or the refusal of one of more_caps, which are
-- [{spender, period, cap, refusal}] with a period of 'day' or 'month' (UTC). A call may take less than it asked for, down to its minimum:
-- a stream then runs as far as the credits go.
create or replace function hold_one(
  hold text, account text, env text, amount bigint, minimum bigint,
  key text, cap bigint, for_module text, for_model text, request text, job text, ttl integer, member text, member_cap bigint,
  more_caps json default null
) returns bigint language plpgsql as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  today date := (now() at time zone 'utc')::date;
  one record;
  free bigint;
  in_leases bigint;
  wanted bigint;
  room bigint;
begin
  select balance - held - leased, leased into free, in_leases from balances where account_id = account and environment = env for update;
  if not found then return -1; end if;
  if in_leases > 0 and free < amount then
    perform take_back_leases(account, env);
    free := free + in_leases;
  end if;
  wanted := least(amount, greatest(free, 0));
  if wanted < minimum then return -1; end if;
  if cap >= 0 then
    insert into key_spending (key_id, month) values (key, this_month) on conflict do nothing;
    select cap - k.spent - k.held into room from key_spending k where k.key_id = key and k.month = this_month for update;
    wanted := least(wanted, room);
    if wanted < minimum then return -2; end if;
  end if;
  for one in
    select c.spender, c.cap, c.refusal, case c.period when 'day' then today else this_month end as since
    from json_to_recordset(more_caps) as c(spender text, period text, cap bigint, refusal bigint)
  loop
    insert into key_spending (key_id, month) values (one.spender, one.since) on conflict do nothing;
    -- A spender keeps the rows of the longest hold and more, not those of every day.
    if found then delete from key_spending k where k.key_id = one.spender and k.month < today - 62; end if;
    select one.cap - k.spent - k.held into room from key_spending k where k.key_id = one.spender and k.month = one.since for update;
    wanted := least(wanted, room);
    if wanted < minimum then return one.refusal; end if;
  end loop;
  -- A member's row is of one environment, so the lock on the balance guards it as it guards a key's.
  if member_cap >= 0 then
    insert into key_spending (key_id, month) values (member, this_month) on conflict do nothing;
    select member_cap - k.spent - k.held into room from key_spending k where k.key_id = member and k.month = this_month for update;
    wanted := least(wanted, room);
    if wanted < minimum then return -3; end if;
    update key_spending k set held = k.held + wanted, alert_cap = member_cap where k.key_id = member and k.month = this_month;
  end if;
  if cap >= 0 then
    update key_spending k set held = k.held + wanted, alert_cap = cap where k.key_id = key and k.month = this_month;
  end if;
  if more_caps is not null then
    update key_spending k set held = k.held + wanted, alert_cap = c.cap
    from json_to_recordset(more_caps) as c(spender text, period text, cap bigint)
    where k.key_id = c.spender and k.month = case c.period when 'day' then today else this_month end;
  end if;
  update balances set held = held + wanted where account_id = account and environment = env;
  insert into holds (id, account_id, environment, amount, key_id, cap_month, module, model, request_id, job_id, expires_at, member_spender, member_month, capped)
    values (hold, account, env, wanted, key, case when cap >= 0 then this_month end, for_module, for_model, request, job, now() + ttl * interval '1 second',
      case when member_cap >= 0 then member end, case when member_cap >= 0 then this_month end,
      (select json_agg(json_build_object('spender', c.spender, 'since', case c.period when 'day' then today else this_month end))
        from json_to_recordset(more_caps) as c(spender text, period text)));
  return wanted;
end $$;

-- The same for many calls in one commit.
create or replace function hold_batch(
  ids text[], accounts text[], environments text[], amounts bigint[], minimums bigint[],
  keys text[], caps bigint[], modules text[], models text[], requests text[], jobs text[], ttl_seconds integer[],
  members text[], member_caps bigint[], more_caps text[]
) returns bigint[] language plpgsql as $$
declare
  granted bigint[] := array_fill(-1::bigint, array[array_length(ids, 1)]);
  i integer;
begin
  -- In the order of the accounts, so that two batches cannot wait for each other.
  for i in
    select place from unnest(accounts, environments) with ordinality as given(account, environment, place) order by account, environment, place
  loop
    granted[i] := hold_one(ids[i], accounts[i], environments[i], amounts[i], minimums[i], keys[i], caps[i], modules[i], models[i],
      requests[i], jobs[i], ttl_seconds[i], members[i], member_caps[i], more_caps[i]::json);
  end loop;
  return granted;
end $$;
