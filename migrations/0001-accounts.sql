-- Accounts, their keys, and what they may spend.
create table accounts (
  id text primary key,
  email text not null,
  name text not null default '',
  plan text not null,
  is_owner boolean not null default false,
  attribution text not null default 'required' check (attribution in ('required', 'waived')),
  -- The person who signs in; null for accounts made on the command line.
  user_id text,
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index accounts_email on accounts (lower(email));
create unique index accounts_user on accounts (user_id) where user_id is not null;
create unique index accounts_one_owner on accounts (is_owner) where is_owner;

create table api_keys (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  name text not null,
  -- sha-256 of the secret: the secret itself is shown once and kept nowhere.
  secret_hash bytea not null,
  -- The first characters, to recognise a key by.
  hint text not null,
  previous_hash bytea,
  previous_valid_until timestamptz,
  scopes text[] not null,
  ip_allow_list cidr[],
  requests_per_minute integer check (requests_per_minute > 0),
  monthly_cap bigint check (monthly_cap >= 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index api_keys_secret on api_keys (secret_hash);
create index api_keys_previous on api_keys (previous_hash) where previous_hash is not null;
create index api_keys_account on api_keys (account_id, environment, created_at);

create table idempotency_keys (
  account_id text not null,
  environment text not null,
  key text not null,
  fingerprint bytea not null,
  request_id text not null,
  -- While it is running another call with the same key waits its turn; past the lease its node is taken for dead.
  leased_until timestamptz,
  status integer,
  headers jsonb,
  body bytea,
  created_at timestamptz not null default now(),
  primary key (account_id, environment, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Small facts of the installation: the seal that checks SECRET, the first start.
create table settings (
  name text primary key,
  value jsonb not null
);
