-- What the versions take that were edited or restored by hand: they are free, so they count towards the storage of the plan.
-- Versions from before this migration do not count.
alter table projects add column edited_bytes bigint not null default 0;
