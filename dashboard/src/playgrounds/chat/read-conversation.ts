// A conversation with all of its messages, which come in pages.
import { client, type Reply } from '../../api/client.ts';

export type Conversation = Reply<'GET /chat/conversations/{id}'>;

export async function readConversation(id: string, signal?: AbortSignal): Promise<Conversation> {
  const read = (cursor: string | null) =>
    client().call(
      'GET /chat/conversations/{id}',
      { params: { id }, query: cursor === null ? {} : { cursor } },
      signal ? { signal } : {},
    );
  const first = await read(null);
  const messages = [...first.messages];
  for (let next = first.next_cursor; next !== null; ) {
    const page = await read(next);
    messages.push(...page.messages);
    next = page.next_cursor;
  }
  return { ...first, messages, has_more: false, next_cursor: null };
}
