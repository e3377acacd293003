-- Lists and sums that stay quick however much there is.

-- Purchases, grants and refunds among a million usage entries.
create index ledger_rare on ledger (account_id, environment, type, seq desc) where type <> 'usage';

-- Where the ledger stood at a time: every entry of a transaction that began at `at` or later has a larger seq. A list that begins
-- or ends in the past starts there instead of walking all that came after.
create table ledger_marks (
  at timestamptz primary key,
  seq bigint not null
);

-- Rows lie on disk in the order of their time: a few bytes for every 32 pages are index enough to find the old ones.
create index usage_hourly_age on usage_hourly using brin (hour) with (pages_per_range = 32, autosummarize = on);
create index artifacts_age on artifacts using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index jobs_age on jobs using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index music_tracks_age on music_tracks using brin (created_at) with (pages_per_range = 32, autosummarize = on);

create index project_versions_archive on project_versions (archive_id) where archive_id is not null;

-- Sums of the past days of busy accounts, one row for each value of one dimension: what a question groups by is read, no more.
-- A day with few hourly rows has none here; its rows are read themselves.
create table usage_daily (
  account_id text not null,
  environment text not null,
  dimension text not null check (dimension in ('day', 'hour', 'module', 'model', 'key')),
  day date not null,
  -- '' for the whole day, else the hour (00 to 23), the module, the model or the key.
  name text not null,
  requests bigint not null,
  errors bigint not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  images bigint not null,
  milliseconds bigint not null,
  credits bigint not null,
  primary key (account_id, environment, dimension, day, name)
);

-- Days that were summed up, once for everybody.
create table usage_rolled (
  day date primary key
);

-- Sums a past day up; false when that was done before. Accounts with at most `few` rows in the day are left as they are.
create function roll_up_usage(which date, few integer) returns boolean language plpgsql as $$
declare
  begins timestamptz := which::timestamp at time zone 'utc';
  ends timestamptz := (which + 1)::timestamp at time zone 'utc';
begin
  insert into usage_rolled (day) values (which) on conflict do nothing;
  if not found then return false; end if;
  insert into usage_daily
    select account_id, environment, dimension, which, coalesce(name, ''), requests, errors, prompt_tokens, completion_tokens, images, milliseconds, credits
    from (
      select u.account_id, u.environment,
        case when grouping(u.hour) = 0 then 'hour' when grouping(u.module) = 0 then 'module' when grouping(u.model) = 0 then 'model'
          when grouping(u.key_id) = 0 then 'key' else 'day' end as dimension,
        coalesce(to_char(u.hour at time zone 'utc', 'HH24'), u.module, u.model, u.key_id) as name,
        sum(requests)::bigint as requests, sum(errors)::bigint as errors, sum(prompt_tokens)::bigint as prompt_tokens,
        sum(completion_tokens)::bigint as completion_tokens, sum(images)::bigint as images, sum(milliseconds)::bigint as milliseconds,
        sum(credits)::bigint as credits
      from usage_hourly u
      join (
        select account_id, environment from usage_hourly where hour >= begins and hour < ends
        group by account_id, environment having count(*) > few
      ) busy on busy.account_id = u.account_id and busy.environment = u.environment
      where u.hour >= begins and u.hour < ends
      group by grouping sets ((u.account_id, u.environment), (u.account_id, u.environment, u.hour), (u.account_id, u.environment, u.module),
        (u.account_id, u.environment, u.model), (u.account_id, u.environment, u.key_id))
    ) sums;
  return true;
end $$;

-- What an account used, in groups. Whole days that were summed up come from their sums; the hours before, between and after them
-- are read one by one. A function, because making the plan takes longer than running it.
create function sum_usage(account text, env text, range_begins timestamptz, range_ends timestamptz, grouped_by text, most integer)
returns table ("group" text, requests bigint, errors bigint, prompt_tokens bigint, completion_tokens bigint, images bigint, milliseconds bigint, credits bigint)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  first_day date := ((range_begins at time zone 'utc') + interval '1 day' - interval '1 microsecond')::date;
  end_day date := (range_ends at time zone 'utc')::date;
begin
  return query
  with summed as materialized (
    select day::timestamp at time zone 'utc' as begins, (day + 1)::timestamp at time zone 'utc' as ends
    from usage_daily where account_id = account and environment = env and dimension = 'day' and day >= first_day and day < end_day
  ),
  gaps as materialized (
    select coalesce(lag(ends) over (order by begins), range_begins) as begins, begins as ends from summed
    union all
    select coalesce(max(ends), range_begins), range_ends from summed
  ),
  parts as (
    select d.day, d.name, d.requests, d.errors, d.prompt_tokens, d.completion_tokens, d.images, d.milliseconds, d.credits
    from usage_daily d
    where d.account_id = account and d.environment = env and d.dimension = grouped_by and d.day >= first_day and d.day < end_day
    union all
    select (h.hour at time zone 'utc')::date,
      case grouped_by when 'hour' then to_char(h.hour at time zone 'utc', 'HH24') when 'module' then h.module when 'model' then h.model
        when 'key' then h.key_id else '' end,
      h.requests, h.errors, h.prompt_tokens, h.completion_tokens, h.images, h.milliseconds, h.credits
    from gaps join usage_hourly h
      on h.account_id = account and h.environment = env and h.hour >= gaps.begins and h.hour < gaps.ends
  ),
  sums as (
    select case when grouped_by in ('day', 'hour') then p.day end as day, p.name,
      sum(p.requests)::bigint as requests, sum(p.errors)::bigint as errors, sum(p.prompt_tokens)::bigint as prompt_tokens,
      sum(p.completion_tokens)::bigint as completion_tokens, sum(p.images)::bigint as images, sum(p.milliseconds)::bigint as milliseconds,
      sum(p.credits)::bigint as credits
    from parts p group by 1, 2 order by 1, 2 limit most
  )
  select case grouped_by when 'day' then to_char(s.day, 'YYYY-MM-DD') when 'hour' then to_char(s.day, 'YYYY-MM-DD"T"') || s.name || ':00:00Z'
      else s.name end,
    s.requests, s.errors, s.prompt_tokens, s.completion_tokens, s.images, s.milliseconds, s.credits
  from sums s order by s.day, s.name;
end $$;
