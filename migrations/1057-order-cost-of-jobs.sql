-- What an upstream bills for the whole order of a job, for jobs that end without their result; null where no upstream may do it.
alter table jobs add column order_cost jsonb;
