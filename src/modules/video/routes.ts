// Films from words, from a picture, or of a speaking head; and the list of what was made.
import { type Call, json, type Route, route } from '../../http/route.ts';
import { DeletedReply, GenerateBody, VideoJobReply, VideoListReply, VideoParams, VideoQuery } from './schema.ts';
import type { Asking, VideoService } from './service.ts';

const tag = 'video';
/** 20 MB of picture, in base64. */
const BODY_LIMIT_BYTES = 29 * 1024 * 1024;

export function videoRoutes(service: VideoService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/video/generate',
      summary: 'Start a film: from words, from a picture, or of a speaking head',
      tag,
      scope: 'video:write',
      body: GenerateBody,
      reply: VideoJobReply,
      multipart: true,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      run: async (call) => json(await service.generate(askingOf(call), call.body)),
    }),
    route({
      method: 'GET',
      path: '/video',
      summary: 'Films, newest first',
      tag,
      scope: 'video:read',
      query: VideoQuery,
      reply: VideoListReply,
      run: async ({ caller, query }) => json(await service.list(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/video/:id',
      summary: 'A film: its job and, once completed, where it is',
      tag,
      scope: 'video:read',
      params: VideoParams,
      reply: VideoJobReply,
      run: async ({ caller, params }) => json(await service.find(caller, params.id)),
    }),
    route({
      method: 'DELETE',
      path: '/video/:id',
      summary: 'Delete a film and all of its files',
      tag,
      scope: 'video:write',
      params: VideoParams,
      reply: DeletedReply,
      run: async ({ caller, params }) => json(await service.remove(caller, params.id)),
    }),
  ];
}

function askingOf({ caller, requestId, signal, uploads }: Call): Asking {
  return { caller, requestId, signal, uploads };
}
