-- Addresses: one person and one account for each, in any spelling. The database keeps this, so that no race can break it.

-- An address change that failed half-way left the person with an address that their account does not have: undo it.
update auth_users u set email = lower(a.email) from accounts a
  where a.user_id = u.id and lower(a.email) <> lower(u.email)
    and not exists (select 1 from auth_users other where other.id <> u.id and lower(other.email) = lower(a.email));

create unique index auth_users_email_any_case on auth_users (lower(email));

-- A person may have the address of an account only when the account is theirs, and the other way round.
-- The lock makes two transactions with the same address wait for each other: neither sees the other's uncommitted row.
create function refuse_users_with_anothers_address() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('address:' || lower(new.email), 0));
  if exists (select 1 from accounts where lower(email) = lower(new.email) and user_id is distinct from new.id) then
    raise exception 'this address belongs to another account' using errcode = 'unique_violation';
  end if;
  return new;
end $$;
create trigger auth_users_own_address before insert or update of email on auth_users
  for each row execute function refuse_users_with_anothers_address();

create function refuse_accounts_with_anothers_address() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('address:' || lower(new.email), 0));
  if exists (select 1 from auth_users where lower(email) = lower(new.email) and id is distinct from new.user_id) then
    raise exception 'this address belongs to another person' using errcode = 'unique_violation';
  end if;
  return new;
end $$;
create trigger accounts_own_address before insert or update of email, user_id on accounts
  for each row execute function refuse_accounts_with_anothers_address();

-- A person's account follows their address in the same statement: both change or neither does.
create function follow_address() returns trigger language plpgsql as $$
declare
  account text;
begin
  update accounts set email = new.email where user_id = new.id and email <> new.email returning id into account;
  if account is not null then
    perform pg_notify('callers_changed', account);
  end if;
  return null;
end $$;
create trigger auth_users_move_their_account after update of email on auth_users
  for each row execute function follow_address();

-- The free credits that an account gets once its address is confirmed, in micro-credits.
alter table accounts add column pending_grant bigint not null default 0 check (pending_grant >= 0);

-- Addresses whose holder had the free credits, as hashes: one mailbox gets them once.
create table granted_addresses (
  address_hash bytea primary key,
  created_at timestamptz not null default now()
);
