// A conversation's memory: earlier messages precede the new ones, and the model summarises them when they no longer fit.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { TextMessage, TextModel, TextRoutes } from '../../engines/text/port.ts';
import type { Paying } from '../../money/token-hold.ts';
import { type PlacedMessage, readPlaced } from '../../store/conversation-items.ts';
import {
  addCondensation,
  appendMessages,
  type CondensationRow,
  findConversation,
  readCondensations,
} from '../../store/conversations.ts';
import type { Database } from '../../store/database.ts';
import { condense, condensedMessage } from './condense.ts';
import type { ConversationQuota } from './conversation-quota.ts';
import { textBytesOf } from './prompt-size.ts';
import type { Said } from './shapes.ts';

declare module '../../store/json-columns.ts' {
  interface JsonColumns {
    'conversation_messages.message': TextMessage;
    'stored_messages.message': TextMessage;
  }
}

/** One call within a conversation. */
export interface MemoryCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  model: TextModel;
  conversationId: string;
  fresh: TextMessage[];
  /** How many of the first messages are instructions for this call alone; undefined: the newest instructions replace earlier ones. */
  ownInstructions: number | undefined;
  /** Tokens that must stay free for the answer. */
  answerTokens: number;
}

export interface Recalled {
  conversationId: string;
  messages: TextMessage[];
  remember(said: Said): Promise<void>;
}

const TITLE_CHARACTERS = 80;
/** Templates wrap each message in a few tokens. */
const AROUND_MESSAGE_TOKENS = 16;
/** The share of the context window that unabridged messages may take after condensing. */
const KEPT_SHARE = 0.4;

export class Memory {
  readonly #database: Database;
  readonly #text: TextRoutes;
  readonly #paying: Paying;
  readonly #quota: ConversationQuota;

  constructor(parts: { database: Database; text: TextRoutes; paying: Paying; quota: ConversationQuota }) {
    this.#database = parts.database;
    this.#text = parts.text;
    this.#paying = parts.paying;
    this.#quota = parts.quota;
  }

  async recall(call: MemoryCall): Promise<Recalled> {
    await this.#quota.refuseFull(this.#database.queries, call.caller, Buffer.byteLength(JSON.stringify(call.fresh)));
    const isNew = call.conversationId === 'new';
    const id = isNew ? newId('conv') : call.conversationId;
    const messages = isNew ? call.fresh : await this.#withEarlier(call, id);
    return { conversationId: id, messages, remember: (said) => this.#remember(call, id, said) };
  }

  async #withEarlier(call: MemoryCall, id: string): Promise<TextMessage[]> {
    const { queries } = this.#database;
    if (!(await findConversation(queries, call.caller, id))) {
      throw new ServiceError('not_found', `There is no conversation "${id}".`, { param: 'conversation_id' });
    }
    const last = (await readCondensations(queries, id)).at(-1);
    const earlier = await readPlaced(queries, id, last?.messages ?? 0);
    const joined = join(last, earlier, call);
    if (await this.#fits(call, joined)) return joined;
    return this.#shorten(call, { id, last, earlier });
  }

  async #fits(call: MemoryCall, messages: TextMessage[]): Promise<boolean> {
    const room = call.model.contextWindow - call.answerTokens;
    if (textBytesOf(messages) + AROUND_MESSAGE_TOKENS * messages.length <= room) return true;
    return (await this.#text.countTokens(call.model.id, messages)) <= room;
  }

  async #shorten(
    call: MemoryCall,
    conversation: { id: string; last: CondensationRow | undefined; earlier: PlacedMessage[] },
  ): Promise<TextMessage[]> {
    const { id, last, earlier } = conversation;
    const kept = await this.#newestThatFit(call, earlier);
    const old = earlier.slice(0, earlier.length - kept.length);
    const newestOld = old.at(-1);
    if (!newestOld) return join(last, earlier, call);
    const text = await condense(
      { text: this.#text, paying: this.#paying },
      { ...call, before: last?.text, messages: old.map(({ message }) => message) },
    );
    // By position, because messages before it may have been deleted.
    const condensation = { messages: newestOld.position + 1, text, model: call.model.id };
    await addCondensation(this.#database.queries, id, condensation);
    return join({ ...condensation, createdAt: new Date() }, kept, call);
  }

  /** A tool result must not be separated from its call: the cut is made before a user's message. */
  async #newestThatFit(call: MemoryCall, earlier: PlacedMessage[]): Promise<PlacedMessage[]> {
    const room = (call.model.contextWindow - call.answerTokens) * KEPT_SHARE;
    let used = await this.#text.countTokens(call.model.id, call.fresh);
    let start = earlier.length;
    for (let index = earlier.length - 1; index >= 0; index -= 1) {
      const message = earlier[index]?.message;
      if (!message) break;
      used += await this.#text.countTokens(call.model.id, [message]);
      if (used > room) break;
      if (message.role === 'user') start = index;
    }
    return earlier.slice(start);
  }

  async #remember(call: MemoryCall, id: string, said: Said): Promise<void> {
    const answer: TextMessage = {
      role: 'assistant',
      content: said.text === '' && said.toolCalls.length > 0 ? null : said.text,
      ...(said.toolCalls.length > 0 ? { tool_calls: said.toolCalls } : {}),
    };
    const { accountId, environment } = call.caller;
    const conversation = { id, accountId, environment, title: titleOf(call.fresh), model: call.model.id };
    const messages = [...call.fresh.slice(call.ownInstructions ?? 0), answer];
    await this.#database.transaction(async (trx) => {
      if (await this.#quota.hasRoom(trx, call.caller)) await appendMessages(trx, conversation, messages);
    });
  }
}

/** The newest instructions apply: this call's system message replaces earlier ones. */
function join(
  condensed: CondensationRow | undefined,
  placed: readonly PlacedMessage[],
  { fresh, ownInstructions }: Pick<MemoryCall, 'fresh' | 'ownInstructions'>,
): TextMessage[] {
  const earlier = placed.map(({ message }) => message);
  const kept = earlier.filter(isInstruction);
  const hasInstructions = fresh.some(isInstruction);
  const instructions = [
    ...(ownInstructions !== undefined ? kept : hasInstructions ? [] : kept.slice(-1)),
    ...fresh.filter(isInstruction),
  ];
  const spoken = [...earlier, ...fresh].filter((message) => !isInstruction(message));
  return [...instructions, ...(condensed ? [condensedMessage(condensed.text)] : []), ...spoken];
}

function isInstruction({ role }: TextMessage): boolean {
  return role === 'system' || role === 'developer';
}

function titleOf(messages: readonly TextMessage[]): string {
  const first = messages.find(({ role }) => role === 'user')?.content;
  const text =
    typeof first === 'string' ? first : (first?.map((part) => (part.type === 'text' ? part.text : '')).join(' ') ?? '');
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, TITLE_CHARACTERS) || 'Conversation';
}
