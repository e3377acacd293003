// Uploads: a file becomes an artifact of its account, to be named by id in later calls.
import Type from 'typebox';
import { ServiceError } from '../../core/errors.ts';
import { json, type Route, route } from '../../http/route.ts';
import type { FileService } from './service.ts';

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

const UploadedFile = Type.Object({
  id: Type.String(),
  object: Type.Literal('file'),
  bytes: Type.Integer(),
  content_type: Type.String(),
  filename: Type.String(),
  url: Type.String(),
  created_at: Type.Integer(),
});

export function fileRoutes(files: FileService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/files',
      summary: 'Upload a picture or a sound (multipart field "file"), to use its id in other calls',
      tag: 'files',
      scope: 'files:write',
      body: Type.Object({}),
      reply: UploadedFile,
      multipart: true,
      bodyLimitBytes: MAX_UPLOAD_BYTES + 64 * 1024,
      run: async ({ caller, uploads, origin, signal }) => {
        const upload = uploads.find(({ field }) => field === 'file') ?? uploads[0];
        if (!upload)
          throw new ServiceError('missing_parameter', 'Send the file as multipart/form-data in the field "file".', {
            param: 'file',
          });
        return json(await files.keep(caller, upload, origin, signal), { status: 201 });
      },
    }),
  ];
}
