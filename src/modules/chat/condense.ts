// Lets the model summarise older messages, so that a long conversation fits its context window again.

import type { Caller } from '../../core/caller.ts';
import { bookLost, servedBy } from '../../core/upstream-work.ts';
import type { TextMessage, TextModel, TextOrder, TextRoutes } from '../../engines/text/port.ts';
import { billOf, ownEndOf, watchLeave } from '../../money/left-bill.ts';
import { holdTokens, type Paying } from '../../money/token-hold.ts';
import { boundPrompt } from './prompt-bound.ts';

export interface CondenseOrder {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  model: TextModel;
  /** The previous summary, which the new one includes. */
  before: string | undefined;
  messages: readonly TextMessage[];
}

const INSTRUCTION =
  'You keep the memory of a conversation. Write down, briefly and in plain sentences, everything in the following part that may matter later: facts, names, numbers, decisions, wishes, open questions, code that was agreed on. Do not answer it and do not add anything.';
const MAX_NOTE_TOKENS = 512;
const NOTE_SHARE = 0.15;
const PART_SHARE = 0.6;

/** Returns the message that replaces the older messages. Text that does not fit at once is summarised part by part. */
export async function condense(parts: { text: TextRoutes; paying: Paying }, order: CondenseOrder): Promise<string> {
  let note = order.before ?? '';
  for (const part of await cutToParts(parts.text, order)) note = await writeNote(parts, order, { note, part });
  return note;
}

export function condensedMessage(text: string): TextMessage {
  return { role: 'system', content: `Earlier in this conversation (condensed):\n${text}` };
}

async function writeNote(
  { text, paying }: { text: TextRoutes; paying: Paying },
  order: CondenseOrder,
  { note, part }: { note: string; part: string },
): Promise<string> {
  const { caller, requestId, model, signal } = order;
  const maxTokens = Math.max(64, Math.min(MAX_NOTE_TOKENS, Math.floor(model.contextWindow * NOTE_SHARE)));
  const messages: TextMessage[] = [
    { role: 'system', content: INSTRUCTION },
    { role: 'user', content: `${note ? `Known so far:\n${note}\n\n` : ''}Conversation:\n${part}\n\nNotes:` },
  ];
  const wanted: TextOrder = { model: model.id, messages, maxTokens, temperature: 0 };
  const hold = await holdTokens(
    paying,
    { ...caller, requestId },
    {
      module: 'chat',
      model: model.id,
      description: 'condensing earlier messages of a conversation',
      ...boundPrompt(text, { model: model.id, orders: () => [wanted] }, () => text.countTokens(model.id, messages)),
      maxTokens,
      mayStopEarly: false,
      mayLease: true,
    },
  );
  const { leave, policy } = watchLeave(paying, caller, signal);
  let written = '';
  let isSettled = false;
  try {
    for await (const event of text.streamUntilLeft(wanted, leave.signals)) {
      if (event.type === 'text') written += event.text;
      const left = leave.hasLeft ? { policy, delivered: {} } : undefined;
      if (event.type !== 'end') continue;
      isSettled = true;
      await hold.settle(event.usage, { left });
    }
    signal.throwIfAborted();
    return written.trim();
  } catch (error) {
    // The model has read the prompt even if its client did not wait for the summary.
    const end = isSettled ? undefined : ownEndOf({ leave, policy }, error);
    if (end) {
      const promptTokens = await text.countTokens(model.id, messages);
      await hold.settle({ promptTokens, completionTokens: 0, isEstimated: true }, { left: billOf(end, policy, {}) });
    } else await hold.release();
    const by = servedBy(model.id);
    if (written !== '' && by && !isSettled) await bookLost({ by, error, wasAborted: signal.aborted });
    throw error;
  } finally {
    leave.end();
  }
}

/** Keeps whole messages as long as they fit; a single message that does not fit is split between words. */
async function cutToParts(text: TextRoutes, order: CondenseOrder): Promise<string[]> {
  const room = Math.floor(order.model.contextWindow * PART_SHARE) - MAX_NOTE_TOKENS * NOTE_SHARE;
  const parts: string[] = [];
  let current = '';
  for (const message of order.messages) {
    for (const piece of splitToFit(wordsOf(message), room)) {
      const joined = current ? `${current}\n${piece}` : piece;
      if (current && (await text.countTokens(order.model.id, joined)) > room) {
        parts.push(current);
        current = piece;
      } else current = joined;
    }
  }
  return current ? [...parts, current] : parts;
}

/** A token has at least one byte, so a piece of that many bytes always fits. */
function splitToFit(words: string, room: number): string[] {
  if (Buffer.byteLength(words) <= room) return [words];
  const pieces: string[] = [];
  for (let at = 0; at < words.length; ) {
    let end = Math.min(words.length, at + room);
    const space = words.lastIndexOf(' ', end);
    if (end < words.length && space > at + room / 2) end = space;
    pieces.push(words.slice(at, end));
    at = end;
  }
  return pieces;
}

function wordsOf({ role, content, tool_calls }: TextMessage): string {
  const text =
    typeof content === 'string'
      ? content
      : (content ?? []).map((part) => (part.type === 'text' ? part.text : '[picture]')).join(' ');
  const calls = (tool_calls ?? [])
    .map(({ function: { name, arguments: given } }) => `[called ${name}(${given})]`)
    .join(' ');
  return `${role}: ${[text, calls].filter(Boolean).join(' ')}`;
}
