-- Leases: a node that charges an account often sets a small part of its credits aside once, and then grants holds out of it in
-- memory. A lease is a convenience, never a claim: whoever finds the credits short takes all leases of the account back.
alter table balances add column leased bigint not null default 0;
alter table balances add check (leased >= 0 and balance >= held + leased);

create table leases (
  id text primary key,
  account_id text not null,
  environment text not null,
  amount bigint not null check (amount >= 0),
  expires_at timestamptz not null
) with (fillfactor = 50);
create index leases_account on leases (account_id, environment);
create index leases_expiry on leases (expires_at);

-- The caller holds the lock on the row of balances; every function takes that lock before it touches a lease.
create function take_back_leases(account text, env text) returns void language plpgsql as $$
begin
  delete from leases where account_id = account and environment = env;
  update balances set leased = 0 where account_id = account and environment = env;
end $$;

-- Opens a node's lease or adds to it, at most a hundredth of what is free: what a node that dies keeps from others is small, and
-- not for long. -1: the lease was taken back.
create function extend_lease(lease text, is_new boolean, account text, env text, wanted bigint, ttl integer) returns bigint language plpgsql as $$
declare
  got bigint;
begin
  select greatest(0, least(wanted, (balance - held - leased) / 100)) into got from balances where account_id = account and environment = env for update;
  if not found then return 0; end if;
  if is_new then
    if got = 0 then return 0; end if;
    insert into leases (id, account_id, environment, amount, expires_at) values (lease, account, env, got, now() + ttl * interval '1 second');
  else
    update leases set amount = amount + got, expires_at = now() + ttl * interval '1 second' where id = lease;
    if not found then return -1; end if;
  end if;
  update balances set leased = leased + got where account_id = account and environment = env;
  return got;
end $$;

-- Gives leases back with what is left of them.
create function end_leases(ids text[]) returns integer language plpgsql as $$
declare
  ended integer := 0;
  one record;
  rest bigint;
begin
  for one in select id, account_id, environment from leases where id = any(ids) order by account_id, environment loop
    perform 1 from balances where account_id = one.account_id and environment = one.environment for update;
    delete from leases where id = one.id returning amount into rest;
    if not found then continue; end if;
    update balances set leased = leased - rest where account_id = one.account_id and environment = one.environment;
    ended := ended + 1;
  end loop;
  return ended;
end $$;

-- Charges many calls to leases in one commit: balance, ledger and usage. Answers once for each lease that is still there.
create function charge_leases(calls json) returns table (lease text, available bigint) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with given as materialized (
    select * from rows from (json_to_recordset(calls) as (
      lease text, cost bigint, entry_id text, account_id text, environment text, key_id text, module text, model text, request_id text,
      description text, prompt_tokens bigint, completion_tokens bigint, images bigint, milliseconds bigint
    )) with ordinality as g(lease, cost, entry_id, account_id, environment, key_id, module, model, request_id, description,
      prompt_tokens, completion_tokens, images, milliseconds, place)
  ),
  sums as (
    select g.lease, g.account_id, g.environment, sum(g.cost)::bigint as cost from given g group by g.lease, g.account_id, g.environment
  ),
  locked as materialized (
    select b.account_id, b.environment from balances b join sums s using (account_id, environment)
    order by b.account_id, b.environment for update of b
  ),
  spent as (
    update leases l set amount = l.amount - s.cost
    from sums s join locked using (account_id, environment)
    where l.id = s.lease and l.amount >= s.cost
    returning s.lease, s.account_id, s.environment, s.cost
  ),
  -- By account: calls of an old lease and of a new one may come together.
  moved as (
    update balances b set balance = b.balance - s.cost, leased = b.leased - s.cost
    from (select account_id, environment, sum(cost)::bigint as cost from spent group by account_id, environment) s
    where b.account_id = s.account_id and b.environment = s.environment
    returning b.account_id, b.environment, b.balance, b.balance - b.held as available, s.cost
  ),
  charged as (
    select g.* from given g join spent s using (lease)
  ),
  entries as (
    insert into ledger (id, account_id, environment, type, amount, balance_after, contra, module, model, key_id, request_id, description)
    select c.entry_id, c.account_id, c.environment, 'usage', -c.cost,
      m.balance + m.cost - sum(c.cost) over (partition by c.account_id, c.environment order by c.place),
      'revenue', c.module, c.model, c.key_id, c.request_id, c.description
    from charged c join moved m using (account_id, environment)
    where c.cost > 0
    order by c.place
  ),
  used as (
    insert into usage_hourly as u (account_id, environment, hour, module, model, key_id, requests, prompt_tokens, completion_tokens, images, milliseconds, credits)
    select g.account_id, g.environment, date_trunc('hour', now()), g.module, g.model, coalesce(g.key_id, ''), count(*),
      sum(g.prompt_tokens), sum(g.completion_tokens), sum(g.images), sum(g.milliseconds), sum(g.cost)
    from charged g
    group by g.account_id, g.environment, g.module, g.model, coalesce(g.key_id, '')
    order by g.account_id, g.environment, g.module, g.model, coalesce(g.key_id, '')
    on conflict (account_id, environment, hour, module, model, key_id) do update set
      requests = u.requests + excluded.requests,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      images = u.images + excluded.images,
      milliseconds = u.milliseconds + excluded.milliseconds,
      credits = u.credits + excluded.credits
  )
  select s.lease, m.available from spent s join moved m using (account_id, environment);
end $$;

-- The same for one call alone: simple statements are quickest. Null when the lease was taken back.
create function charge_lease(
  lease text, cost bigint, entry text, account text, env text, key text, for_module text, for_model text, request text,
  entry_description text, prompts bigint, completions bigint, pictures bigint, lasted bigint
) returns bigint language plpgsql as $$
declare
  new_balance bigint;
  available bigint;
begin
  perform 1 from balances b where b.account_id = account and b.environment = env for update;
  update leases l set amount = l.amount - cost where l.id = lease and l.amount >= cost;
  if not found then return null; end if;
  update balances b set balance = b.balance - cost, leased = b.leased - cost where b.account_id = account and b.environment = env
    returning b.balance, b.balance - b.held into new_balance, available;
  if cost > 0 then
    insert into ledger (id, account_id, environment, type, amount, balance_after, contra, module, model, key_id, request_id, description)
      values (entry, account, env, 'usage', -cost, new_balance, 'revenue', for_module, for_model, key, request, entry_description);
  end if;
  insert into usage_hourly as u (account_id, environment, hour, module, model, key_id, requests, prompt_tokens, completion_tokens, images, milliseconds, credits)
    values (account, env, date_trunc('hour', now()), for_module, for_model, coalesce(key, ''), 1, prompts, completions, pictures, lasted, cost)
    on conflict (account_id, environment, hour, module, model, key_id) do update set
      requests = u.requests + excluded.requests,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      images = u.images + excluded.images,
      milliseconds = u.milliseconds + excluded.milliseconds,
      credits = u.credits + excluded.credits;
  return available;
end $$;

-- As before, but what is leased is not free, unless it is needed.
create or replace function hold_batch(
  ids text[], accounts text[], environments text[], amounts bigint[], minimums bigint[],
  keys text[], caps bigint[], modules text[], models text[], requests text[], jobs text[], ttl_seconds integer[]
) returns bigint[] language plpgsql as $$
declare
  granted bigint[] := array_fill(-1::bigint, array[array_length(ids, 1)]);
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  payer record;
  available bigint;
  in_leases bigint;
  taken bigint;
  wanted bigint;
  room bigint;
  i integer;
begin
  -- Always in this order, so that two batches cannot wait for each other.
  for payer in
    select account, environment, array_agg(place order by place) as places
    from unnest(accounts, environments) with ordinality as given(account, environment, place)
    group by account, environment order by account, environment
  loop
    select balance - held - leased, leased into available, in_leases from balances
      where account_id = payer.account and environment = payer.environment for update;
    if not found then continue; end if;
    taken := 0;
    foreach i in array payer.places loop
      if in_leases > 0 and available - taken < amounts[i] then
        perform take_back_leases(payer.account, payer.environment);
        available := available + in_leases;
        in_leases := 0;
      end if;
      wanted := least(amounts[i], available - taken);
      if wanted < minimums[i] then continue; end if;
      if caps[i] >= 0 then
        insert into key_spending (key_id, month) values (keys[i], this_month) on conflict do nothing;
        select caps[i] - spent - held into room from key_spending
          where key_id = keys[i] and month = this_month for update;
        wanted := least(wanted, room);
        if wanted < minimums[i] then
          granted[i] := -2;
          continue;
        end if;
        update key_spending set held = held + wanted where key_id = keys[i] and month = this_month;
      end if;
      taken := taken + wanted;
      granted[i] := wanted;
    end loop;
    if taken > 0 then
      update balances set held = held + taken where account_id = payer.account and environment = payer.environment;
    end if;
  end loop;
  insert into holds (id, account_id, environment, amount, key_id, cap_month, module, model, request_id, job_id, expires_at)
    select id, account, environment, got, key, case when cap >= 0 then this_month end, module, model, request, job, now() + ttl * interval '1 second'
    from unnest(ids, accounts, environments, granted, keys, caps, modules, models, requests, jobs, ttl_seconds)
      as given(id, account, environment, got, key, cap, module, model, request, job, ttl)
    where got >= 0;
  return granted;
end $$;

create or replace function hold_one(
  hold text, account text, env text, amount bigint, minimum bigint,
  key text, cap bigint, for_module text, for_model text, request text, job text, ttl integer
) returns bigint language plpgsql as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
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
  wanted := least(amount, free);
  if wanted < minimum then return -1; end if;
  if cap >= 0 then
    insert into key_spending (key_id, month) values (key, this_month) on conflict do nothing;
    select cap - k.spent - k.held into room from key_spending k where k.key_id = key and k.month = this_month for update;
    wanted := least(wanted, room);
    if wanted < minimum then return -2; end if;
    update key_spending k set held = k.held + wanted where k.key_id = key and k.month = this_month;
  end if;
  update balances set held = held + wanted where account_id = account and environment = env;
  insert into holds (id, account_id, environment, amount, key_id, cap_month, module, model, request_id, job_id, expires_at)
    values (hold, account, env, wanted, key, case when cap >= 0 then this_month end, for_module, for_model, request, job, now() + ttl * interval '1 second');
  return wanted;
end $$;

create or replace function post_entry(
  entry_id text, account text, env text, entry_type text, entry_amount bigint, entry_contra text, entry_payment text, entry_request text, entry_description text
) returns bigint language plpgsql as $$
declare
  new_balance bigint;
  in_leases bigint;
begin
  select leased into in_leases from balances where account_id = account and environment = env for update;
  if entry_amount < 0 and in_leases > 0 then perform take_back_leases(account, env); end if;
  update balances set
      balance = balance + entry_amount,
      depleted_at = case when entry_amount > 0 then null else depleted_at end
    where account_id = account and environment = env and balance + entry_amount >= held
    returning balance into new_balance;
  if not found then return null; end if;
  insert into ledger (id, account_id, environment, type, amount, balance_after, contra, payment_id, request_id, description)
    values (entry_id, account, env, entry_type, entry_amount, new_balance, entry_contra, entry_payment, entry_request, entry_description);
  return new_balance;
end $$;
