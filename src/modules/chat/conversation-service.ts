// Lists, searches, reads, renames, branches and deletes conversations.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { cutPage, pageBody } from '../../core/page.ts';
import { pagePlaced } from '../../store/conversation-items.ts';
import {
  branchConversation,
  type ConversationRow,
  deleteConversation,
  findConversation,
  listBranches,
  listConversations,
  readCondensations,
  renameConversation,
} from '../../store/conversations.ts';
import type { Database } from '../../store/database.ts';
import type { ConversationQuota } from './conversation-quota.ts';
import type { ConversationMessagesQuery, ConversationQuery } from './conversation-schema.ts';

const DEFAULT_PAGE = 20;
const MAX_BRANCHES = 100;
/** Of one page; its bytes are bounded too. */
const MAX_MESSAGES = 1_000;
/** A branch shares its messages, so this is about its own row. */
const BRANCH_BYTES = 600;

export class ConversationService {
  readonly #database: Database;
  readonly #quota: ConversationQuota;

  constructor(database: Database, quota: ConversationQuota) {
    this.#database = database;
    this.#quota = quota;
  }

  async list(caller: Caller, query: ConversationQuery): Promise<object> {
    const limit = query.limit ?? DEFAULT_PAGE;
    const before = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const page = {
      limit: limit + 1,
      ...(before ? { before } : {}),
      ...(query.q === undefined ? {} : { like: `%${query.q.replaceAll(/[\\%_]/g, '\\$&')}%` }),
    };
    const rows = await listConversations(this.#database.queries, caller, page);
    const { page: shown, next } = cutPage(
      rows,
      limit,
      ({ updatedAt, id }) => `${updatedAt.getTime().toString(36)}.${id}`,
    );
    return pageBody(shown.map(conversationBody), next);
  }

  async read(caller: Caller, id: string, { cursor }: ConversationMessagesQuery = {}): Promise<object> {
    const { queries } = this.#database;
    const conversation = await findConversation(queries, caller, id);
    if (!conversation) throw notThere(id);
    const from = cursor === undefined ? undefined : Number(cursor);
    const [page, condensations] = await Promise.all([
      pagePlaced(queries, id, { from, order: 'asc', limit: MAX_MESSAGES }),
      readCondensations(queries, id),
    ]);
    const last = page.rows.at(-1);
    return {
      ...conversationBody(conversation),
      messages: page.rows.map(({ message }) => message),
      has_more: page.hasMore,
      next_cursor: page.hasMore && last ? String(last.position + 1) : null,
      condensed: condensations.map(({ text, messages: count, model, createdAt }) => ({
        text,
        messages: count,
        model,
        created_at: createdAt.toISOString(),
      })),
    };
  }

  async rename(caller: Caller, id: string, title: string): Promise<object> {
    const renamed = await renameConversation(this.#database.queries, caller, { id, title });
    if (!renamed) throw notThere(id);
    return conversationBody(renamed);
  }

  async branches(caller: Caller, id: string): Promise<object> {
    const { queries } = this.#database;
    const conversation = await findConversation(queries, caller, id);
    if (!conversation) throw notThere(id);
    const family = await listBranches(queries, caller, conversation.rootId ?? id);
    return pageBody(family.map(conversationBody));
  }

  async branch(caller: Caller, id: string, messages: number): Promise<object> {
    const { queries } = this.#database;
    const conversation = await findConversation(queries, caller, id);
    if (!conversation) throw notThere(id);
    if (messages > conversation.messagesCount) {
      throw new ServiceError(
        'invalid_parameter',
        `The conversation has ${conversation.messagesCount} messages. A branch cannot take along ${messages}.`,
        { param: 'messages' },
      );
    }
    const { accountId, environment } = caller;
    const branch = { id: newId('conv'), messages, most: MAX_BRANCHES };
    const made = await this.#database.transaction(async (trx) => {
      await this.#quota.lock(trx, caller);
      await this.#quota.refuseFull(trx, caller, BRANCH_BYTES);
      // Read again: it may have been deleted before the lock was held.
      const source = await findConversation(trx, caller, id);
      if (!source) throw notThere(id);
      return branchConversation(trx, { ...source, accountId, environment }, branch);
    });
    if (made) return conversationBody(made);
    throw new ServiceError(
      'invalid_parameter',
      `A conversation has at most ${MAX_BRANCHES} branches. Delete one, or begin a new conversation.`,
    );
  }

  async remove(caller: Caller, id: string): Promise<object> {
    if (!(await deleteConversation(this.#database, caller, id))) throw notThere(id);
    return { id, object: 'conversation.deleted', deleted: true };
  }
}

function conversationBody(row: ConversationRow): object {
  return {
    id: row.id,
    object: 'conversation',
    title: row.title,
    model: row.model,
    messages_count: row.messagesCount,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    root_id: row.rootId,
    parent_id: row.parentId,
    branched_at: row.branchedAt,
  };
}

function readCursor(cursor: string): { updatedAt: Date; id: string } {
  const [time = '', id = ''] = cursor.split('.');
  const updatedAt = new Date(Number.parseInt(time, 36));
  if (Number.isNaN(updatedAt.getTime()) || id === '') {
    throw new ServiceError('invalid_parameter', 'This cursor is not valid. Use next_cursor of the previous page.', {
      param: 'cursor',
    });
  }
  return { updatedAt, id };
}

function notThere(id: string): ServiceError {
  return new ServiceError('not_found', `There is no conversation "${id}".`);
}
