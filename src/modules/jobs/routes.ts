// Routes for the jobs of all modules.
import { events, json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { JobListQuery, JobListReply, JobParams, JobReply } from './schema.ts';
import type { JobService } from './service.ts';

export function jobRoutes(service: JobService): Route[] {
  const tag = 'jobs';
  return [
    route({
      method: 'GET',
      path: '/jobs',
      summary: 'List jobs, newest first',
      description: 'Lists the jobs of all modules with their state and progress.',
      example: { query: { limit: 10, status: 'processing' } },
      tag,
      scope: 'jobs:read',
      query: JobListQuery,
      reply: JobListReply,
      run: async ({ caller, query }) => json(await service.list(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/jobs/:id',
      summary: 'Get a job, with its result once it is completed',
      description:
        'Shows a job. `queue_position` is above 0 while it waits; once `status` is `completed` the fields of its result are there too.',
      tag,
      scope: 'jobs:read',
      params: JobParams,
      reply: JobReply,
      run: async ({ caller, params }) => json(await service.find(caller, params.id)),
    }),
    route({
      method: 'POST',
      path: '/jobs/:id/cancel',
      summary: 'Cancel a job',
      description:
        'Stops a job that waits or runs. One that waits costs nothing. One that runs is charged the share of its price that its `progress` has used, and a build by a text model the tokens that it has used; `usage.credits` says how much, and the rest of the held credits is available again at once. A job that has ended is returned as it is.',
      tag,
      scope: 'jobs:write',
      params: JobParams,
      reply: JobReply,
      run: async ({ caller, params }) => json(await service.cancel(caller, params.id)),
    }),
    route({
      method: 'GET',
      path: '/jobs/:id/events',
      summary: 'Stream the progress of a job (server-sent events; resumable with Last-Event-ID)',
      description:
        'Sends the job as a server-sent event at once and whenever it changes, until it has ended. `Last-Event-ID` resumes a broken stream.',
      tag,
      scope: 'jobs:read',
      params: JobParams,
      reply: JobReply,
      streams: true,
      run: async ({ caller, params, headers, signal }) => {
        const lastEventId = headers['last-event-id'];
        const changes = service.follow(caller, params.id, { lastEventId: lastEventId?.toString(), signal });
        return events(changes, { endsWithDone: false });
      },
    }),
  ];
}
