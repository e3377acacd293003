// OpenAI's Conversations API over this service's conversations: the same ones as under /chat/conversations.

import type { Caller } from '../../../../core/caller.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { MEGABYTE } from '../../../../core/megabyte.ts';
import type { TextMessage } from '../../../../engines/text/port.ts';
import type { Prices } from '../../../../money/prices.ts';
import {
  findOpenConversation,
  findPlaced,
  insertConversation,
  labelConversation,
  type OpenConversation,
  pagePlaced,
  putMessages,
  readPlaced,
  replacePlaced,
  sumSentConversations,
} from '../../../../store/conversation-items.ts';
import { deleteConversation } from '../../../../store/conversations.ts';
import type { Database, Transaction } from '../../../../store/database.ts';
import type { ConversationQuota } from '../../conversation-quota.ts';
import { type SealedThoughts, thoughtsOf } from '../sealed-thoughts.ts';
import { type ConversationItem, itemsOf, placeOf, withoutItem } from './conversation-items.ts';
import type { ConversationLabels, ConversationMade, ItemQuery } from './conversation-schema.ts';
import { messagesOfItems } from './input-items.ts';
import type { InputItem } from './schema.ts';

declare module '../../../../store/json-columns.ts' {
  interface JsonColumns {
    'conversations.metadata': Record<string, string>;
  }
}

const MAX_CONVERSATIONS = 10_000;
const MAX_MESSAGES = 4_096;
const DEFAULT_MEGABYTES = 1_000;
const DEFAULT_PAGE = 20;
/** A message rarely has more than two items; the page is cut to size afterwards. */
const TITLE = 'Conversation';
const MODEL = 'default';

export interface ConversationParts {
  database: Database;
  prices: Pick<Prices, 'plan'>;
  quota: ConversationQuota;
  sealed: SealedThoughts;
}

export class Conversations {
  readonly #parts: ConversationParts;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  async open(caller: Caller, { items, metadata }: ConversationMade): Promise<object> {
    const messages = this.#messagesOf(caller, items ?? []);
    const made = await this.#parts.database.transaction(async (trx) => {
      const row = await insertConversation(trx, caller, {
        ...{ id: newId('conv'), title: TITLE, model: MODEL },
        metadata: metadata ?? {},
      });
      await this.#put(trx, caller, { id: row.id, messages });
      return row;
    });
    return show(made);
  }

  async read(caller: Caller, id: string): Promise<object> {
    return show(await this.#find(caller, id));
  }

  async label(caller: Caller, id: string, { metadata }: ConversationLabels): Promise<object> {
    const row = await labelConversation(this.#parts.database.queries, caller, { id, metadata: metadata ?? {} });
    if (!row) throw notThere(id);
    return show(row);
  }

  async remove(caller: Caller, id: string): Promise<object> {
    if (!(await deleteConversation(this.#parts.database, caller, id))) throw notThere(id);
    return { id, object: 'conversation.deleted', deleted: true };
  }

  async add(caller: Caller, id: string, items: readonly InputItem[]): Promise<object> {
    await this.#find(caller, id);
    const messages = this.#messagesOf(caller, items);
    const start = await this.#parts.database.transaction((trx) => this.#put(trx, caller, { id, messages }));
    return listOf(
      messages.flatMap((message, index) => itemsOf({ position: start + index, message })),
      false,
    );
  }

  async list(caller: Caller, id: string, query: ItemQuery): Promise<object> {
    await this.#find(caller, id);
    const { limit = DEFAULT_PAGE, order = 'desc', after } = query;
    const from = after === undefined ? undefined : placeOf(after);
    if (after !== undefined && from === undefined) throw noSuchItem(after, 'after');
    const read = async (from: number | undefined) => {
      // Every message has at least one item, except those without content.
      const placed = await pagePlaced(this.#parts.database.queries, id, { from, order, limit: limit + 2 });
      const items = placed.rows.flatMap((one) => (order === 'asc' ? itemsOf(one) : itemsOf(one).reverse()));
      const start = after === undefined ? 0 : items.findIndex((item) => item.id === after) + 1;
      const page = items.slice(start, start + limit);
      return { ...placed, page, hasMore: placed.hasMore || items.length > start + limit };
    };
    let { page, hasMore, rows } = await read(from);
    const last = rows.at(-1);
    // The message of `after` may fill a page alone.
    if (page.length === 0 && hasMore && last)
      ({ page, hasMore, rows } = await read(last.position + (order === 'asc' ? 1 : -1)));
    return listOf(page, hasMore);
  }

  async readItem(caller: Caller, id: string, itemId: string): Promise<object> {
    await this.#find(caller, id);
    return (await this.#item(id, itemId)).item;
  }

  async removeItem(caller: Caller, id: string, itemId: string): Promise<object> {
    const conversation = await this.#find(caller, id);
    const { position, message } = await this.#item(id, itemId);
    const left = withoutItem(message, itemId);
    await replacePlaced(this.#parts.database.queries, id, { position, message: left });
    return show(conversation);
  }

  /** Throws unless the caller may continue it. */
  async check(caller: Caller, id: string): Promise<void> {
    const found = await findOpenConversation(this.#parts.database.queries, caller, id);
    if (!found) throw notThere(id, 'conversation');
  }

  /** The messages that a call in the conversation would send before its own. */
  async earlier(id: string): Promise<TextMessage[]> {
    return (await readPlaced(this.#parts.database.queries, id)).map(({ message }) => message);
  }

  async #put(
    trx: Transaction,
    caller: Caller,
    { id, messages }: { id: string; messages: readonly TextMessage[] },
  ): Promise<number> {
    const bytes = Buffer.byteLength(JSON.stringify(messages));
    await this.#parts.quota.lock(trx, caller);
    await this.#parts.quota.refuseFull(trx, caller, bytes);
    const sent = await sumSentConversations(trx, caller);
    const megabytes = this.#parts.prices.plan(caller.plan).response_megabytes ?? DEFAULT_MEGABYTES;
    if (sent.bytes + bytes > megabytes * MEGABYTE)
      throw tooMuch(`Your plan stores up to ${megabytes} MB of items that you put into conversations.`);
    if (sent.conversations > MAX_CONVERSATIONS)
      throw tooMuch(`An account may have ${MAX_CONVERSATIONS} conversations in each environment.`);
    const start = await putMessages(trx, caller, { id, messages, bytes, most: MAX_MESSAGES });
    if (start === undefined) throw tooMuch(`A conversation may have ${MAX_MESSAGES} messages.`);
    return start;
  }

  #messagesOf(caller: Caller, items: readonly InputItem[]): TextMessage[] {
    const thoughts = thoughtsOf(this.#parts.sealed, caller.accountId);
    const messages = messagesOfItems(items, { fieldOf: (index) => `items[${index}]`, thoughts });
    return messages as TextMessage[];
  }

  async #find(caller: Caller, id: string): Promise<OpenConversation> {
    const found = await findOpenConversation(this.#parts.database.queries, caller, id);
    if (!found) throw notThere(id);
    return found;
  }

  async #item(id: string, itemId: string) {
    const place = placeOf(itemId);
    const placed = place === undefined ? undefined : await findPlaced(this.#parts.database.queries, id, place);
    const item = placed && itemsOf(placed).find((one) => one.id === itemId);
    if (!placed || !item) throw noSuchItem(itemId);
    return { ...placed, item };
  }
}

function show({ id, createdAt, metadata }: OpenConversation): object {
  const seconds = Math.floor(createdAt.getTime() / 1_000);
  return { id, object: 'conversation', created_at: seconds, metadata: metadata ?? {} };
}

function listOf(data: readonly ConversationItem[], hasMore: boolean): object {
  return { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: hasMore };
}

function notThere(id: string, param?: string): ServiceError {
  return new ServiceError('not_found', `There is no conversation "${id}".`, param ? { param } : {});
}

function noSuchItem(id: string, param?: string): ServiceError {
  if (param) return new ServiceError('invalid_parameter', `There is no item "${id}" in this conversation.`, { param });
  return new ServiceError('not_found', `There is no item "${id}" in this conversation.`);
}

function tooMuch(message: string): ServiceError {
  return new ServiceError('payload_too_large', `${message} Delete conversations that you no longer need.`);
}
