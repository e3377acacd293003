// What nodes of release 0.1.0 ask the database about conversations, word by word: they run beside this release while it is rolled out.
import assert from 'node:assert/strict';
import type pg from 'pg';

const APPEND = `
  with grown as (
    insert into conversations (id, account_id, environment, title, model, messages_count)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (id) do update set messages_count = conversations.messages_count + $6,
      model = excluded.model, updated_at = now()
    where conversations.account_id = $2 and conversations.environment = $3
    returning messages_count - $6 as start, root_id
  ), used as (
    update conversations set updated_at = now() where id = (select root_id from grown)
  )
  insert into conversation_messages (conversation_id, position, message)
  select $1, grown.start + entry.place - 1, entry.message
  from grown, unnest($7::jsonb[]) with ordinality as entry(message, place)`;

const BRANCH = `
  with made as (
    insert into conversations (id, account_id, environment, title, model, messages_count, root_id, parent_id, branched_at)
    select $1, account_id, environment, title, model, $3, coalesce(root_id, id), id, $3 from conversations where id = $2
    returning *
  ), copied as (
    insert into conversation_messages (conversation_id, position, message)
    select made.id, m.position, m.message from made, conversation_messages m
    where m.conversation_id = $2 and m.position < $3
  )
  select id from made`;

export function lastRelease(pool: pg.Pool, owner: { accountId: string; environment: string }) {
  return {
    async append(id: string, text: string): Promise<void> {
      const messages = [JSON.stringify({ role: 'user', content: text })];
      await pool.query(APPEND, [id, owner.accountId, owner.environment, 'Test', 'm', 1, messages]);
    },
    async branch(from: string, id: string, messages: number): Promise<void> {
      assert.equal((await pool.query(BRANCH, [id, from, messages])).rows.length, 1);
    },
    async replace(id: string, position: number, text: string | null): Promise<void> {
      if (text === null)
        await pool.query('delete from conversation_messages where conversation_id = $1 and position = $2', [
          id,
          position,
        ]);
      else
        await pool.query('update conversation_messages set message = $3 where conversation_id = $1 and position = $2', [
          ...[id, position],
          JSON.stringify({ role: 'user', content: text }),
        ]);
    },
    async remove(id: string): Promise<void> {
      await pool.query('delete from conversations where id = $1 and account_id = $2 returning id', [
        id,
        owner.accountId,
      ]);
    },
    async read(id: string): Promise<string[]> {
      const { rows } = await pool.query<{ message: { content: string } }>(
        'select message from conversation_messages where conversation_id = $1 and position >= $2 order by position',
        [id, 0],
      );
      return rows.map(({ message }) => message.content);
    },
  };
}
