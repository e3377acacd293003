-- Branches share the messages they begin with. A message is stored once, with one conversation; others inherit it by its position.
-- conversation_messages, which nodes of the last release read and write, becomes a view of what each conversation has.

alter table conversation_messages rename to stored_messages;

create table inherited_messages (
  conversation_id text not null references conversations on delete cascade,
  -- A conversation of the same family. It has no foreign key: what it stores is handed over before it goes.
  source_id text not null,
  positions int4multirange not null check (not isempty(positions)),
  primary key (conversation_id, source_id)
);
create index inherited_messages_source on inherited_messages (source_id);

-- False: a branch of the last release, which may hold copies; they are replaced in batches.
alter table conversations add column shares_messages boolean not null default false;
create index conversations_with_copies on conversations (created_at, id) where root_id is not null and not shares_messages;

create view conversation_messages as
  select conversation_id, position, message, created_at from stored_messages
  union all
  select i.conversation_id, m.position, m.message, m.created_at
  from inherited_messages i
  join stored_messages m on m.conversation_id = i.source_id
    and m.position >= lower(i.positions) and m.position < upper(i.positions) and m.position <@ i.positions;
alter view conversation_messages alter column created_at set default now();
-- The view has neither; no release has inserted messages with "on conflict".
-- unused since 0.1.0: conversation_messages.conversation_messages_pkey

-- The same lock as that of the quota: what changes the messages of an account happens one after the other.
create function lock_conversations(of_account text, of_environment text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('conversations ' || of_account || ' ' || of_environment, 0))
$$;

-- Moves messages that a conversation stores to those that inherit them. What nobody inherits stays where it is.
create function hand_over_messages(of_source text, given int4multirange) returns void language plpgsql as $$
declare
  heir text;
  taken int4multirange;
begin
  loop
    select i.conversation_id, i.positions * given into heir, taken
      from inherited_messages i join conversations c on c.id = i.conversation_id
      where i.source_id = of_source and i.positions && given
      order by upper(i.positions) desc, i.conversation_id limit 1;
    exit when not found;
    update stored_messages set conversation_id = heir
      where conversation_id = of_source and position >= lower(taken) and position < upper(taken) and position <@ taken;
    perform end_inheritance(heir, of_source, taken);
    perform inherit_as_others(of_source, heir, taken);
    given := given - taken;
  end loop;
end $$;

create function end_inheritance(of_conversation text, from_source text, ended int4multirange) returns void language sql as $$
  delete from inherited_messages
    where conversation_id = of_conversation and source_id = from_source and positions <@ ended;
  update inherited_messages set positions = positions - ended
    where conversation_id = of_conversation and source_id = from_source and positions && ended;
$$;

-- Whoever inherited these messages from one conversation inherits them from another, which stores them now.
create function inherit_as_others(from_source text, to_source text, moved int4multirange) returns void language sql as $$
  insert into inherited_messages as own (conversation_id, source_id, positions)
    select conversation_id, to_source, positions * moved from inherited_messages
    where source_id = from_source and positions && moved
    on conflict (conversation_id, source_id) do update set positions = own.positions + excluded.positions;
  delete from inherited_messages where source_id = from_source and positions <@ moved;
  update inherited_messages set positions = positions - moved where source_id = from_source and positions && moved;
$$;

-- Replaces one message of a conversation, or removes it (null). Branches that inherited it keep it as it was.
create function replace_message(of_conversation text, at_position integer, by_message jsonb) returns void language plpgsql as $$
declare
  place int4multirange := int4multirange(int4range(at_position, at_position + 1));
  holder text;
begin
  perform lock_conversations(account_id, environment) from conversations where id = of_conversation;
  if not exists (select 1 from conversation_messages where conversation_id = of_conversation and position = at_position) then
    return;
  end if;
  perform hand_over_messages(of_conversation, place);
  if by_message is null then
    delete from stored_messages where conversation_id = of_conversation and position = at_position;
  else
    insert into stored_messages (conversation_id, position, message) values (of_conversation, at_position, by_message)
      on conflict (conversation_id, position) do update set message = excluded.message;
  end if;
  select source_id into holder from inherited_messages where conversation_id = of_conversation and positions && place;
  if found then perform end_inheritance(of_conversation, holder, place); end if;
end $$;

-- A copy that a branch holds of what the conversation before it stores is replaced by its inheritance.
create function share_copied_messages(of_branch text) returns void language plpgsql as $$
declare
  branch conversations;
  source text;
  holder text;
  same int4multirange;
begin
  perform lock_conversations(account_id, environment) from conversations where id = of_branch;
  select * into branch from conversations where id = of_branch and root_id is not null and not shares_messages;
  if not found then return; end if;
  select id into source from conversations where id in (branch.parent_id, branch.root_id) order by id = branch.parent_id desc limit 1;
  for holder, same in
    select earlier.holder, range_agg(int4range(earlier.position, earlier.position + 1))
    from (
      select conversation_id as holder, position, message from stored_messages where conversation_id = source
      union all
      select m.conversation_id, m.position, m.message from inherited_messages i
        join stored_messages m on m.conversation_id = i.source_id and m.position <@ i.positions
        where i.conversation_id = source and i.source_id <> of_branch
    ) earlier
    join stored_messages copy on copy.conversation_id = of_branch and copy.position = earlier.position
      and copy.position < branch.branched_at and copy.message = earlier.message
    group by earlier.holder
  loop
    insert into inherited_messages as own (conversation_id, source_id, positions) values (of_branch, holder, same)
      on conflict (conversation_id, source_id) do update set positions = own.positions + excluded.positions;
    perform inherit_as_others(of_branch, holder, same);
    delete from stored_messages where conversation_id = of_branch and position <@ same;
  end loop;
  update conversations set shares_messages = true where id = of_branch;
end $$;

-- The root takes its family with it. Its name lets this trigger run before those of the foreign keys, which delete what is left.
create function keep_inherited_messages() returns trigger language plpgsql as $$
begin
  if old.root_id is not null then
    perform lock_conversations(old.account_id, old.environment);
    perform hand_over_messages(old.id, '{(,)}');
  end if;
  return null;
end $$;
-- wider: conversations.A_keep_inherited_messages
create trigger "A_keep_inherited_messages" after delete on conversations for each row execute function keep_inherited_messages();

-- How nodes of the last release write.
create function write_conversation_message() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stored_messages (conversation_id, position, message, created_at)
      values (new.conversation_id, new.position, new.message, new.created_at);
    return new;
  end if;
  perform replace_message(old.conversation_id, old.position, case when tg_op = 'UPDATE' then new.message end);
  return case when tg_op = 'UPDATE' then new else old end;
end $$;
-- wider: conversation_messages.write_conversation_message
create trigger write_conversation_message instead of insert or update or delete on conversation_messages
  for each row execute function write_conversation_message();

-- Summaries and inheritances take room too. What was stored before it was counted takes nothing off the count when it goes.
create or replace function count_conversation_bytes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update conversations c set bytes = greatest(0, c.bytes - changed.bytes)
    from (select conversation_id, sum(octet_length(message::text)) as bytes from removed group by 1) changed
    where c.id = changed.conversation_id;
  elsif tg_op = 'UPDATE' then
    update conversations c set bytes = greatest(0, c.bytes + changed.bytes)
    from (
      select conversation_id, sum(bytes) as bytes from (
        select conversation_id, octet_length(message::text) as bytes from added
        union all select conversation_id, -octet_length(message::text) from removed
      ) both_sides group by 1
    ) changed
    where c.id = changed.conversation_id;
  else
    update conversations c set bytes = c.bytes + changed.bytes
    from (select conversation_id, sum(octet_length(message::text)) as bytes from added group by 1) changed
    where c.id = changed.conversation_id;
  end if;
  return null;
end $$;

create function count_condensation_bytes() returns trigger language plpgsql as $$
begin
  update conversations c set bytes = c.bytes + changed.bytes
  from (select conversation_id, sum(octet_length(text)) as bytes from added group by 1) changed
  where c.id = changed.conversation_id;
  return null;
end $$;
-- wider: conversation_condensations.conversation_condensations_added
create trigger conversation_condensations_added after insert on conversation_condensations
  referencing new table as added for each statement execute function count_condensation_bytes();

-- A row, and a pair of integers for each run of positions.
create function bytes_of_inheritance(positions int4multirange) returns bigint language sql immutable as $$
  select 64 + 8 * count(*) from unnest(positions)
$$;
create function count_inherited_bytes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update conversations c set bytes = c.bytes + changed.bytes
    from (select conversation_id, sum(bytes_of_inheritance(positions)) as bytes from added group by 1) changed
    where c.id = changed.conversation_id;
  elsif tg_op = 'UPDATE' then
    update conversations c set bytes = greatest(0, c.bytes + changed.bytes)
    from (
      select conversation_id, sum(bytes) as bytes from (
        select conversation_id, bytes_of_inheritance(positions) as bytes from added
        union all select conversation_id, -bytes_of_inheritance(positions) from removed
      ) both_sides group by 1
    ) changed
    where c.id = changed.conversation_id;
  else
    update conversations c set bytes = greatest(0, c.bytes - changed.bytes)
    from (select conversation_id, sum(bytes_of_inheritance(positions)) as bytes from removed group by 1) changed
    where c.id = changed.conversation_id;
  end if;
  return null;
end $$;
create trigger inherited_messages_added after insert on inherited_messages
  referencing new table as added for each statement execute function count_inherited_bytes();
create trigger inherited_messages_changed after update on inherited_messages
  referencing new table as added old table as removed for each statement execute function count_inherited_bytes();
create trigger inherited_messages_removed after delete on inherited_messages
  referencing old table as removed for each statement execute function count_inherited_bytes();
