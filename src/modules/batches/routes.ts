// Batches in OpenAI's shape: many calls from one file, at a lower price, within a day.
import { json } from '../../http/outcome.ts';
import { EXAMPLE_FILE_ID, type Route, route } from '../../http/route.ts';
import { BatchBody, BatchListQuery, BatchListReply, BatchParams, BatchReply } from './schema.ts';
import type { BatchService } from './service.ts';

const tag = 'batches';
const read = { tag, scope: 'jobs:read' } as const;
const write = { tag, scope: 'jobs:write' } as const;

export function batchRoutes(batches: BatchService): Route[] {
  return [
    route({
      ...write,
      method: 'POST',
      path: '/batches',
      summary: 'Run the requests of an uploaded file within a day, at a lower price',
      description:
        'Runs every line of an uploaded JSONL file as a call of the endpoint, within 24 hours and at a lower price. The answers and the errors are then in two files. The key also needs the scope of the endpoint.',
      example: {
        body: {
          input_file_id: EXAMPLE_FILE_ID,
          endpoint: '/v1/chat/completions',
          completion_window: '24h',
        },
      },
      errors: ['not_found', 'too_many_jobs'],
      body: BatchBody,
      reply: BatchReply,
      run: async ({ caller, requestId, body }) => json(await batches.create(caller, requestId, body)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/batches',
      summary: 'List batches, newest first',
      description: 'Lists batches with their status, counts and files.',
      example: { query: { limit: 10 } },
      query: BatchListQuery,
      reply: BatchListReply,
      run: async ({ caller, query }) => json(await batches.list(caller, query)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/batches/:id',
      summary: 'Get a batch: its status, its counts and the files with its results',
      description: 'Shows how far a batch is and, once it has ended, the files with its answers and errors.',
      params: BatchParams,
      reply: BatchReply,
      run: async ({ caller, params }) => json(await batches.find(caller, params.id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/batches/:id/cancel',
      summary: 'Cancel a batch: running lines are finished, the others get an error and cost nothing',
      description:
        'Requests cancellation. The batch is `cancelling` until its running lines have ended, then `cancelled`, with its files. Cancelling again changes nothing; a batch that has ended otherwise is refused.',
      params: BatchParams,
      reply: BatchReply,
      run: async ({ caller, params }) => json(await batches.cancel(caller, params.id)),
    }),
  ];
}
