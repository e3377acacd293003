-- Answers that identical calls of the same key get again, until they expire. Key setting in seconds: null as the plan says, 0 never.
alter table api_keys add column answer_cache_seconds integer;

create table cached_answers (
  account_id text not null,
  environment text not null,
  key_id text not null,
  -- SHA-256 of everything that decides the answer.
  digest bytea not null,
  model text not null,
  facts json not null,
  content text not null,
  bytes integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, environment, key_id, digest)
);
-- The sum of an account's bytes, and its oldest entries, are read from this index alone.
create index cached_answers_by_age on cached_answers (account_id, environment, created_at) include (bytes);
create index cached_answers_by_end on cached_answers (expires_at);
create index cached_answers_by_key on cached_answers (key_id);
create index cached_answers_by_model on cached_answers (model);
