// OpenAI's video routes: create, retrieve, list, delete, download; a remix is refused with an explanation.
import { bytes, json } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import {
  OpenAiContentQuery,
  OpenAiRemixBody,
  OpenAiVideoBody,
  OpenAiVideoDeleted,
  OpenAiVideoListQuery,
  OpenAiVideoListReply,
  OpenAiVideoParams,
  OpenAiVideoReply,
} from './openai-schema.ts';
import type { OpenAiVideoService } from './openai-service.ts';
import { VIDEO_BODY_LIMIT_BYTES } from './routes.ts';

const read = { tag: 'video', scope: 'video:read' } as const;
const write = { tag: 'video', scope: 'video:write' } as const;

export function openAiVideoRoutes(videos: OpenAiVideoService): Route[] {
  return [
    route({
      ...write,
      method: 'POST',
      path: '/videos',
      summary: 'Make a video, in the shape of the OpenAI API',
      description:
        "POST /video/generate in OpenAI's shape, for OpenAI clients: from words, or from an image in `input_reference`. The answer is the video in the status `queued`; GET /videos/{id} says when it is completed. The credits are held now and charged when the video is done.",
      example: { body: { prompt: 'Waves at a rocky coast', seconds: '4', size: '1280x720' } },
      errors: ['insufficient_credits', 'too_many_jobs', 'engine_unavailable', 'not_found'],
      body: OpenAiVideoBody,
      reply: OpenAiVideoReply,
      multipart: true,
      bodyLimitBytes: VIDEO_BODY_LIMIT_BYTES,
      run: async ({ caller, requestId, signal, uploads, body }) =>
        json(await videos.create({ caller, requestId, signal, uploads, imageField: 'input_reference' }, body)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/videos',
      summary: 'List videos, in the shape of the OpenAI API',
      description: 'Lists all videos of this account and environment, also those of POST /video/generate.',
      example: { query: { limit: 10 } },
      query: OpenAiVideoListQuery,
      reply: OpenAiVideoListReply,
      run: async ({ caller, query }) => json(await videos.list(caller, query)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/videos/:id',
      summary: 'Get a video, in the shape of the OpenAI API',
      description: 'Shows how far a video is. `expires_at` is set once its files exist, if they expire.',
      params: OpenAiVideoParams,
      reply: OpenAiVideoReply,
      run: async ({ caller, params }) => json(await videos.find(caller, params.id)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/videos/:id/content',
      summary: 'Download a finished video or its thumbnail',
      description:
        'Sends the file of a completed video, or its first frame as a JPEG with `variant=thumbnail`. 404 until the video is completed.',
      example: { query: { variant: 'thumbnail' } },
      errors: ['not_implemented'],
      params: OpenAiVideoParams,
      query: OpenAiContentQuery,
      reply: fileReply('video/mp4'),
      run: async ({ caller, params, query }) => {
        const { artifact, content } = await videos.read(caller, params.id, query.variant ?? 'video');
        const headers = { 'content-length': String(artifact.bytes), 'cache-control': 'private, no-store' };
        return bytes(content, { contentType: artifact.contentType, headers });
      },
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/videos/:id',
      summary: 'Delete a video and its files, in the shape of the OpenAI API',
      description:
        'Deletes a video that has ended. One that is still being made is cancelled with POST /jobs/{id}/cancel first.',
      errors: ['invalid_parameter'],
      params: OpenAiVideoParams,
      reply: OpenAiVideoDeleted,
      run: async ({ caller, params }) => json(await videos.remove(caller, params.id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/videos/:id/remix',
      summary: 'Refused: no video model here changes a finished video',
      description: 'Answers 501 `not_implemented`: every video is generated from its prompt.',
      example: { body: { prompt: 'The same at night' } },
      errors: ['not_implemented'],
      params: OpenAiVideoParams,
      body: OpenAiRemixBody,
      reply: OpenAiVideoReply,
      run: ({ caller, params }) => videos.refuseRemix(caller, params.id),
    }),
  ];
}
