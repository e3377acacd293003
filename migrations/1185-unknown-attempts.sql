-- Attempts without a result whose upstream may bill them: nobody knows what they cost.
alter table call_costs add column unknown_attempts bigint not null default 0;
alter table cost_hourly add column unknown_attempts bigint not null default 0;
