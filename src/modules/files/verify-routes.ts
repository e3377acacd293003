// The check of a file: what it says of itself, what of that is proven, and whether this service made it.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { VerifyBody, VerifyReply } from './verify-schema.ts';
import { MAX_VERIFIED_BYTES, type VerifyService } from './verify-service.ts';

export function verifyRoutes(service: VerifyService): Route[] {
  return [
    route({
      tag: 'files',
      scope: 'files:read',
      method: 'POST',
      path: '/verify',
      summary: 'Check what a file says of itself, and whether it was made here (multipart field "file", or its name)',
      description:
        'Reads the mark and the content credentials (C2PA) of a file of up to 64 MB (20 MB as data or at a URL) and says what of them is proven. `made_here` is `yes` only for a valid signature of this service over unchanged bytes; a mark in the metadata proves nothing. Free of charge; counts as a request. The file is not stored, and nothing that it names elsewhere is fetched.',
      example: { upload: { field: 'file', fileName: 'cat.png' } },
      errors: ['unsafe_url'],
      body: VerifyBody,
      reply: VerifyReply,
      multipart: true,
      // An answer would have to be kept.
      idempotent: false,
      bodyLimitBytes: MAX_VERIFIED_BYTES + 64 * 1024,
      run: async ({ caller, body, uploads, signal }) => {
        const upload = uploads.find(({ field }) => field === 'file') ?? uploads[0];
        return json(await service.verify({ caller, upload: upload?.bytes, name: body.file, signal }));
      },
    }),
  ];
}
