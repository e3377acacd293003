-- How many bytes of messages a conversation holds, counted here so that every writer counts, also nodes of the last release.
alter table conversations add column bytes bigint not null default 0;
create index conversations_bytes on conversations (account_id, environment) include (bytes);

create function count_conversation_bytes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update conversations c set bytes = c.bytes - changed.bytes
    from (select conversation_id, sum(octet_length(message::text)) as bytes from removed group by 1) changed
    where c.id = changed.conversation_id;
  elsif tg_op = 'UPDATE' then
    update conversations c set bytes = c.bytes + changed.bytes
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

-- wider: conversation_messages.conversation_messages_added
create trigger conversation_messages_added after insert on conversation_messages
  referencing new table as added for each statement execute function count_conversation_bytes();
-- wider: conversation_messages.conversation_messages_changed
create trigger conversation_messages_changed after update on conversation_messages
  referencing new table as added old table as removed for each statement execute function count_conversation_bytes();
-- wider: conversation_messages.conversation_messages_removed
create trigger conversation_messages_removed after delete on conversation_messages
  referencing old table as removed for each statement execute function count_conversation_bytes();
