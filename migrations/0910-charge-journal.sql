-- Charges that a node noted on its own disk first. A node with such a journal (only one that has the database to itself, see
-- docs/decisions) grants calls out of a hold, its *claim*, and writes what they cost here a moment later.
create table charge_journals (
  id text primary key,
  -- Every charge up to this one is in the ledger: what is noted twice is charged once.
  applied bigint not null default 0
);

-- Opens an account's claim or adds to it, at most a hundredth of what is free; nothing where that is less than will do.
create function extend_claim(claim text, account text, env text, wanted bigint, least_of_all bigint) returns table (got bigint, beside bigint) language plpgsql as $$
begin
  select greatest(0, least(wanted, (b.balance - b.held - b.leased) / 100)), b.balance - b.held into got, beside
    from balances b where b.account_id = account and b.environment = env for update;
  if not found then return; end if;
  if got < least_of_all then got := 0; end if;
  beside := beside - got;
  if got > 0 then
    update balances set held = held + got where account_id = account and environment = env;
    insert into holds as h (id, account_id, environment, amount, module, model, expires_at)
      values (claim, account, env, got, 'claim', '', 'infinity')
      on conflict (id) do update set amount = h.amount + got;
  end if;
  return next;
end $$;

-- Makes a claim smaller by what nobody needs. Answers what the account then has beside it.
create function reduce_claim(claim text, account text, env text, unused bigint) returns bigint language plpgsql as $$
declare
  beside bigint;
begin
  perform 1 from balances b where b.account_id = account and b.environment = env for update;
  update holds h set amount = h.amount - unused where h.id = claim;
  if not found then return null; end if;
  update balances b set held = b.held - unused where b.account_id = account and b.environment = env
    returning b.balance - b.held into beside;
  return beside;
end $$;

-- Ends claims with what is left of them; null for the claims of every journal, which only the node may do that has the database to itself.
create function end_claims(ids text[]) returns void language plpgsql as $$
declare
  one record;
  rest bigint;
begin
  for one in
    select id, account_id, environment from holds
    where module = 'claim' and (ids is null or id = any(ids)) order by account_id, environment
  loop
    perform 1 from balances where account_id = one.account_id and environment = one.environment for update;
    delete from holds where id = one.id returning amount into rest;
    if found then
      update balances set held = held - rest where account_id = one.account_id and environment = one.environment;
    end if;
  end loop;
end $$;
create index holds_claims on holds (id) where module = 'claim';

-- What is in claims is held for nobody: the account can spend it.
create function claimed(account text, env text) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from holds where account_id = account and environment = env and module = 'claim'
$$;

-- Charges what was noted: balance, claim, ledger and usage in one commit, each note once however often it comes. Answers what the
-- account of each claim has beside it. A claim that is gone (which takes somebody's hand) is made good from the balance.
create function apply_charges(journal text, upto bigint, notes json) returns table (lease text, beside bigint) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  done bigint;
begin
  select applied into done from charge_journals where id = journal for update;
  if not found then raise exception 'there is no journal %', journal; end if;
  update charge_journals set applied = greatest(done, upto) where id = journal;
  return query
  with given as materialized (
    select * from json_to_recordset(notes) as g(
      seq bigint, lease text, cost bigint, entry_id text, account_id text, environment text, key_id text, module text, model text,
      request_id text, description text, prompt_tokens bigint, completion_tokens bigint, images bigint, milliseconds bigint
    ) where g.seq > done
  ),
  sums as (
    select g.lease, g.account_id, g.environment, sum(g.cost)::bigint as cost from given g group by g.lease, g.account_id, g.environment
  ),
  locked as materialized (
    select b.account_id, b.environment from balances b
    where (b.account_id, b.environment) in (select s.account_id, s.environment from sums s)
    order by b.account_id, b.environment for update of b
  ),
  reduced as (
    update holds h set amount = h.amount - s.cost
    from sums s join locked using (account_id, environment)
    where h.id = s.lease
    returning s.account_id, s.environment, s.cost
  ),
  moved as (
    update balances b set balance = b.balance - s.cost, held = b.held - coalesce(r.cost, 0)
    from (select account_id, environment, sum(cost)::bigint as cost from sums group by account_id, environment) s
    left join (select account_id, environment, sum(cost)::bigint as cost from reduced group by account_id, environment) r
      using (account_id, environment)
    where b.account_id = s.account_id and b.environment = s.environment
    returning b.account_id, b.environment, b.balance, b.balance - b.held as beside, s.cost
  ),
  entries as (
    insert into ledger (id, account_id, environment, type, amount, balance_after, contra, module, model, key_id, request_id, description)
    select g.entry_id, g.account_id, g.environment, 'usage', -g.cost,
      m.balance + m.cost - sum(g.cost) over (partition by g.account_id, g.environment order by g.seq),
      'revenue', g.module, g.model, g.key_id, g.request_id, g.description
    from given g join moved m using (account_id, environment)
    where g.cost > 0
    order by g.seq
  ),
  used as (
    insert into usage_hourly as u (account_id, environment, hour, module, model, key_id, requests, prompt_tokens, completion_tokens, images, milliseconds, credits)
    select g.account_id, g.environment, date_trunc('hour', now()), g.module, g.model, coalesce(g.key_id, ''), count(*),
      sum(g.prompt_tokens), sum(g.completion_tokens), sum(g.images), sum(g.milliseconds), sum(g.cost)
    from given g join moved using (account_id, environment)
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
  select s.lease, m.beside from sums s join moved m using (account_id, environment);
end $$;
