// Routes of vector stores, in OpenAI's shape.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import {
  SearchBody,
  SearchReply,
  StoreBody,
  StoreChanges,
  StoreDeleted,
  StoreListQuery,
  StoreListReply,
  StoreParams,
  StoreReply,
} from './schema.ts';
import type { VectorStores } from './store-service.ts';

const tag = 'vector stores';
const read = { method: 'GET', tag, scope: 'chat:read' } as const;
const write = { tag, scope: 'chat:write' } as const;

export function vectorStoreRoutes(stores: VectorStores): Route[] {
  return [
    route({
      ...write,
      method: 'POST',
      path: '/vector_stores',
      summary: 'Make a vector store, with files if you name some',
      description:
        'Makes a store whose texts are found by meaning. Files that you name are cut into chunks and turned into vectors by a job; `file_counts` says how far it is. Each file is charged by its tokens, as POST /embeddings is; a file that fails costs nothing, unless the model refuses a text after it has read others. Texts and vectors count towards the storage of the plan.',
      example: { body: { name: 'Handbook', metadata: { team: 'support' } } },
      errors: ['not_found', 'too_many_jobs'],
      body: StoreBody,
      reply: StoreReply,
      run: async ({ caller, requestId, body }) => json(await stores.create(caller, requestId, body)),
    }),
    route({
      ...read,
      path: '/vector_stores',
      summary: 'List vector stores, newest first',
      description: 'Lists the vector stores of this account and environment, with their counts and sizes.',
      example: { query: { limit: 10 } },
      query: StoreListQuery,
      reply: StoreListReply,
      run: async ({ caller, query }) => json(await stores.list(caller, query)),
    }),
    route({
      ...read,
      path: '/vector_stores/:id',
      summary: 'Get a vector store: its counts, its size and when it expires',
      description: 'Shows a store. `status` is `in_progress` as long as a file is being read.',
      params: StoreParams,
      reply: StoreReply,
      run: async ({ caller, params }) => json(await stores.find(caller, params.id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/vector_stores/:id',
      summary: 'Change the name, the metadata or the life of a vector store',
      description: 'Changes what you send and keeps the rest.',
      example: { body: { name: 'Handbook of 2026' } },
      params: StoreParams,
      body: StoreChanges,
      reply: StoreReply,
      run: async ({ caller, params, body }) => json(await stores.update(caller, params.id, body)),
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/vector_stores/:id',
      summary: 'Delete a vector store with its texts and vectors',
      description: 'Deletes a store at once. The files that were read into it stay.',
      params: StoreParams,
      reply: StoreDeleted,
      run: async ({ caller, params }) => json(await stores.remove(caller, params.id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/vector_stores/:id/search',
      summary: 'Find the chunks of a vector store that are nearest to a question',
      description:
        'Returns the chunks whose meaning is nearest to the question, the nearest first, with a score from 0 to 1. `filters` chooses among files by their attributes. Charged by the tokens of the question, as POST /embeddings is.',
      example: { body: { query: 'How long may I return an order?', max_num_results: 3 } },
      billed: true,
      errors: ['not_found', 'unknown_model', 'engine_unavailable'],
      idempotent: false,
      params: StoreParams,
      body: SearchBody,
      reply: SearchReply,
      run: async (call) => {
        const { body, receipt } = await stores.search(call, call.params.id, call.body);
        return json(body, { receipt });
      },
    }),
  ];
}
