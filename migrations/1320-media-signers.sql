-- Certificates of the operator's own files that have signed made files: files of earlier ones stay recognised.
create table media_signers (
  fingerprint text primary key,
  certificate text not null,
  created_at timestamptz not null default now()
);
