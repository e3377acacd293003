// OpenAI's image routes as aliases of ours: /images/generations, /images/edits and /images/variations.
import { ServiceError } from '../../core/errors.ts';
import { json, type Outcome } from '../../http/outcome.ts';
import { EXAMPLE_FILE_ID, type Route, route } from '../../http/route.ts';
import { tokensOf } from './image-tokens.ts';
import { fromOpenAi } from './order.ts';
import { callOf, PICTURE_BODY_LIMIT_BYTES } from './routes.ts';
import { OpenAiEditBody, OpenAiGenerateBody, OpenAiReply, OpenAiVariationBody } from './schema.ts';
import type { ImageAnswer, ImageService } from './service.ts';

/** One image, as data. */
const VARIATION_BODY_LIMIT_BYTES = 29 * 1024 * 1024;

export function openAiImageRoutes(service: ImageService): Route[] {
  const common = { method: 'POST', tag: 'image', scope: 'image:write', reply: OpenAiReply } as const;
  return [
    route({
      ...common,
      path: '/images/generations',
      summary: 'Generate images, in the shape of the OpenAI API',
      description:
        "POST /image/generate in OpenAI's shape, for OpenAI clients. `size` takes `1024x1024` and others; `response_format` is `url` or `b64_json`.",
      example: { body: { prompt: 'A red lighthouse on a cliff at sunset', size: '512x512', n: 1 } },
      billed: true,
      generates: true,
      errors: ['too_many_jobs'],
      body: OpenAiGenerateBody,
      run: async (call) => {
        refuseUnused(call.body);
        const made = await service.generate({ ...callOf(call), body: fromOpenAi(call.body), wantsJob: false });
        return answer(made, call.body, false);
      },
    }),
    route({
      ...common,
      path: '/images/edits',
      summary: 'Edit an image, in the shape of the OpenAI API',
      description:
        "POST /image/edit in OpenAI's shape, for OpenAI clients. Send the image as a multipart form with the fields `image`, `mask` and `prompt`.",
      example: {
        body: { prompt: 'brighter', image: EXAMPLE_FILE_ID },
        upload: { field: 'image', fileName: 'cat.png' },
      },
      billed: true,
      generates: true,
      errors: ['too_many_jobs', 'not_found'],
      body: OpenAiEditBody,
      multipart: true,
      bodyLimitBytes: PICTURE_BODY_LIMIT_BYTES,
      run: async (call) => {
        refuseUnused(call.body);
        refuseOfEdits(call.body);
        const { prompt, image, mask, model, output_format: format } = call.body;
        const body = {
          prompt,
          ...(image ? { image } : {}),
          ...(mask ? { mask } : {}),
          ...(model ? { model } : {}),
          ...(format ? { format } : {}),
        };
        return answer(await service.edit({ ...callOf(call), body, wantsJob: false }), call.body, true);
      },
    }),
    route({
      ...common,
      path: '/images/variations',
      summary: 'Make a variation of an image, in the shape of the OpenAI API',
      description:
        'Makes another image like the given one, with a model that paints images anew; charged as an edit is. 501 if this service has no such model.',
      example: {
        body: { image: EXAMPLE_FILE_ID },
        upload: { field: 'image', fileName: 'cat.png' },
      },
      billed: true,
      generates: true,
      errors: ['too_many_jobs', 'not_found', 'not_implemented'],
      body: OpenAiVariationBody,
      multipart: true,
      bodyLimitBytes: VARIATION_BODY_LIMIT_BYTES,
      run: async (call) => {
        refuseUnused(call.body);
        refuseOfEdits(call.body);
        const { image, model, output_format: format } = call.body;
        const body = { ...(image ? { image } : {}), ...(model ? { model } : {}), ...(format ? { format } : {}) };
        const made = await service.vary({ ...callOf(call), body, wantsJob: false });
        return answer(made, { ...call.body, prompt: '' }, true);
      },
    }),
  ];

  async function answer(
    made: ImageAnswer,
    { prompt, response_format: shape }: Pick<OpenAiEditBody, 'prompt' | 'response_format'>,
    isEdit: boolean,
  ): Promise<Outcome> {
    if (made.kind === 'job')
      throw new ServiceError(
        'engine_timeout',
        `The images are not ready yet. Follow the job ${made.job.id} at /jobs/${made.job.id}.`,
      );
    const { images, created, usage, model } = made.body;
    const data = await Promise.all(
      images.map(async ({ url }) =>
        shape === 'b64_json' ? { b64_json: Buffer.from(await service.read(url)).toString('base64') } : { url },
      ),
    );
    const body: OpenAiReply = { created, data, usage: { ...usage, ...tokensOf(prompt, images, isEdit) } };
    // OpenAI's response has no field for the model.
    return json(body, { receipt: made.receipt, headers: { 'x-model': model } });
  }
}

/** Fields that would change the image if they were honoured. */
function refuseUnused(body: Omit<OpenAiGenerateBody, 'prompt'>): void {
  const { background, output_compression: compression, partial_images: partial } = body;
  if (background === 'transparent')
    throw refused('background', 'Images have no transparent background here. Leave "background" out, or send "auto".');
  if (typeof compression === 'number' && compression !== 100)
    throw refused('output_compression', 'Images are written in one quality. Leave "output_compression" out.');
  if (typeof partial === 'number' && partial > 0)
    throw refused('partial_images', 'Images are returned complete. Leave "partial_images" out, or send 0.');
}

function refuseOfEdits({ n, size }: OpenAiVariationBody): void {
  if (typeof n === 'number' && n > 1) throw refused('n', 'This call makes one image. Leave "n" out, or send 1.');
  if (size && size !== 'auto')
    throw refused('size', 'This call keeps the size of its image. Leave "size" out, or send "auto".');
}

function refused(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
