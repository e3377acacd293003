// Files in OpenAI's shape: an upload becomes an artifact of its account, which later calls name by id.
import { ServiceError } from '../../core/errors.ts';
import { bytes, json } from '../../http/outcome.ts';
import { fileReply, type Route, route } from '../../http/route.ts';
import { MAX_UPLOAD_BYTES } from './file-kind.ts';
import { FileBody, FileDeleted, FileListQuery, FileListReply, FileParams, FileReply } from './schema.ts';
import type { FileService } from './service.ts';

const tag = 'files';
const read = { tag, scope: 'files:read' } as const;
const write = { tag, scope: 'files:write' } as const;

export function fileRoutes(files: FileService): Route[] {
  return [
    route({
      ...write,
      method: 'POST',
      path: '/files',
      summary:
        'Upload a file (multipart field "file"): an image, audio or video file or a document for other calls, or the JSON lines of a batch',
      description:
        'Stores a file so that other calls can name it by its id: an image, an audio file, a video, a document (PDF, or any text in UTF-8), or the JSON lines of a batch. The type is detected from the content. Counts against the storage of the plan.',
      example: { upload: { field: 'file', fileName: 'cat.png' } },
      statuses: [201],
      body: FileBody,
      reply: FileReply,
      multipart: true,
      bodyLimitBytes: MAX_UPLOAD_BYTES + 64 * 1024,
      run: async ({ caller, body, uploads, signal }) => {
        const upload = uploads.find(({ field }) => field === 'file') ?? uploads[0];
        if (!upload)
          throw new ServiceError('missing_parameter', 'Send the file as multipart/form-data in the field "file".', {
            param: 'file',
          });
        return json(await files.keep(caller, upload, body, signal), { status: 201 });
      },
    }),
    route({
      ...read,
      method: 'GET',
      path: '/files',
      summary: 'List uploads and the results of batches, newest first',
      description:
        'Lists the uploads of this account and environment, and the results of batches. Files that the service made are not among them.',
      example: { query: { limit: 10 } },
      query: FileListQuery,
      reply: FileListReply,
      run: async ({ caller, query }) => json(await files.list(caller, query)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/files/:id',
      summary: 'Get a file: its size, type, name and URL',
      description: 'Shows an upload: its size, type, name and the URL at which it can be read without a key.',
      params: FileParams,
      reply: FileReply,
      run: async ({ caller, params }) => json(await files.find(caller, params.id)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/files/:id/content',
      summary: 'Download a file',
      description: 'Sends the bytes of an upload with its content type.',
      params: FileParams,
      reply: fileReply('application/octet-stream'),
      run: async ({ caller, params }) => {
        const { content, contentType, length, name } = await files.read(caller, params.id);
        return bytes(content, { contentType, headers: downloadHeaders(name, length) });
      },
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/files/:id',
      summary: 'Delete a file',
      description: 'Deletes an upload at once. Its URL stops working; what was made from it stays.',
      params: FileParams,
      reply: FileDeleted,
      run: async ({ caller, params }) => json(await files.remove(caller, params.id)),
    }),
  ];
}

/** A browser with a session downloads the file and never shows it on this origin. */
function downloadHeaders(name: string, length: number): Record<string, string> {
  return {
    'content-length': String(length),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  };
}
