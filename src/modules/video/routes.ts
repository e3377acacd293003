// Routes for videos: from text, from an image, or of a speaking avatar; and the list of videos.
import { json } from '../../http/outcome.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import { DeletedReply, GenerateBody, VideoJobReply, VideoListReply, VideoParams, VideoQuery } from './schema.ts';
import type { Asking, VideoService } from './service.ts';

const tag = 'video';
/** 20 MB of image, in base64. */
export const VIDEO_BODY_LIMIT_BYTES = 29 * 1024 * 1024;

export function videoRoutes(service: VideoService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/video/generate',
      summary: 'Make a video from text or an image, or of a speaking avatar',
      description:
        'Starts a video from words, from an image, or of a face that speaks, and answers at once with its job. The credits are held now and charged when the video is done.',
      example: { body: { prompt: 'Waves at a rocky coast', duration: 5, resolution: '720p' } },
      errors: ['insufficient_credits', 'too_many_jobs', 'engine_unavailable', 'not_found'],
      tag,
      scope: 'video:write',
      body: GenerateBody,
      reply: VideoJobReply,
      multipart: true,
      bodyLimitBytes: VIDEO_BODY_LIMIT_BYTES,
      run: async (call) => json(await service.generate(askingOf(call), call.body)),
    }),
    route({
      method: 'GET',
      path: '/video',
      summary: 'List videos, newest first',
      description: 'Lists the videos of this account and environment with their state and, once completed, their URLs.',
      example: { query: { limit: 10, status: 'processing' } },
      tag,
      scope: 'video:read',
      query: VideoQuery,
      reply: VideoListReply,
      run: async ({ caller, query }) => json(await service.list(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/video/:id',
      summary: 'Get a video: its job and, once completed, its URLs',
      description:
        'Shows the job of a video; once `status` is `completed` also `video_url`, `thumbnail_url` and `subtitles_url`.',
      tag,
      scope: 'video:read',
      params: VideoParams,
      reply: VideoJobReply,
      run: async ({ caller, params }) => json(await service.find(caller, params.id)),
    }),
    route({
      method: 'DELETE',
      path: '/video/:id',
      summary: 'Delete a video and all of its files',
      description:
        'Deletes a finished video with its files. A video that is still processing is cancelled with POST /jobs/{id}/cancel instead.',
      errors: ['invalid_parameter'],
      tag,
      scope: 'video:write',
      params: VideoParams,
      reply: DeletedReply,
      run: async ({ caller, params }) => json(await service.remove(caller, params.id)),
    }),
  ];
}

function askingOf({ caller, requestId, signal, uploads }: Call): Asking {
  return { caller, requestId, signal, uploads, imageField: 'image' };
}
