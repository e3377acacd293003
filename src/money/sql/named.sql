-- Holds of calls that name an end customer or a run. A call that names neither comes by none of these.

-- Grants holds within the caps of their customer and the budget of their run, then as hold_one does. Answers the refusals of hold_one and:
-- -7 and -8 the customer's day and month, -9 an unknown run without a budget, -10 a run that has ended, -11 another budget for the run,
-- -12 the run's budget, -13 too many customers, -14 too many runs. is_capped: whether caps apply to the customer. limited_by: the refusal of
-- what kept the hold below its amount, if that was the customer or the run.
create or replace function hold_named(calls json)
returns table (place bigint, granted bigint, is_capped boolean, limited_by integer) language plpgsql as $$
#variable_conflict use_column
declare
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  today date := (now() at time zone 'utc')::date;
  one record;
  customer end_customers%rowtype;
  run runs%rowtype;
  customer_name text;
  room bigint;
  before bigint;
begin
  for one in
    select * from rows from (json_to_recordset(calls) as (
      hold text, account text, environment text, amount bigint, minimum bigint, key text, cap bigint, module text, model text, request text, job text,
      ttl integer, member text, member_cap bigint, more_caps json, customer text, customer_day_cap bigint, customer_month_cap bigint,
      run text, run_budget bigint, run_seconds integer, max_customers integer, max_runs integer
    )) with ordinality as c(hold, account, environment, amount, minimum, key, cap, module, model, request, job,
      ttl, member, member_cap, more_caps, customer, customer_day_cap, customer_month_cap,
      run, run_budget, run_seconds, max_customers, max_runs, place)
    -- In the order of the accounts, as hold_batch does.
    order by account, environment, place
  loop
    place := one.place;
    granted := -1;
    is_capped := false;
    limited_by := 0;
    customer_name := one.customer;
    room := one.amount;
    perform 1 from balances b where b.account_id = one.account and b.environment = one.environment for update;
    if not found then return next; continue; end if;

    if customer_name is not null then
      select * into customer from end_customers c
        where c.account_id = one.account and c.environment = one.environment and c.id = customer_name;
      if not found then
        if (select count(*) from (select 1 from end_customers c where c.account_id = one.account and c.environment = one.environment
            limit one.max_customers) known) >= one.max_customers then
          if one.customer_day_cap is not null or one.customer_month_cap is not null then granted := -13; return next; continue; end if;
          -- Uncapped and one too many: served, and counted for nobody.
          customer_name := null;
        else
          insert into end_customers (account_id, environment, id, day, month) values (one.account, one.environment, customer_name, today, this_month)
            returning * into customer;
        end if;
      end if;
    end if;
    if customer_name is not null then
      customer.day_limit := coalesce(customer.daily_cap, one.customer_day_cap);
      customer.month_limit := coalesce(customer.monthly_cap, one.customer_month_cap);
      is_capped := customer.day_limit is not null or customer.month_limit is not null;
      -- What is held is charged to the day on which it is settled, so it counts from midnight on as well.
      room := least(room, customer.day_limit - customer.held - case when customer.day = today then customer.day_spent else 0 end);
      if room < one.minimum then granted := -7; return next; continue; end if;
      if room < one.amount then limited_by := -7; end if;
      before := room;
      room := least(room, customer.month_limit - customer.held - case when customer.month = this_month then customer.month_spent else 0 end);
      if room < one.minimum then granted := -8; return next; continue; end if;
      if room < before then limited_by := -8; end if;
    end if;

    if one.run is not null then
      select * into run from runs r where r.account_id = one.account and r.environment = one.environment and r.id = one.run;
      if not found then
        if one.run_budget is null then granted := -9; return next; continue; end if;
        if (select count(*) from (select 1 from runs r where r.account_id = one.account and r.environment = one.environment
            limit one.max_runs) known) >= one.max_runs then granted := -14; return next; continue; end if;
        insert into runs (account_id, environment, id, key_id, budget, expires_at)
          values (one.account, one.environment, one.run, one.key, one.run_budget, now() + one.run_seconds * interval '1 second')
          returning * into run;
      elsif run.expires_at <= now() then
        granted := -10; return next; continue;
      elsif one.run_budget is distinct from run.budget and one.run_budget is not null then
        if run.key_id is distinct from one.key or one.run_budget > run.budget then granted := -11; return next; continue; end if;
        update runs r set budget = one.run_budget where r.account_id = one.account and r.environment = one.environment and r.id = one.run;
        run.budget := one.run_budget;
      end if;
      before := room;
      room := least(room, run.budget - run.spent - run.held);
      if room < one.minimum then granted := -12; return next; continue; end if;
      if room < before then limited_by := -12; end if;
    end if;

    granted := hold_one(one.hold, one.account, one.environment, room, one.minimum, one.key, one.cap, one.module, one.model,
      one.request, one.job, one.ttl, one.member, one.member_cap, one.more_caps);
    if granted < room then limited_by := 0; end if;
    if granted >= 0 then
      update holds h set customer_id = customer_name, run_id = one.run where h.id = one.hold;
      update end_customers c set held = c.held + granted, day_limit = customer.day_limit, month_limit = customer.month_limit, last_used_at = now()
        where c.account_id = one.account and c.environment = one.environment and c.id = customer_name;
      update runs r set held = r.held + granted, last_used_at = now()
        where r.account_id = one.account and r.environment = one.environment and r.id = one.run;
    end if;
    return next;
  end loop;
end $$;

-- What charge_lease counts for customers, of whom no cap applies. Rows without a customer are passed by.
create or replace function count_customers(account text, env text, customers json) returns void language plpgsql as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  today date := (now() at time zone 'utc')::date;
begin
  insert into customer_usage as u (account_id, environment, day, customer_id, key_id, requests, prompt_tokens, completion_tokens, images, milliseconds, credits)
    select account, env, today, c.customer_id, c.key_id, c.requests, c.prompt_tokens, c.completion_tokens, c.images, c.milliseconds, c.credits
    from json_to_recordset(customers) as c(
      customer_id text, key_id text, requests bigint, prompt_tokens bigint, completion_tokens bigint, images bigint, milliseconds bigint, credits bigint
    )
    where c.customer_id is not null
    order by c.customer_id, c.key_id
    on conflict (account_id, environment, day, customer_id, key_id) do update set
      requests = u.requests + excluded.requests,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      images = u.images + excluded.images,
      milliseconds = u.milliseconds + excluded.milliseconds,
      credits = u.credits + excluded.credits;
  update end_customers e set
      day = today, day_spent = case when e.day = today then e.day_spent else 0 end + c.credits,
      month = this_month, month_spent = case when e.month = this_month then e.month_spent else 0 end + c.credits
    from (select g.customer_id, sum(g.credits)::bigint as credits from json_to_recordset(customers) as g(customer_id text, credits bigint)
      where g.customer_id is not null group by g.customer_id) c
    where e.account_id = account and e.environment = env and e.id = c.customer_id;
end $$;
