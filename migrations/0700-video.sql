-- What a connected server was told to make and calls it: a later attempt of the job asks for that instead of paying again.
create table video_orders (
  job_id text primary key references jobs (id) on delete cascade,
  state jsonb not null,
  updated_at timestamptz not null default now()
);
