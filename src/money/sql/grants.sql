-- Credits with terms. Order of use: promotional ones first, then those that expire soonest, then those without terms. Charges do not touch the
-- grants: what was used is the difference between the balance and its last mark, and is taken off when somebody asks.

-- The grants of an account with what is left of each once `used` is taken in the order of use.
create or replace function grants_after(account text, env text, used bigint)
returns table (id text, place bigint, remaining bigint, taken bigint) language sql stable as $$
  select g.id, g.place, g.remaining - t.taken, t.taken
  from (
    select id, remaining, row_number() over in_order as place, sum(remaining) over in_order - remaining as before
    from credit_grants where account_id = account and environment = env and remaining > 0
    window in_order as (order by (kind <> 'promotional'), expires_at nulls last, seq)
  ) g, lateral (select least(g.remaining, greatest(0, used - g.before))::bigint as taken) t
$$;

create or replace function use_grants(account text, env text, used bigint) returns void language sql as $$
  update credit_grants g set remaining = a.remaining from grants_after(account, env, used) a where g.id = a.id and a.taken > 0
$$;

-- Adds terms to credits that an entry of the same transaction gave: its debts are paid first.
create or replace function add_grant(
  grant_id text, account text, env text, grant_kind text, credits bigint, expires timestamptz, entry text, payment text, about text
) returns void language plpgsql as $$
declare
  now_balance bigint;
begin
  update balances set grants_mark = balance where account_id = account and environment = env returning balance into now_balance;
  insert into credit_grants (id, account_id, environment, kind, amount, remaining, expires_at, entry_id, payment_id, description)
    values (grant_id, account, env, grant_kind, credits, least(credits, greatest(0, now_balance)), expires, entry, payment, about);
end $$;

-- Takes what is left of a grant whose time is over, by one ledger entry. What running calls hold counts as used, in the order of use: it is never
-- taken, and what they give back expires at a later call of this function. Answers what was taken.
create or replace function expire_grant(grant_id text, entry text, about text) returns bigint language plpgsql as $$
declare
  one record;
  funds record;
  lost bigint;
begin
  select account_id, environment into one from credit_grants where id = grant_id;
  if not found then return 0; end if;
  select balance, held + leased as held, grants_mark into funds from balances
    where account_id = one.account_id and environment = one.environment for update;
  perform use_grants(one.account_id, one.environment, funds.grants_mark - funds.balance);
  update balances set grants_mark = balance where account_id = one.account_id and environment = one.environment;
  select a.remaining into lost from grants_after(one.account_id, one.environment, funds.held) a join credit_grants g on g.id = a.id
    where a.id = grant_id and g.expires_at <= now();
  lost := least(coalesce(lost, 0), funds.balance - funds.held);
  if lost <= 0 then return 0; end if;
  update credit_grants set remaining = remaining - lost, expired = expired + lost where id = grant_id;
  if post_entry(entry, one.account_id, one.environment, 'expiry', -lost, 'grants', null, null, about) is null then
    raise exception 'the grant % could not expire', grant_id;
  end if;
  return lost;
end $$;

-- Takes the credits of a payment that was returned from its own grant: what is left of it, then what has expired of it. Answers the latter, which
-- was taken before. The balance is locked, and the grants are up to date.
create or replace function return_grant(payment text, credits bigint) returns bigint language plpgsql as $$
declare
  one record;
  from_rest bigint;
  from_expired bigint;
begin
  select id, remaining, expired into one from credit_grants where payment_id = payment;
  if not found then return 0; end if;
  from_rest := least(one.remaining, credits);
  from_expired := least(one.expired, credits - from_rest);
  update credit_grants set remaining = remaining - from_rest, expired = expired - from_expired, returned = returned + from_rest + from_expired,
      returned_beyond = returned_beyond + credits - from_rest - from_expired
    where id = one.id;
  return from_expired;
end $$;

-- Undoes it for as many credits: those that the grant did not have go back to where they came from, and the rest has its terms again.
create or replace function restore_grant(payment text, credits bigint) returns void language sql as $$
  update credit_grants g set returned_beyond = g.returned_beyond - b.beyond, returned = g.returned - b.own, remaining = g.remaining + b.own
  from (
    select id, least(returned_beyond, credits) as beyond, least(returned, credits - least(returned_beyond, credits)) as own
    from credit_grants where payment_id = payment
  ) b where g.id = b.id
$$;
