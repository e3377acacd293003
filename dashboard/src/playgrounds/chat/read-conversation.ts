// A conversation with all of its messages, which come in pages.
import { NotFoundError } from '@atelier/client';
import { client, type Reply } from '../../api/client.ts';
import { markFinished, unfinishedOf } from './unfinished.ts';

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

const LOOK_EVERY_MS = 1_500;
const MAX_LOOKS = 20;

/**
 * After a reload in the middle of an answer, the service stores what was written once its model has said what it used:
 * until then the conversation lacks it, or is not there. `show` gets null for one that is not there yet.
 */
export async function readWhenKept(
  id: string,
  show: (conversation: Conversation | null) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let looks = 1; ; looks += 1) {
    const awaited = [...unfinishedOf(id)];
    const mayCome = awaited.length > 0 && looks < MAX_LOOKS;
    const found = await readConversation(id, signal).catch((error: unknown) => {
      if (mayCome && error instanceof NotFoundError) return null;
      throw error;
    });
    show(found);
    const missing = awaited.filter((position) => position >= (found?.messages.length ?? 0));
    if (missing.length === 0) return;
    if (!mayCome) {
      // Nothing of it was delivered, so nothing will come.
      for (const position of missing) markFinished(id, position);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    signal.throwIfAborted();
  }
}
