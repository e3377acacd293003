-- Links that sign in, sent by email: the hash of the token, and for whom. The user may not exist yet.
create table auth_sign_in_links (
  token_hash bytea primary key,
  email text not null,
  user_id text references auth_users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index auth_sign_in_links_email on auth_sign_in_links (email, created_at);
create index auth_sign_in_links_user on auth_sign_in_links (user_id);
create index auth_sign_in_links_expiry on auth_sign_in_links (expires_at);
