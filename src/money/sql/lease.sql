-- Leases: parts of a balance that a node has set aside, so that it can grant holds in memory. Whoever finds the credits short takes them back.

-- The caller holds the lock on the row of balances; every function takes that lock before it touches a lease.
create or replace function take_back_leases(account text, env text) returns void language plpgsql as $$
begin
  delete from leases where account_id = account and environment = env;
  update balances set leased = 0 where account_id = account and environment = env;
end $$;

-- Opens a node's lease or adds to it, at most a hundredth of what is free: what a node that dies keeps from others is small, and
-- not for long. -1: the lease was taken back.
create or replace function extend_lease(lease text, is_new boolean, account text, env text, wanted bigint, ttl integer) returns bigint language plpgsql as $$
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
create or replace function end_leases(ids text[]) returns integer language plpgsql as $$
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
