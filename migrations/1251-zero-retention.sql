-- Zero retention: keys whose calls leave nothing behind, and their jobs and projects, which end soon after they were made.
alter table api_keys add column zero_retention boolean not null default false;
alter table jobs add column keeps_nothing boolean not null default false;
create index jobs_that_keep_nothing on jobs (completed_at) where keeps_nothing and completed_at is not null;
alter table projects add column keeps_nothing boolean not null default false;
create index projects_that_keep_nothing on projects (updated_at) where keeps_nothing;

-- The words of such jobs go when they end, what they made when its time is over; price and times stay.
create function empty_jobs_that_keep_nothing(life_seconds integer, kept text[], most integer) returns integer language plpgsql as $$
declare
  ended bigint[];
  over bigint[];
begin
  ended := array(select seq from jobs where keeps_nothing and completed_at is not null and not words_dropped and not holds_slot
    order by completed_at limit most for update skip locked);
  update jobs set words_dropped = true, extra = null, payload = without_words(payload::jsonb, kept)::json where seq = any(ended);
  delete from video_orders v using jobs j where j.seq = any(ended) and v.job_id = j.id;
  over := array(select seq from jobs where keeps_nothing and words_dropped and completed_at < now() - life_seconds * interval '1 second'
    and (result is not null or coalesce(error->>'message', '') <> '') order by completed_at limit most for update skip locked);
  update jobs set result = null, error = case when error is not null then json_build_object('code', error->>'code', 'message', '') end
    where seq = any(over);
  return cardinality(ended) + cardinality(over);
end $$;
