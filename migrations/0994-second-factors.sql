-- The second factor of a user: the key of an authenticator app and recovery codes, both encrypted with SECRET, in the shape that better-auth reads.
alter table auth_users add column two_factor_enabled boolean not null default false;

create table auth_second_factors (
  id text primary key,
  user_id text not null unique references auth_users on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- False until the first code was entered: a set-up that was not finished asks nobody for a code.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Codes that signed somebody in, for as long as they would be valid: a code works once.
create table auth_used_codes (
  user_id text not null references auth_users on delete cascade,
  code text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, code)
);

-- Sessions and verifications that have expired are deleted regularly.
create index auth_sessions_expiry on auth_sessions (expires_at);
create index auth_verifications_expiry on auth_verifications (expires_at);
