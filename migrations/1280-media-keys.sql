-- The certificates with which made files are signed, as PEM: the signer's and its issuer's. The private half is encrypted with SECRET.
create table media_keys (
  id text primary key,
  certificate text not null,
  issuer text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
