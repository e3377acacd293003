// Routes of conversations: list, read, delete.
import { json, type Route, route } from '../../http/route.ts';
import {
  ConversationDeleted,
  ConversationList,
  ConversationParams,
  ConversationQuery,
  ConversationReply,
} from './conversation-schema.ts';
import type { ConversationService } from './conversation-service.ts';

export function conversationRoutes(conversations: ConversationService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/chat/conversations',
      summary: 'List conversations, most recently used first',
      description:
        'Lists the conversations that the server keeps for this account and environment. They begin with `conversation_id: "new"` in POST /chat/completions.',
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
        'Shows every message. `condensed` holds the summaries that the model receives instead of older messages, and how many messages each replaces.',
      tag: 'chat',
      scope: 'chat:read',
      params: ConversationParams,
      reply: ConversationReply,
      run: async ({ caller, params }) => json(await conversations.read(caller, params.id)),
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
