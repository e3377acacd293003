-- Teams: the members of an account with their roles, invitations, and the account's own log.
create table members (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  -- Deferred: an account made on the command line gets its user later in the same transaction.
  user_id text not null references auth_users on delete cascade deferrable initially deferred,
  role text not null check (role in ('owner', 'admin', 'developer', 'billing', 'viewer')),
  -- Micro-credits per calendar month for the member's sessions and keys together; null: no cap.
  monthly_cap bigint check (monthly_cap >= 0),
  created_at timestamptz not null default now(),
  unique (account_id, user_id)
);
create index members_user on members (user_id, created_at);

create function new_row_id(prefix text) returns text language sql volatile as $$
  select prefix || '_' || substr(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 1, 26)
$$;

-- Whoever an account is opened for owns it, whichever way it was opened.
create function make_owner() returns trigger language plpgsql as $$
begin
  insert into members (id, account_id, user_id, role) values (new_row_id('member'), new.id, new.user_id, 'owner')
    on conflict (account_id, user_id) do nothing;
  return null;
end $$;
create trigger accounts_have_an_owner after insert or update of user_id on accounts
  for each row when (new.user_id is not null) execute function make_owner();

insert into members (id, account_id, user_id, role, created_at)
  select new_row_id('member'), a.id, a.user_id, 'owner', a.created_at from accounts a join auth_users u on u.id = a.user_id;

-- The member who made the key; null: the command line. No reference: a key whose member is gone is refused, never freed.
alter table api_keys add column member_id text;
create index api_keys_member on api_keys (member_id) where member_id is not null;
update api_keys k set member_id = m.id from members m where m.account_id = k.account_id;

-- Which of the user's accounts a session acts for; null: the user's own.
alter table auth_sessions add column account_id text references accounts on delete cascade;

-- The member whose session made the batch.
alter table batches add column member_id text;

create table invitations (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  -- null: whoever has the link.
  email text,
  role text not null check (role in ('owner', 'admin', 'developer', 'billing', 'viewer')),
  monthly_cap bigint check (monthly_cap >= 0),
  token_hash bytea not null unique,
  inviter_id text not null,
  inviter_email text not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index invitations_account on invitations (account_id, created_at desc);
create index invitations_age on invitations (created_at);

create table account_log (
  seq bigint generated always as identity primary key,
  id text not null unique,
  account_id text not null references accounts on delete cascade,
  -- All null: the service itself, for example a plan that was paid for or has ended.
  actor_member_id text,
  actor_email text,
  actor_key_id text,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamptz not null default now()
);
create index account_log_account on account_log (account_id, seq desc);
create index account_log_action on account_log (account_id, action, seq desc);
create index account_log_age on account_log (created_at);

-- A plan changes in many ways (checkout, invoice, code, operator, end of a period): the database sees all of them.
create function log_plan_change() returns trigger language plpgsql as $$
begin
  insert into account_log (id, account_id, action, target, before, after)
    values (new_row_id('log'), new.id, 'plan.change', new.id, jsonb_build_object('plan', old.plan), jsonb_build_object('plan', new.plan));
  return null;
end $$;
create trigger accounts_log_their_plan after update of plan on accounts
  for each row when (old.plan is distinct from new.plan) execute function log_plan_change();

-- Holds of capped members: rows of key_spending whose key_id names the member and the environment.
alter table holds add column member_spender text, add column member_month date;
drop function hold_batch(text[], text[], text[], bigint[], bigint[], text[], bigint[], text[], text[], text[], text[], integer[]);
drop function hold_one(text, text, text, bigint, bigint, text, bigint, text, text, text, text, integer);
