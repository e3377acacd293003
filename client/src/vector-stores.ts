// Vector stores: their files, and searches in them.
import type { Api, Body, Query, Reply } from './api.ts';
import { Pages } from './pages.ts';
import type { CallOptions } from './transport.ts';

/** Reading is a job: `jobs.wait(batch.id)` waits for a batch of files. */
export function vectorStoresOf(api: Api) {
  const at = (id: string) => ({ params: { id } });
  return {
    create: (body: Body<'POST /vector_stores'> = {}, options?: CallOptions) =>
      api.call('POST /vector_stores', { body }, options),
    list: (query?: Query<'GET /vector_stores'>, options?: CallOptions) =>
      new Pages<Reply<'GET /vector_stores'>['data'][number]>(api, 'GET /vector_stores', { query }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /vector_stores/{id}', at(id), options),
    update: (id: string, body: Body<'POST /vector_stores/{id}'>, options?: CallOptions) =>
      api.call('POST /vector_stores/{id}', { ...at(id), body }, options),
    delete: (id: string, options?: CallOptions) => api.call('DELETE /vector_stores/{id}', at(id), options),
    search: (id: string, body: Body<'POST /vector_stores/{id}/search'>, options?: CallOptions) =>
      api.call('POST /vector_stores/{id}/search', { ...at(id), body }, options),
    files: storeFilesOf(api),
    batches: fileBatchesOf(api),
  };
}

function storeFilesOf(api: Api) {
  const at = (id: string, fileId: string) => ({ params: { id, file_id: fileId } });
  return {
    add: (id: string, body: Body<'POST /vector_stores/{id}/files'>, options?: CallOptions) =>
      api.call('POST /vector_stores/{id}/files', { params: { id }, body }, options),
    list: (id: string, query?: Query<'GET /vector_stores/{id}/files'>, options?: CallOptions) =>
      new Pages<Reply<'GET /vector_stores/{id}/files'>['data'][number]>(
        api,
        'GET /vector_stores/{id}/files',
        { params: { id }, query },
        options,
      ),
    get: (id: string, fileId: string, options?: CallOptions) =>
      api.call('GET /vector_stores/{id}/files/{file_id}', at(id, fileId), options),
    update: (
      id: string,
      fileId: string,
      body: Body<'POST /vector_stores/{id}/files/{file_id}'>,
      options?: CallOptions,
    ) => api.call('POST /vector_stores/{id}/files/{file_id}', { ...at(id, fileId), body }, options),
    remove: (id: string, fileId: string, options?: CallOptions) =>
      api.call('DELETE /vector_stores/{id}/files/{file_id}', at(id, fileId), options),
    content: (
      id: string,
      fileId: string,
      query?: Query<'GET /vector_stores/{id}/files/{file_id}/content'>,
      options?: CallOptions,
    ) => api.call('GET /vector_stores/{id}/files/{file_id}/content', { ...at(id, fileId), query }, options),
  };
}

function fileBatchesOf(api: Api) {
  const at = (id: string, batchId: string) => ({ params: { id, batch_id: batchId } });
  return {
    create: (id: string, body: Body<'POST /vector_stores/{id}/file_batches'>, options?: CallOptions) =>
      api.call('POST /vector_stores/{id}/file_batches', { params: { id }, body }, options),
    get: (id: string, batchId: string, options?: CallOptions) =>
      api.call('GET /vector_stores/{id}/file_batches/{batch_id}', at(id, batchId), options),
    cancel: (id: string, batchId: string, options?: CallOptions) =>
      api.call('POST /vector_stores/{id}/file_batches/{batch_id}/cancel', at(id, batchId), options),
    files: (
      id: string,
      batchId: string,
      query?: Query<'GET /vector_stores/{id}/file_batches/{batch_id}/files'>,
      options?: CallOptions,
    ) =>
      new Pages<Reply<'GET /vector_stores/{id}/file_batches/{batch_id}/files'>['data'][number]>(
        api,
        'GET /vector_stores/{id}/file_batches/{batch_id}/files',
        { ...at(id, batchId), query },
        options,
      ),
  };
}
