// Routes for the jobs of all modules.
import { events, json, type Route, route } from '../../http/route.ts';
import { JobListQuery, JobListReply, JobParams, JobReply } from './schema.ts';
import type { JobService } from './service.ts';

export function jobRoutes(service: JobService): Route[] {
  const tag = 'jobs';
  return [
    route({
      method: 'GET',
      path: '/jobs',
      summary: 'List jobs, newest first',
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
      tag,
      scope: 'jobs:read',
      params: JobParams,
      reply: JobReply,
      run: async ({ caller, params }) => json(await service.find(caller, params.id)),
    }),
    route({
      method: 'POST',
      path: '/jobs/:id/cancel',
      summary: 'Cancel a job and release its held credits',
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
      tag,
      scope: 'jobs:read',
      params: JobParams,
      reply: JobReply,
      streams: true,
      run: async ({ caller, params, headers, signal }) => {
        const lastEventId = headers['last-event-id'];
        const changes = service.follow(caller, params.id, lastEventId?.toString(), signal);
        return events(changes, { endsWithDone: false });
      },
    }),
  ];
}
