-- These tables hold environments too, and now accept nothing else: what the service declares, the database keeps.
alter table artifacts add check (environment in ('live', 'test'));
alter table checkout_sessions add check (environment in ('live', 'test'));
alter table payments add check (environment in ('live', 'test'));
alter table subscriptions add check (environment in ('live', 'test'));
