-- Responses of the Responses API that later ones continue, with the input that each added.
create table responses (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  -- No reference: a response may be deleted while others that continue it stay.
  previous_id text,
  input jsonb not null,
  response jsonb not null,
  created_at timestamptz not null default now()
);
create index responses_account on responses (account_id, environment, created_at);
create index responses_created on responses (created_at);
