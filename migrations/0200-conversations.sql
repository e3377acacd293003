-- Conversations that the service remembers for its customers.
create table conversations (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  environment text not null check (environment in ('live', 'test')),
  title text not null,
  model text not null,
  messages_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index conversations_account on conversations (account_id, environment, updated_at desc, id desc);

create table conversation_messages (
  conversation_id text not null references conversations on delete cascade,
  position integer not null,
  message jsonb not null,
  created_at timestamptz not null default now(),
  primary key (conversation_id, position)
);

-- What the model is told instead of the first so many messages, once they no longer fit its window.
create table conversation_condensations (
  conversation_id text not null references conversations on delete cascade,
  messages integer not null,
  text text not null,
  model text not null,
  created_at timestamptz not null default now(),
  primary key (conversation_id, messages)
);
