-- The plan that the operator gave, apart from those that were paid for; the account has the higher of both in "plan". null: none.
alter table accounts add column operator_plan text;

-- Until now one column held both: what no payment explains was given.
update accounts a set operator_plan = a.plan
where a.plan <> 'free'
  and not exists (select 1 from subscriptions s
    where s.account_id = a.id and s.environment = 'live' and s.status <> 'cancelled' and s.plan = a.plan)
  and not exists (select 1 from payments p left join subscriptions s on s.gateway = p.gateway and s.gateway_id = p.subscription
    where p.account_id = a.id and p.environment = 'live' and p.plan = a.plan and s.status is distinct from 'cancelled'
      and (p.amount = 0 or p.amount > p.reversed))
  and (a.plan <> 'payg' or not exists (select 1 from payments p
    where p.account_id = a.id and p.environment = 'live' and p.amount > p.reversed));

-- Whoever opens an account with a plan gives it: the command line, and nodes of the last release, which do not know the column.
-- wider: accounts.accounts_keep_their_given_plan
create function keep_given_plan() returns trigger language plpgsql as $$
begin
  if new.operator_plan is null and new.plan <> 'free' then new.operator_plan := new.plan; end if;
  return new;
end $$;
create trigger accounts_keep_their_given_plan before insert on accounts for each row execute function keep_given_plan();
