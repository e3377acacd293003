-- Guards on content: what an account and a key say, what applied to the call of a job, and what was done in a request.
alter table accounts add column guards jsonb;
alter table api_keys add column guards jsonb;
alter table jobs add column guards jsonb;
-- JSON, written for many rows at once.
alter table request_log add column guards text;
