-- What upstreams bill by the day (UTC), over all accounts: their budgets read it every second.
create table upstream_days (
  upstream text not null,
  day date not null,
  cost bigint not null,
  primary key (upstream, day)
);

-- Old writers pass both triggers: they only add to a table of their own.
-- wider: cost_hourly.cost_hourly_added
-- wider: cost_hourly.cost_hourly_changed
-- A trigger, because nodes of the last release sum costs too. A row that is deleted for its age stays counted.
create function count_upstream_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into upstream_days as d (upstream, day, cost)
    select upstream, (hour at time zone 'utc')::date, sum(cost + unpaid_cost + estimated_cost) from added group by 1, 2 order by 1, 2
    on conflict (upstream, day) do update set cost = d.cost + excluded.cost;
  else
    insert into upstream_days as d (upstream, day, cost)
    select upstream, day, sum(cost) from (
      select upstream, (hour at time zone 'utc')::date as day, cost + unpaid_cost + estimated_cost as cost from added
      union all
      select upstream, (hour at time zone 'utc')::date, -(cost + unpaid_cost + estimated_cost) from taken) changed
    group by 1, 2 having sum(cost) <> 0 order by 1, 2
    on conflict (upstream, day) do update set cost = d.cost + excluded.cost;
  end if;
  return null;
end $$;
create trigger cost_hourly_added after insert on cost_hourly
  referencing new table as added for each statement execute function count_upstream_days();
create trigger cost_hourly_changed after update on cost_hourly
  referencing old table as taken new table as added for each statement execute function count_upstream_days();

-- The month so far. The index by age finds it.
insert into upstream_days (upstream, day, cost)
select upstream, (hour at time zone 'utc')::date, sum(cost + unpaid_cost + estimated_cost) from cost_hourly
where hour >= date_trunc('month', now() at time zone 'utc') at time zone 'utc' group by 1, 2;
