// Routes that generate, edit and upscale images, and list image models.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { json, type Outcome } from '../../http/outcome.ts';
import { type Call, EXAMPLE_FILE_ID, type Route, route } from '../../http/route.ts';
import { EditBody, GenerateBody, ImageReply, ModelList, UpscaleBody } from './schema.ts';
import type { ImageAnswer, ImageCall, ImageService } from './service.ts';

/** 20 MB of image and as much of mask, in base64. */
export const PICTURE_BODY_LIMIT_BYTES = 56 * 1024 * 1024;

export type ListImageModels = (caller: Caller) => object;

export function imageRoutes(service: ImageService, listModels: ListImageModels): Route[] {
  const paid = { method: 'POST', tag: 'image', scope: 'image:write', reply: ImageReply } as const;
  const withPicture = { ...paid, multipart: true, bodyLimitBytes: PICTURE_BODY_LIMIT_BYTES } as const;
  return [
    route({
      ...paid,
      path: '/image/generate',
      summary: 'Generate one to four images from a prompt',
      description:
        'Makes one to four images from words. `image_url` is the first, `images` are all, with their seeds. With `Prefer: respond-async`, or when it takes long, the answer is 202 with a job. Charged per image.',
      example: { body: { prompt: 'A red lighthouse on a cliff at sunset', size: '512x512', seed: 7 } },
      billed: true,
      generates: true,
      statuses: [200, 202],
      errors: ['too_many_jobs'],
      body: GenerateBody,
      run: async (call) => answer(await service.generate(callOf(call))),
    }),
    route({
      ...withPicture,
      path: '/image/edit',
      summary: 'Edit an image, by operation or by words',
      description:
        'Edits an image: by a named operation, or by what the prompt asks for. Send the image as JSON (a file id, a URL, a data URI) or as a multipart form with the field `image`.',
      example: {
        body: { operation: 'adjust', prompt: 'brighter', image: EXAMPLE_FILE_ID },
        upload: { field: 'image', fileName: 'cat.png' },
      },
      billed: true,
      generates: true,
      statuses: [200, 202],
      errors: ['too_many_jobs', 'not_found'],
      body: EditBody,
      run: async (call) => answer(await service.edit(callOf(call))),
    }),
    route({
      ...withPicture,
      path: '/image/upscale',
      summary: 'Enlarge an image 2 or 4 times',
      description: 'Enlarges an image two or four times with its edges kept sharp. Takes images like POST /image/edit.',
      example: { body: { scale: 2, image: EXAMPLE_FILE_ID }, upload: { field: 'image', fileName: 'cat.png' } },
      billed: true,
      generates: true,
      statuses: [200, 202],
      errors: ['too_many_jobs', 'not_found'],
      body: UpscaleBody,
      run: async (call) => answer(await service.upscale(callOf(call))),
    }),
    route({
      method: 'GET',
      path: '/image/models',
      summary: 'List image models: what they can do, cost, and whether they are ready',
      description: 'Lists the models of the image routes, in the shape of GET /models.',
      tag: 'image',
      scope: 'image:read',
      reply: ModelList,
      run: async (call) => json(listModels(call.caller)),
    }),
  ];
}

export function callOf<Body>(call: Call<unknown, unknown, Body>): ImageCall<Body> {
  const { caller, requestId, signal, body, uploads, headers } = call;
  refuseStream(body);
  return { caller, requestId, signal, body, uploads, wantsJob: /\brespond-async\b/.test(String(headers.prefer ?? '')) };
}

function answer(made: ImageAnswer): Outcome {
  if (made.kind === 'job') return json(made.job, { status: 202, headers: { location: `/v1/jobs/${made.job.id}` } });
  return json(made.body, { receipt: made.receipt });
}

function refuseStream(body: unknown): void {
  if ((body as { stream?: unknown }).stream !== true) return;
  throw new ServiceError('invalid_parameter', 'Images are returned complete. Leave "stream" out, or send false.', {
    param: 'stream',
  });
}
