-- Accounts that are to be deleted: a waiting period with undo, then a chore deletes what the account has, in batches.
create table account_deletions (
  account_id text primary key references accounts on delete cascade,
  requested_at timestamptz not null default now(),
  -- The chore begins at this time; until then the request can be withdrawn.
  due_at timestamptz not null,
  -- Who asked: a member's id, or null for the operator.
  member_id text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  -- A node that works on it holds this lease; another goes on when it ends.
  leased_until timestamptz,
  problem text,
  ended_at timestamptz
);
create index account_deletions_due on account_deletions (due_at) where state <> 'done';

-- Deletes some rows of an account: those whose column holds the value, or whose parent's column does.
create function erase_rows(wanted text, link jsonb, owner text, most int) returns int language plpgsql as $$
declare
  gone int;
begin
  if link ? 'parent' then
    execute format('delete from %I where ctid = any(array(select c.ctid from %I c join %I p on p.%I = c.%I where p.%I = $1 limit $2 for update of c skip locked))',
      wanted, wanted, link->>'parent', link->>'key', link->>'column', link->>'owner') using owner, most;
  else
    execute format('delete from %I where ctid = any(array(select ctid from %I where %I = $1 limit $2 for update skip locked))',
      wanted, wanted, link->>'column') using owner, most;
  end if;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Reads some rows of an account as JSON, in the order of their key, after a given row.
create function rows_of(wanted text, link jsonb, owner text, keys text[], after_row jsonb, most int) returns setof jsonb
language plpgsql stable as $$
declare
  named text := (select string_agg(format('c.%I', key), ', ') from unnest(keys) key);
  seen text := (select string_agg(format('s.%I', key), ', ') from unnest(keys) key);
  source text := case when link ? 'parent'
    then format('%I c join %I p on p.%I = c.%I where p.%I = $1', wanted, link->>'parent', link->>'key', link->>'column', link->>'owner')
    else format('%I c where c.%I = $1', wanted, link->>'column') end;
begin
  return query execute format('select to_jsonb(c) from %s and ($2 is null or (%s) > (select %s from jsonb_populate_record(null::%I, $2) s)) order by %s limit $3',
    source, named, seen, wanted, named) using owner, after_row, most;
end $$;

create index outgoing_mails_ended on outgoing_mails (created_at) where state <> 'pending';
