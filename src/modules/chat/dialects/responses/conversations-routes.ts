// Routes of OpenAI's Conversations API.
import { json } from '../../../../http/outcome.ts';
import { type Route, route } from '../../../../http/route.ts';
import {
  ConversationLabels,
  ConversationMade,
  ConversationParams,
  Item,
  ItemList,
  ItemParams,
  ItemQuery,
  NewItems,
  OpenConversation,
  OpenConversationDeleted,
} from './conversation-schema.ts';
import type { Conversations } from './conversations.ts';

const read = { method: 'GET', tag: 'chat', scope: 'chat:read' } as const;
const write = { tag: 'chat', scope: 'chat:write' } as const;

export function openConversationRoutes(conversations: Conversations): Route[] {
  return [
    route({
      ...write,
      method: 'POST',
      path: '/conversations',
      summary: "Begin a conversation, in the form of OpenAI's Conversations API",
      description:
        'Makes a conversation, with items if you send some. `conversation` of POST /responses continues it: what was said before is sent to the model, what no longer fits is condensed, and the new turn is added. It is one of GET /chat/conversations. Items count towards the storage of the plan; nothing is charged.',
      example: { body: { metadata: { topic: 'tides' }, items: [{ role: 'user', content: 'Hello!' }] } },
      errors: ['payload_too_large'],
      body: ConversationMade,
      reply: OpenConversation,
      run: async ({ caller, body }) => json(await conversations.open(caller, body)),
    }),
    route({
      ...read,
      path: '/conversations/:id',
      summary: 'Read a conversation',
      description: 'Shows a conversation and its metadata.',
      params: ConversationParams,
      reply: OpenConversation,
      run: async ({ caller, params }) => json(await conversations.read(caller, params.id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/conversations/:id',
      summary: 'Change the metadata of a conversation',
      description: 'Replaces the metadata.',
      example: { body: { metadata: { topic: 'moons' } } },
      params: ConversationParams,
      body: ConversationLabels,
      reply: OpenConversation,
      run: async ({ caller, params, body }) => json(await conversations.label(caller, params.id, body)),
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/conversations/:id',
      summary: 'Delete a conversation with its items',
      description: 'Deletes the conversation with all of its items. Responses that were stored stay.',
      params: ConversationParams,
      reply: OpenConversationDeleted,
      run: async ({ caller, params }) => json(await conversations.remove(caller, params.id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/conversations/:id/items',
      summary: 'Add items to a conversation',
      description: 'Adds up to 20 messages, calls or outputs to the end, without an answer. Nothing is charged.',
      example: { body: { items: [{ role: 'user', content: 'How far is the moon?' }] } },
      errors: ['payload_too_large'],
      params: ConversationParams,
      body: NewItems,
      reply: ItemList,
      run: async ({ caller, params, body }) => json(await conversations.add(caller, params.id, body.items)),
    }),
    route({
      ...read,
      path: '/conversations/:id/items',
      summary: 'List the items of a conversation, newest first',
      description: 'Lists messages, calls and outputs, those of responses included.',
      params: ConversationParams,
      query: ItemQuery,
      reply: ItemList,
      run: async ({ caller, params, query }) => json(await conversations.list(caller, params.id, query)),
    }),
    route({
      ...read,
      path: '/conversations/:id/items/:item_id',
      summary: 'Read an item of a conversation',
      description: 'Shows one item.',
      params: ItemParams,
      reply: Item,
      run: async ({ caller, params }) => json(await conversations.readItem(caller, params.id, params.item_id)),
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/conversations/:id/items/:item_id',
      summary: 'Delete an item of a conversation',
      description: 'Later responses no longer see the item, unless a summary of older messages already holds it.',
      params: ItemParams,
      reply: OpenConversation,
      run: async ({ caller, params }) => json(await conversations.removeItem(caller, params.id, params.item_id)),
    }),
  ];
}
