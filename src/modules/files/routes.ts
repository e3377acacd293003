// Uploads: a file becomes an artifact of its account, which later calls name by id; it can be listed and deleted.
import Type from 'typebox';
import { ServiceError } from '../../core/errors.ts';
import { bytes, fileReply, json, type Route, route } from '../../http/route.ts';
import { FileDeleted, FileListQuery, FileListReply, FileParams, FileReply } from './schema.ts';
import type { FileService } from './service.ts';

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

const tag = 'files';
const read = { tag, scope: 'files:read' } as const;
const write = { tag, scope: 'files:write' } as const;

export function fileRoutes(files: FileService): Route[] {
  return [
    route({
      ...write,
      method: 'POST',
      path: '/files',
      summary: 'Upload an image or audio file (multipart field "file") to use its id in other calls',
      body: Type.Object({}),
      reply: FileReply,
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
    route({
      ...read,
      method: 'GET',
      path: '/files',
      summary: 'List uploads, newest first',
      query: FileListQuery,
      reply: FileListReply,
      run: async ({ caller, query, origin }) => json(await files.list(caller, query, origin)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/files/:id',
      summary: 'Get an upload: its size, type, name and URL',
      params: FileParams,
      reply: FileReply,
      run: async ({ caller, params, origin }) => json(await files.find(caller, params.id, origin)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/files/:id/content',
      summary: 'Download an upload',
      params: FileParams,
      reply: fileReply('application/octet-stream'),
      run: async ({ caller, params }) => {
        const { content, contentType, length } = await files.read(caller, params.id);
        return bytes(content, { contentType, headers: { 'content-length': String(length) } });
      },
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/files/:id',
      summary: 'Delete an upload',
      params: FileParams,
      reply: FileDeleted,
      run: async ({ caller, params }) => json(await files.remove(caller, params.id)),
    }),
  ];
}
