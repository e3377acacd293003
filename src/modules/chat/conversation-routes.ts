// Routes of conversations: list, read, delete.
import { json, type Route, route } from '../../http/route.ts';
import type { ConversationService } from './conversation-service.ts';
import {
  ConversationDeleted,
  ConversationList,
  ConversationParams,
  ConversationQuery,
  ConversationReply,
} from './schema.ts';

export function conversationRoutes(conversations: ConversationService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/chat/conversations',
      summary: 'List conversations, most recently used first',
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
      tag: 'chat',
      scope: 'chat:write',
      params: ConversationParams,
      reply: ConversationDeleted,
      run: async ({ caller, params }) => json(await conversations.remove(caller, params.id)),
    }),
  ];
}
