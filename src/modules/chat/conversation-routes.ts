// Routes of conversations: list, search, read, rename, branch, delete.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import {
  BranchBody,
  ConversationDeleted,
  ConversationList,
  ConversationMessagesQuery,
  ConversationParams,
  ConversationQuery,
  ConversationReply,
  ConversationSummary,
  RenameBody,
} from './conversation-schema.ts';
import type { ConversationService } from './conversation-service.ts';

export function conversationRoutes(conversations: ConversationService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/chat/conversations',
      summary: 'List conversations, most recently used first',
      description:
        'Lists the conversations that the server keeps for this account and environment. They begin with `conversation_id: "new"` in POST /chat/completions. Branches are listed by GET /chat/conversations/{id}/branches.',
      example: { query: { limit: 10 } },
      tag: 'chat',
      scope: 'chat:read',
      query: ConversationQuery,
      reply: ConversationList,
      run: async ({ caller, query }) => json(await conversations.list(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/chat/conversations/:id',
      summary: 'Get a conversation, its messages and its summaries',
      description:
        'Shows the messages, oldest first: up to 1,000 and 2 MB of them in one answer. If `has_more` is true, send `next_cursor` as `cursor` for those that follow. `condensed` holds the summaries that the model receives instead of older messages, and how many messages each replaces.',
      tag: 'chat',
      scope: 'chat:read',
      params: ConversationParams,
      query: ConversationMessagesQuery,
      reply: ConversationReply,
      run: async ({ caller, params, query }) => json(await conversations.read(caller, params.id, query)),
    }),
    route({
      method: 'PATCH',
      path: '/chat/conversations/:id',
      summary: 'Rename a conversation',
      description: 'Changes the title, which is the beginning of the first message until then.',
      example: { body: { title: 'Tides, explained' } },
      tag: 'chat',
      scope: 'chat:write',
      params: ConversationParams,
      body: RenameBody,
      reply: ConversationSummary,
      run: async ({ caller, params, body }) => json(await conversations.rename(caller, params.id, body.title)),
    }),
    route({
      method: 'GET',
      path: '/chat/conversations/:id/branches',
      summary: 'List a conversation and its branches',
      description:
        'Lists the whole family of a conversation, oldest first: the one that it began with, and every branch of it. At most 101.',
      tag: 'chat',
      scope: 'chat:read',
      params: ConversationParams,
      reply: ConversationList,
      run: async ({ caller, params }) => json(await conversations.branches(caller, params.id)),
    }),
    route({
      method: 'POST',
      path: '/chat/conversations/:id/branches',
      summary: 'Branch a conversation',
      description:
        'Makes a conversation that begins with the first `messages` messages, which are stored once for both. Send the next message with its id to go on differently; the original stays as it is, and what is later changed or deleted in one of them stays in the other. Deleting the first conversation of a family deletes its branches.',
      example: { body: { messages: 0 } },
      tag: 'chat',
      scope: 'chat:write',
      params: ConversationParams,
      body: BranchBody,
      reply: ConversationSummary,
      run: async ({ caller, params, body }) => json(await conversations.branch(caller, params.id, body.messages)),
    }),
    route({
      method: 'DELETE',
      path: '/chat/conversations/:id',
      summary: 'Delete a conversation',
      description: 'Deletes the conversation with all its messages. It cannot be undone.',
      tag: 'chat',
      scope: 'chat:write',
      params: ConversationParams,
      reply: ConversationDeleted,
      run: async ({ caller, params }) => json(await conversations.remove(caller, params.id)),
    }),
  ];
}
