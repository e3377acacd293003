// Routes of stored chat completions: list, read, messages, label, delete.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import {
  LabelBody,
  MessagePageQuery,
  StoredCompletion,
  StoredDeleted,
  StoredList,
  StoredListQuery,
  StoredMessageList,
  StoredParams,
} from './stored-completion-schema.ts';
import type { StoredCompletions } from './stored-completions.ts';

export function storedCompletionRoutes(completions: StoredCompletions): Route[] {
  const read = { method: 'GET', tag: 'chat', scope: 'chat:read' } as const;
  const write = { tag: 'chat', scope: 'chat:write', params: StoredParams } as const;
  return [
    route({
      ...read,
      path: '/chat/completions',
      summary: 'List stored completions, oldest first',
      description:
        'Lists the completions that were made with `store: true`. `metadata[name]=value` leaves those with this note. They are kept as long as stored responses, and each kind may fill the storage of the plan: the oldest go first.',
      example: { query: { limit: 10 } },
      query: StoredListQuery,
      reply: StoredList,
      run: async ({ caller, query }) => json(await completions.list(caller, query)),
    }),
    route({
      ...read,
      path: '/chat/completions/:id',
      summary: 'Read a stored completion',
      description: 'Shows a completion that was made with `store: true`, with its metadata.',
      params: StoredParams,
      reply: StoredCompletion,
      run: async ({ caller, params }) => json(await completions.read(caller, params.id)),
    }),
    route({
      ...read,
      path: '/chat/completions/:id/messages',
      summary: 'List the messages that a stored completion answered',
      description: 'Lists the messages of the request, oldest first unless `order` says otherwise.',
      params: StoredParams,
      query: MessagePageQuery,
      reply: StoredMessageList,
      run: async ({ caller, params, query }) => json(await completions.messages(caller, params.id, query)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/chat/completions/:id',
      summary: 'Change the metadata of a stored completion',
      description: 'Replaces the metadata. Nothing else of a completion can be changed.',
      example: { body: { metadata: { topic: 'tides' } } },
      body: LabelBody,
      reply: StoredCompletion,
      run: async ({ caller, params, body }) => json(await completions.label(caller, params.id, body.metadata)),
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/chat/completions/:id',
      summary: 'Delete a stored completion',
      description: 'Deletes a stored completion with its messages. It cannot be undone.',
      reply: StoredDeleted,
      run: async ({ caller, params }) => json(await completions.remove(caller, params.id)),
    }),
  ];
}
