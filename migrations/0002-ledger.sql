-- Money: balances, holds and the append-only ledger. Amounts are integer micro-credits.
create table balances (
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  balance bigint not null default 0,
  held bigint not null default 0,
  -- Set when the credits ran out and somebody was told; cleared by the next credit.
  depleted_at timestamptz,
  primary key (account_id, environment),
  check (held >= 0 and balance >= held)
) with (fillfactor = 50);

create table holds (
  id text primary key,
  account_id text not null,
  environment text not null,
  amount bigint not null check (amount >= 0),
  key_id text,
  -- Set when the key has a monthly cap: the month that the hold counts against.
  cap_month date,
  module text not null,
  model text not null,
  request_id text,
  job_id text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02);
create index holds_expiry on holds (expires_at);
create index holds_account on holds (account_id, environment);

-- One row is both sides of an entry: the account's amount, and the opposite amount on `contra`.
create table ledger (
  seq bigint generated always as identity primary key,
  id text not null,
  account_id text not null,
  environment text not null,
  type text not null check (type in ('purchase', 'grant', 'usage', 'refund', 'adjustment')),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null check (balance_after >= 0),
  contra text not null check (contra in ('revenue', 'payments', 'grants', 'adjustments')),
  module text,
  model text,
  key_id text,
  request_id text,
  job_id text,
  payment_id text,
  description text not null default '',
  created_at timestamptz not null default now()
);
create index ledger_account on ledger (account_id, environment, seq desc);
create index ledger_payment on ledger (payment_id) where payment_id is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_is_append_only before update or delete on ledger for each statement execute function refuse_ledger_change();

create table key_spending (
  key_id text not null,
  month date not null,
  spent bigint not null default 0,
  held bigint not null default 0,
  primary key (key_id, month)
);

create table usage_hourly (
  account_id text not null,
  environment text not null,
  hour timestamptz not null,
  module text not null,
  model text not null,
  key_id text not null,
  requests bigint not null default 0,
  errors bigint not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  images bigint not null default 0,
  milliseconds bigint not null default 0,
  credits bigint not null default 0,
  primary key (account_id, environment, hour, module, model, key_id)
);

-- Reserves money for many calls in one commit. Answers what each got: -1 not enough credits, -2 the key's monthly cap.
-- A call may take less than it asked for, down to its minimum: a stream then runs as far as the money goes.
create function hold_batch(
  ids text[], accounts text[], environments text[], amounts bigint[], minimums bigint[],
  keys text[], caps bigint[], modules text[], models text[], requests text[], jobs text[], ttl_seconds integer[]
) returns bigint[] language plpgsql as $$
declare
  granted bigint[] := array_fill(-1::bigint, array[array_length(ids, 1)]);
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  payer record;
  available bigint;
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
    select balance - held into available from balances
      where account_id = payer.account and environment = payer.environment for update;
    if not found then continue; end if;
    taken := 0;
    foreach i in array payer.places loop
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

-- Ends many holds in one commit: takes what was used (never more than was held), frees the rest, writes ledger and usage.
-- A hold that is gone already is passed over: it can be ended once only. A cost of 0 is a release.
create function settle_batch(
  hold_ids text[], costs bigint[], entry_ids text[], descriptions text[], counted boolean[],
  prompt_tokens bigint[], completion_tokens bigint[], images bigint[], milliseconds bigint[]
) returns table (hold_id text, charged bigint, available bigint) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  -- In plpgsql the plan is made once a connection; making it costs three times as much as running it.
  return query
  with given as (
    select * from unnest(hold_ids, costs, entry_ids, descriptions, counted, prompt_tokens, completion_tokens, images, milliseconds)
      with ordinality as g(id, cost, entry_id, description, counted, prompt_tokens, completion_tokens, images, milliseconds, place)
  ),
  ended as (
    -- By key, never by a scan: the table is mostly rows that have just ended.
    delete from holds where id = any(hold_ids)
    returning id, account_id, environment, amount, key_id, cap_month, module, model, request_id, job_id
  ),
  gone as (
    select e.*, least(g.cost, e.amount) as cost, g.entry_id, g.description, g.counted, g.prompt_tokens, g.completion_tokens, g.images,
      g.milliseconds, g.place
    from ended e join given g on g.id = e.id
  ),
  sums as (
    select account_id, environment, sum(cost)::bigint as cost, sum(amount)::bigint as amount from gone group by account_id, environment
  ),
  locked as materialized (
    select b.account_id, b.environment from balances b join sums s using (account_id, environment)
    order by b.account_id, b.environment for update of b
  ),
  moved as (
    update balances b set balance = b.balance - s.cost, held = b.held - s.amount
    from sums s join locked l using (account_id, environment)
    where b.account_id = s.account_id and b.environment = s.environment
    returning b.account_id, b.environment, b.balance, b.balance - b.held as available, s.cost
  ),
  capped as (
    update key_spending k set spent = k.spent + c.cost, held = k.held - c.amount
    from (select key_id, cap_month, sum(cost)::bigint as cost, sum(amount)::bigint as amount from gone where cap_month is not null group by key_id, cap_month) c
    where k.key_id = c.key_id and k.month = c.cap_month
  ),
  entries as (
    insert into ledger (id, account_id, environment, type, amount, balance_after, contra, module, model, key_id, request_id, job_id, description)
    select g.entry_id, g.account_id, g.environment, 'usage', -g.cost,
      m.balance + m.cost - sum(g.cost) over (partition by g.account_id, g.environment order by g.place),
      'revenue', g.module, g.model, g.key_id, g.request_id, g.job_id, g.description
    from gone g join moved m using (account_id, environment)
    where g.cost > 0
    order by g.place
  ),
  used as (
    insert into usage_hourly as u (account_id, environment, hour, module, model, key_id, requests, prompt_tokens, completion_tokens, images, milliseconds, credits)
    -- A job's request was counted when it was created.
    select account_id, environment, date_trunc('hour', now()), module, model, coalesce(key_id, ''), count(*) filter (where job_id is null),
      sum(prompt_tokens), sum(completion_tokens), sum(images), sum(milliseconds), sum(cost)
    from gone where counted
    group by account_id, environment, module, model, coalesce(key_id, '')
    order by account_id, environment, module, model, coalesce(key_id, '')
    on conflict (account_id, environment, hour, module, model, key_id) do update set
      requests = u.requests + excluded.requests,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens,
      images = u.images + excluded.images,
      milliseconds = u.milliseconds + excluded.milliseconds,
      credits = u.credits + excluded.credits
  )
  select g.id, g.cost, m.available from gone g join moved m using (account_id, environment);
end $$;

-- The same for one call alone: when nothing else is going on there is no batch to share, and simple statements are quickest.
create function hold_one(
  hold text, account text, env text, amount bigint, minimum bigint,
  key text, cap bigint, for_module text, for_model text, request text, job text, ttl integer
) returns bigint language plpgsql as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  wanted bigint;
  room bigint;
begin
  select least(amount, balance - held) into wanted from balances where account_id = account and environment = env for update;
  if not found or wanted < minimum then return -1; end if;
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

create function settle_one(
  hold text, wanted bigint, entry text, entry_description text, is_counted boolean,
  prompts bigint, completions bigint, pictures bigint, lasted bigint
) returns table (hold_id text, charged bigint, available bigint) language plpgsql as $$
declare
  h holds%rowtype;
  new_balance bigint;
begin
  delete from holds where id = hold returning * into h;
  if not found then return; end if;
  hold_id := hold;
  charged := least(wanted, h.amount);
  update balances b set balance = b.balance - charged, held = b.held - h.amount
    where b.account_id = h.account_id and b.environment = h.environment
    returning b.balance, b.balance - b.held into new_balance, available;
  if h.cap_month is not null then
    update key_spending k set spent = k.spent + charged, held = k.held - h.amount where k.key_id = h.key_id and k.month = h.cap_month;
  end if;
  if charged > 0 then
    insert into ledger (id, account_id, environment, type, amount, balance_after, contra, module, model, key_id, request_id, job_id, description)
      values (entry, h.account_id, h.environment, 'usage', -charged, new_balance, 'revenue', h.module, h.model, h.key_id, h.request_id, h.job_id, entry_description);
  end if;
  if is_counted then
    insert into usage_hourly as u (account_id, environment, hour, module, model, key_id, requests, prompt_tokens, completion_tokens, images, milliseconds, credits)
      values (h.account_id, h.environment, date_trunc('hour', now()), h.module, h.model, coalesce(h.key_id, ''), case when h.job_id is null then 1 else 0 end,
        prompts, completions, pictures, lasted, charged)
      on conflict (account_id, environment, hour, module, model, key_id) do update set
        requests = u.requests + excluded.requests,
        prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = u.completion_tokens + excluded.completion_tokens,
        images = u.images + excluded.images,
        milliseconds = u.milliseconds + excluded.milliseconds,
        credits = u.credits + excluded.credits;
  end if;
  return next;
end $$;

-- Credits or debits an account outside of a call: purchases, grants, refunds, adjustments. Null when it would fall below what is held.
create function post_entry(
  entry_id text, account text, env text, entry_type text, entry_amount bigint, entry_contra text, entry_payment text, entry_request text, entry_description text
) returns bigint language plpgsql as $$
declare
  new_balance bigint;
begin
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
