-- Finished songs and masters: what the library lists. The job of the same id has the story, this has the music.
create table music_tracks (
  seq bigint generated always as identity primary key,
  id text not null unique,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  title text not null,
  genre text,
  prompt text not null,
  lyrics text,
  -- The track's own fields as answers show them, addresses as paths below the origin.
  details jsonb not null,
  -- Every file that goes when the track goes.
  artifact_ids text[] not null,
  created_at timestamptz not null default now()
);
create index music_tracks_library on music_tracks (account_id, environment, seq desc);
