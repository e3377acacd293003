// Routes of the files of vector stores, one by one and in batches, in OpenAI's shape.
import { json } from '../../http/outcome.ts';
import { EXAMPLE_FILE_ID, type Route, route } from '../../http/route.ts';
import type { VectorFiles } from './file-service.ts';
import {
  ContentQuery,
  ContentReply,
  FileBatchBody,
  FileBatchParams,
  FileBatchReply,
  FileListQuery,
  StoreFileBody,
  StoreFileChanges,
  StoreFileDeleted,
  StoreFileListReply,
  StoreFileParams,
  StoreFileReply,
  StoreParams,
} from './schema.ts';

const tag = 'vector stores';
const read = { method: 'GET', tag, scope: 'chat:read' } as const;
const write = { tag, scope: 'chat:write' } as const;

export function vectorFileRoutes(files: VectorFiles): Route[] {
  return [...singleRoutes(files), ...batchRoutes(files)];
}

function singleRoutes(files: VectorFiles): Route[] {
  return [
    route({
      ...write,
      method: 'POST',
      path: '/vector_stores/:id/files',
      summary: 'Add an uploaded file to a vector store',
      description:
        'Reads the text of a file (PDF, or any text in UTF-8: Markdown, HTML, code) in a job, cuts it into chunks and stores their vectors. Charged by the tokens of the chunks, as POST /embeddings is, when the file is `completed`; `failed` costs nothing, unless the model refuses a text after it has read others: `last_error` says why, and what is charged. Adding a file again that was read already changes its attributes and costs nothing.',
      example: { body: { file_id: EXAMPLE_FILE_ID, attributes: { year: 2026 } } },
      errors: ['not_found', 'too_many_jobs'],
      params: StoreParams,
      body: StoreFileBody,
      reply: StoreFileReply,
      run: async ({ caller, requestId, params, body }) =>
        json(await files.create({ caller, requestId }, params.id, body)),
    }),
    route({
      ...read,
      path: '/vector_stores/:id/files',
      summary: 'List the files of a vector store, newest first',
      description: 'Lists files with their status, size and attributes.',
      example: { query: { filter: 'completed' } },
      params: StoreParams,
      query: FileListQuery,
      reply: StoreFileListReply,
      run: async ({ caller, params, query }) => json(await files.list(caller, params.id, query)),
    }),
    route({
      ...read,
      path: '/vector_stores/:id/files/:file_id',
      summary: 'Get a file of a vector store: its status, size and attributes',
      description: 'Shows how far the reading of a file is.',
      params: StoreFileParams,
      reply: StoreFileReply,
      run: async ({ caller, params }) => json(await files.find(caller, params.id, params.file_id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/vector_stores/:id/files/:file_id',
      summary: 'Change the attributes of a file in a vector store',
      description: 'Replaces the attributes, by which a search can filter.',
      example: { body: { attributes: { year: 2025 } } },
      params: StoreFileParams,
      body: StoreFileChanges,
      reply: StoreFileReply,
      run: async ({ caller, params, body }) =>
        json(await files.update(caller, { storeId: params.id, fileId: params.file_id }, body)),
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/vector_stores/:id/files/:file_id',
      summary: 'Take a file out of a vector store',
      description: 'Deletes the chunks of the file. The file itself stays: DELETE /files/{id} deletes both.',
      params: StoreFileParams,
      reply: StoreFileDeleted,
      run: async ({ caller, params }) => json(await files.remove(caller, params.id, params.file_id)),
    }),
    route({
      ...read,
      path: '/vector_stores/:id/files/:file_id/content',
      summary: 'Read the chunks of a file in a vector store',
      description: 'Shows the texts of the chunks in their order, up to 1,000 on a page.',
      params: StoreFileParams,
      query: ContentQuery,
      reply: ContentReply,
      run: async ({ caller, params, query }) =>
        json(await files.content(caller, { storeId: params.id, fileId: params.file_id }, query)),
    }),
  ];
}

function batchRoutes(files: VectorFiles): Route[] {
  return [
    route({
      ...write,
      method: 'POST',
      path: '/vector_stores/:id/file_batches',
      summary: 'Add up to 500 files to a vector store at once',
      description:
        'Reads the files one after the other in one job, each charged as POST /vector_stores/{id}/files charges it. The batch has ended when no file is `in_progress` any more. It is one of GET /jobs, under the same id.',
      example: { body: { file_ids: [EXAMPLE_FILE_ID] } },
      errors: ['not_found', 'too_many_jobs'],
      params: StoreParams,
      body: FileBatchBody,
      reply: FileBatchReply,
      run: async ({ caller, requestId, params, body }) =>
        json(await files.createBatch({ caller, requestId }, params.id, body)),
    }),
    route({
      ...read,
      path: '/vector_stores/:id/file_batches/:batch_id',
      summary: 'Get a batch of files: its status and counts',
      description: 'Shows how many files of the batch were read, failed or wait.',
      params: FileBatchParams,
      reply: FileBatchReply,
      run: async ({ caller, params }) => json(await files.findBatch(caller, params.id, params.batch_id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/vector_stores/:id/file_batches/:batch_id/cancel',
      summary: 'Cancel a batch of files: those that were read stay',
      description:
        'Stops the reading. What was read of the file in progress is charged; files that waited cost nothing.',
      params: FileBatchParams,
      reply: FileBatchReply,
      run: async ({ caller, params }) => json(await files.cancelBatch(caller, params.id, params.batch_id)),
    }),
    route({
      ...read,
      path: '/vector_stores/:id/file_batches/:batch_id/files',
      summary: 'List the files of a batch, newest first',
      description: 'Lists the files that the batch added, with their status.',
      example: { query: { filter: 'failed' } },
      params: FileBatchParams,
      query: FileListQuery,
      reply: StoreFileListReply,
      run: async ({ caller, params, query }) =>
        json(await files.listBatch(caller, { storeId: params.id, id: params.batch_id }, query)),
    }),
  ];
}
