-- Attempts without a result whose upstream may bill them: nobody knows what they cost.
alter table call_costs add column unknown_attempts bigint not null default 0;
alter table cost_hourly add column unknown_attempts bigint not null default 0;
-- What upstreams bill for work whose use they never told, by this service's count; until now part of cost and unpaid_cost.
alter table call_costs add column estimated_cost bigint not null default 0;
alter table cost_hourly add column estimated_cost bigint not null default 0;
