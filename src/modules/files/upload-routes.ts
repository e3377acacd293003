// Uploads in parts, in OpenAI's format: for files that are too large for one request over a slow or unreliable
// connection.
import { ServiceError } from '../../core/errors.ts';
import { json } from '../../http/outcome.ts';
import { EXAMPLE_FILE_ID, type Route, route } from '../../http/route.ts';
import { MAX_UPLOAD_BYTES } from './file-kind.ts';
import { CompleteBody, PartBody, PartReply, UploadBody, UploadParams, UploadReply } from './upload-schema.ts';
import type { UploadService } from './upload-service.ts';

const shared = { tag: 'files', scope: 'files:write', method: 'POST' } as const;

export function uploadRoutes(uploads: UploadService): Route[] {
  return [
    route({
      ...shared,
      path: '/uploads',
      summary: 'Begin an upload in parts',
      description:
        'Opens an upload of the given size. Add its parts within an hour, in any order and at the same time, then complete it. Parts count against the storage of the plan.',
      example: { body: { bytes: 1_234, filename: 'requests.jsonl', purpose: 'batch', mime_type: 'application/jsonl' } },
      errors: ['payload_too_large'],
      body: UploadBody,
      reply: UploadReply,
      run: async ({ caller, body }) => json(await uploads.open(caller, body)),
    }),
    route({
      ...shared,
      path: '/uploads/:id/parts',
      summary: 'Add a part (multipart field "data")',
      description:
        'Stores some bytes of the file. The order is decided at the end. A part that makes the upload larger than its size is refused.',
      example: { upload: { field: 'data', fileName: 'cat.png' } },
      params: UploadParams,
      body: PartBody,
      reply: PartReply,
      multipart: true,
      bodyLimitBytes: MAX_UPLOAD_BYTES + 64 * 1024,
      run: async ({ caller, params, uploads: sent, signal }) => {
        const part = sent.find(({ field }) => field === 'data') ?? sent[0];
        if (!part)
          throw new ServiceError('missing_parameter', 'Send the part as multipart/form-data in the field "data".', {
            param: 'data',
          });
        return json(await uploads.addPart(caller, { id: params.id, bytes: part.bytes }, signal));
      },
    }),
    route({
      ...shared,
      path: '/uploads/:id/complete',
      summary: 'Make a file of the parts',
      description:
        'Joins the parts in the given order to one file, which is then checked as POST /files checks it. Their sizes must add up to the size of the upload. Calling it again answers with the same file.',
      example: { body: { part_ids: [`part_${EXAMPLE_FILE_ID}`] } },
      params: UploadParams,
      errors: ['unsupported_media_type', 'service_unavailable'],
      body: CompleteBody,
      reply: UploadReply,
      run: async ({ caller, params, body, signal }) =>
        json(await uploads.complete(caller, { id: params.id, ...body }, signal)),
    }),
    route({
      ...shared,
      path: '/uploads/:id/cancel',
      summary: 'Cancel an upload',
      description: 'Removes its parts. A completed upload is not cancelled: delete its file with DELETE /files/{id}.',
      params: UploadParams,
      reply: UploadReply,
      run: async ({ caller, params }) => json(await uploads.cancel(caller, params.id)),
    }),
  ];
}
