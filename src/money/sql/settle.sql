-- Settles calls: the one place where holds and parts of leases become charges.

-- Takes what was used (never more than was held), frees the rest, and writes ledger and usage, all in one commit. A call names either its
-- hold or the lease that it was granted from. A hold ends once: calls whose hold is gone, and calls of a lease that was taken back, are
-- missing from the answer. A cost of 0 releases. only_expired: leaves holds alone whose time is not over.
create or replace function settle_calls(calls json, only_expired boolean default false)
returns table (place bigint, charged bigint, available bigint) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  -- In plpgsql the plan is made once a connection; making it costs three times as much as running it.
  return query
  with given as materialized (
    select * from rows from (json_to_recordset(calls) as (
      hold text, lease text, account_id text, environment text, cost bigint, counted boolean, entry_id text, description text,
      key_id text, module text, model text, request_id text,
      prompt_tokens bigint, completion_tokens bigint, images bigint, milliseconds bigint, cached_tokens bigint, cache_write_tokens bigint,
      upstream_cost bigint, customer_id text
    )) with ordinality as g(hold, lease, account_id, environment, cost, counted, entry_id, description, key_id, module, model, request_id,
      prompt_tokens, completion_tokens, images, milliseconds, cached_tokens, cache_write_tokens, upstream_cost, customer_id, place)
  ),
  -- Balances are locked first and in this order, by everybody: two settlements cannot wait for each other.
  locked as materialized (
    select b.account_id, b.environment from balances b
    where (b.account_id, b.environment) in (select g.account_id, g.environment from given g)
    order by b.account_id, b.environment for update of b
  ),
  ended as (
    -- By key, never by a scan: the table is mostly rows that have just ended.
    delete from holds h using locked l
    where h.id = any(array(select g.hold from given g where g.hold is not null))
      and h.account_id = l.account_id and h.environment = l.environment and (not only_expired or h.expires_at < now())
    returning h.id, h.account_id, h.environment, h.amount, h.key_id, h.cap_month, h.member_spender, h.member_month, h.capped, h.module, h.model, h.request_id, h.job_id,
      h.customer_id, h.run_id
  ),
  spent as (
    update leases l set amount = l.amount - s.cost
    from (
      select g.lease, g.account_id, g.environment, sum(g.cost)::bigint as cost from given g where g.lease is not null
      group by g.lease, g.account_id, g.environment
    ) s join locked using (account_id, environment)
    where l.id = s.lease and l.amount >= s.cost
    returning l.id
  ),
  settled as (
    select g.place, e.account_id, e.environment, least(g.cost, e.amount) as cost, e.amount as held, 0::bigint as leased, e.cap_month,
      e.member_spender, e.member_month, e.capped, e.key_id, e.module, e.model, e.request_id, e.job_id, g.entry_id, g.description, g.counted,
      g.prompt_tokens, g.completion_tokens, g.images, g.milliseconds, g.cached_tokens, g.cache_write_tokens, g.upstream_cost, e.customer_id, e.run_id
    from ended e join (select distinct on (hold) * from given order by hold, place) g on g.hold = e.id
    union all
    select g.place, g.account_id, g.environment, g.cost, 0, g.cost, null, null, null, null, g.key_id, g.module, g.model, g.request_id, null, g.entry_id,
      g.description, g.counted, g.prompt_tokens, g.completion_tokens, g.images, g.milliseconds, g.cached_tokens, g.cache_write_tokens,
      g.upstream_cost, g.customer_id, null
    from given g join spent s on s.id = g.lease
  ),
  moved as (
    update balances b set balance = b.balance - s.cost, held = b.held - s.held, leased = b.leased - s.leased
    from (
      select account_id, environment, sum(cost)::bigint as cost, sum(held)::bigint as held, sum(leased)::bigint as leased
      from settled group by account_id, environment
    ) s
    where b.account_id = s.account_id and b.environment = s.environment
    returning b.account_id, b.environment, b.balance, b.balance - b.held as available, s.cost, b.alert_levels
  ),
  balance_alerts as (
    insert into budget_alerts (account_id, environment, kind, subject, cap, value)
    select m.account_id, m.environment, 'balance', '', level, m.balance from moved m, unnest(m.alert_levels) level
    where m.balance <= level and m.balance + m.cost > level
  ),
  capped as (
    update key_spending k set spent = k.spent + c.cost, held = k.held - c.held
    from (
      select account_id, environment, spender, month, sum(cost)::bigint as cost, sum(held)::bigint as held from (
        select account_id, environment, key_id as spender, cap_month as month, cost, held from settled where cap_month is not null
        union all
        select account_id, environment, member_spender, member_month, cost, held from settled where member_month is not null
        union all
        select s.account_id, s.environment, c.spender, c.since, s.cost, s.held
        from settled s, json_to_recordset(s.capped) as c(spender text, since date) where s.capped is not null
      ) capped_calls group by account_id, environment, spender, month
    ) c
    where k.key_id = c.spender and k.month = c.month
    returning c.account_id, c.environment, k.key_id as spender, k.month, k.spent, k.alert_cap as cap, c.cost
  ),
  customer_totals as (
    select account_id, environment, customer_id, sum(cost)::bigint as cost, sum(held)::bigint as held
    from settled where customer_id is not null group by account_id, environment, customer_id
  ),
  customers_charged as (
    update end_customers c set held = c.held - t.held,
      day = d.today, day_spent = case when c.day = d.today then c.day_spent else 0 end + t.cost,
      month = d.this_month, month_spent = case when c.month = d.this_month then c.month_spent else 0 end + t.cost
    from customer_totals t, (select (now() at time zone 'utc')::date as today, date_trunc('month', now() at time zone 'utc')::date as this_month) d
    where c.account_id = t.account_id and c.environment = t.environment and c.id = t.customer_id
    returning c.account_id, c.environment, c.id, c.day, c.day_spent, c.day_limit, c.month, c.month_spent, c.month_limit, t.cost
  ),
  customers_used as (
    insert into customer_usage as u (account_id, environment, day, customer_id, key_id, requests, prompt_tokens, completion_tokens, images, milliseconds, credits)
    select account_id, environment, (now() at time zone 'utc')::date, customer_id, coalesce(key_id, ''), count(*), sum(coalesce(prompt_tokens, 0)),
      sum(coalesce(completion_tokens, 0)), sum(coalesce(images, 0)), sum(coalesce(milliseconds, 0)), sum(cost)
    from settled where counted and customer_id is not null
    group by account_id, environment, customer_id, coalesce(key_id, '')
    order by account_id, environment, customer_id, coalesce(key_id, '')
    on conflict (account_id, environment, day, customer_id, key_id) do update set
      requests = u.requests + excluded.requests,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      images = u.images + excluded.images,
      milliseconds = u.milliseconds + excluded.milliseconds,
      credits = u.credits + excluded.credits
  ),
  runs_charged as (
    update runs r set spent = r.spent + t.cost, held = r.held - t.held, calls = r.calls + t.calls
    from (
      select account_id, environment, run_id, sum(cost)::bigint as cost, sum(held)::bigint as held, count(*) filter (where counted) as calls
      from settled where run_id is not null group by account_id, environment, run_id
    ) t
    where r.account_id = t.account_id and r.environment = t.environment and r.id = t.run_id
    returning r.account_id, r.environment, r.id, r.spent, r.budget, t.cost
  ),
  budgets as (
    select account_id, environment, 'spender' as kind, spender as subject, month as since, null as period, cap, spent, cost from capped
    union all
    select account_id, environment, 'customer', id, day, 'day', day_limit, day_spent, cost from customers_charged
    union all
    select account_id, environment, 'customer', id, month, 'month', month_limit, month_spent, cost from customers_charged
    union all
    select account_id, environment, 'run', id, null, null, budget, spent, cost from runs_charged
  ),
  budgets_alerted as (
    insert into budget_alerts (account_id, environment, kind, subject, since, period, percent, cap, value)
    select b.account_id, b.environment, b.kind, b.subject, b.since, b.period, p.percent, b.cap, b.spent
    from budgets b left join alert_settings a on a.account_id = b.account_id,
      unnest(coalesce(a.percents, '{80,100}')) p(percent)
    where b.cap > 0 and b.spent * 100 >= b.cap * p.percent and (b.spent - b.cost) * 100 < b.cap * p.percent
    on conflict do nothing
  ),
  calls_of_runs as (
    insert into run_calls (account_id, environment, run_id, module, model, key_id, customer_id, request_id, job_id, prompt_tokens, completion_tokens, credits)
    select s.account_id, s.environment, s.run_id, s.module, s.model, s.key_id, s.customer_id, s.request_id, s.job_id,
      coalesce(s.prompt_tokens, 0), coalesce(s.completion_tokens, 0), s.cost
    from settled s join runs_charged r on r.account_id = s.account_id and r.environment = s.environment and r.id = s.run_id
    where s.counted
    order by s.place
  ),
  entries as (
    insert into ledger (id, account_id, environment, type, amount, balance_after, contra, module, model, key_id, request_id, job_id, description)
    select s.entry_id, s.account_id, s.environment, 'usage', -s.cost,
      m.balance + m.cost - sum(s.cost) over (partition by s.account_id, s.environment order by s.place),
      'revenue', s.module, s.model, s.key_id, s.request_id, s.job_id, s.description
    from settled s join moved m using (account_id, environment)
    where s.cost > 0
    order by s.place
  ),
  used as (
    insert into usage_hourly as u (account_id, environment, hour, module, model, key_id, requests, prompt_tokens, completion_tokens, images, milliseconds, credits,
      cached_tokens, cache_write_tokens, cost)
    -- A job's request was counted when it was created.
    select account_id, environment, date_trunc('hour', now()), module, model, coalesce(key_id, ''), count(*) filter (where job_id is null),
      sum(prompt_tokens), sum(completion_tokens), sum(images), sum(milliseconds), sum(cost),
      coalesce(sum(cached_tokens), 0), coalesce(sum(cache_write_tokens), 0), coalesce(sum(upstream_cost), 0)
    from settled where counted
    group by account_id, environment, module, model, coalesce(key_id, '')
    order by account_id, environment, module, model, coalesce(key_id, '')
    on conflict (account_id, environment, hour, module, model, key_id) do update set
      requests = u.requests + excluded.requests,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      images = u.images + excluded.images,
      milliseconds = u.milliseconds + excluded.milliseconds,
      credits = u.credits + excluded.credits,
      cached_tokens = u.cached_tokens + excluded.cached_tokens,
      cache_write_tokens = u.cache_write_tokens + excluded.cache_write_tokens,
      cost = u.cost + excluded.cost
  )
  select s.place, s.cost, m.available from settled s join moved m using (account_id, environment);
end $$;

-- The same for calls that were all granted from one lease, as those of a busy account or of a single caller are. Plain statements on one
-- account: to start the statement above takes PostgreSQL longer than to charge a dozen calls here. `spent` is the sum of a call's cost and of
-- all before it. `uses` has a row per module, model and key, and a row per customer and key, which names the customer instead. Answers what is available then, or null if the lease was taken back; then nothing is charged.
create or replace function charge_lease(lease text, account text, env text, total bigint, calls json, uses json)
returns bigint language plpgsql as $$
declare
  new_balance bigint;
  available bigint;
  levels bigint[];
begin
  -- The balance before the lease, as everybody locks them.
  update balances set balance = balance - total, leased = leased - total
    where account_id = account and environment = env and leased >= total
    returning balance, balance - held, alert_levels into new_balance, available, levels;
  if not found then return null; end if;
  update leases set amount = amount - total where id = lease and account_id = account and environment = env and amount >= total;
  if not found then
    -- The credits are leased to other nodes.
    update balances set balance = balance + total, leased = leased + total where account_id = account and environment = env;
    return null;
  end if;
  insert into ledger (id, account_id, environment, type, amount, balance_after, contra, module, model, key_id, request_id, description)
    select c.id, account, env, 'usage', -c.cost, new_balance + total - c.spent, 'revenue', c.module, c.model, c.key_id, c.request_id, c.description
    from json_to_recordset(calls) as c(
      id text, cost bigint, spent bigint, module text, model text, key_id text, request_id text, description text
    )
    where c.cost > 0;
  insert into usage_hourly as u (account_id, environment, hour, module, model, key_id, requests, prompt_tokens, completion_tokens, images, milliseconds, credits,
      cached_tokens, cache_write_tokens, cost)
    select account, env, date_trunc('hour', now()), c.module, c.model, c.key_id, c.requests, c.prompt_tokens, c.completion_tokens, c.images, c.milliseconds, c.credits,
      c.cached_tokens, c.cache_write_tokens, c.cost
    from json_to_recordset(uses) as c(
      module text, model text, key_id text, requests bigint, prompt_tokens bigint, completion_tokens bigint, images bigint, milliseconds bigint, credits bigint,
      cached_tokens bigint, cache_write_tokens bigint, cost bigint, customer_id text
    )
    where c.customer_id is null
    order by c.module, c.model, c.key_id
    on conflict (account_id, environment, hour, module, model, key_id) do update set
      requests = u.requests + excluded.requests,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      images = u.images + excluded.images,
      milliseconds = u.milliseconds + excluded.milliseconds,
      credits = u.credits + excluded.credits,
      cached_tokens = u.cached_tokens + excluded.cached_tokens,
      cache_write_tokens = u.cache_write_tokens + excluded.cache_write_tokens,
      cost = u.cost + excluded.cost;
  if strpos(uses::text, '"customer_id"') > 0 then perform count_customers(account, env, uses); end if;
  if levels is not null then perform note_balance_alerts(account, env, levels, new_balance + total, new_balance); end if;
  return available;
end $$;
