// The files of vector stores: added one by one or in batches, read by a job, listed, shown and taken out.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { pageById } from '../../core/page.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { listTexts } from '../../store/vector-chunks.ts';
import {
  addVectorFiles,
  cancelFilesOfJob,
  countFilesOfJob,
  deleteVectorFile,
  findOwnUploads,
  findVectorFile,
  listVectorFiles,
  type NewVectorFile,
  setAttributes,
  type VectorFileRow,
} from '../../store/vector-files.ts';
import { findVectorStores, lockVectorStores, type VectorStoreRow } from '../../store/vector-stores.ts';
import { type ChunkSizes, chunkSizesOf } from './chunk-sizes.ts';
import { type Embedder, type IndexPayload, MAX_FILES, MAX_FILES_AT_ONCE, type Maker } from './ports.ts';
import { showFile, showFileBatch } from './present.ts';
import type {
  Chunking,
  ContentQuery,
  FileBatchBody,
  FileListQuery,
  StoreFileBody,
  StoreFileChanges,
} from './schema.ts';
import type { VectorSearch } from './search.ts';

interface Adding {
  caller: Caller;
  requestId: string;
}

interface FilePlace {
  storeId: string;
  fileId: string;
}

export interface AddedFiles {
  files: readonly StoreFileBody[];
  /** For files that name none. */
  chunking?: Chunking | undefined;
  /** How the call names the ids. */
  param: string;
  /** Runs before, in the same transaction. */
  alsoIn?(trx: Transaction): Promise<void>;
}

export interface FileParts {
  database: Database;
  queue: Pick<JobQueue, 'create' | 'row' | 'cancelAtOnce'>;
  embedder: Embedder;
  search: VectorSearch;
}

const DEFAULT_LIMIT = 20;
const TEXTS_PER_PAGE = 1_000;
const KIND = 'vector_files';

export class VectorFiles {
  readonly #parts: FileParts;

  constructor(parts: FileParts) {
    this.#parts = parts;
  }

  /** Creates the job that reads the files, and returns its id. */
  async add(
    { caller, requestId }: Adding,
    store: Pick<VectorStoreRow, 'id' | 'model'>,
    { files, chunking, param, alsoIn }: AddedFiles,
  ): Promise<string> {
    const { queue } = this.#parts;
    const usual = this.#sizes(store, chunking);
    const added = files.map(({ file_id: fileId, attributes, chunking_strategy: own }): NewVectorFile => {
      const { maxTokens, overlapTokens } = own ? this.#sizes(store, own) : usual;
      return { fileId, attributes: attributes ?? {}, chunkTokens: maxTokens, overlapTokens };
    });
    await this.#refuseUnknown(caller, added, param);
    const maker: Maker = {
      keyId: caller.keyId,
      memberId: caller.keyId === null ? (caller.member?.id ?? null) : null,
      customerId: caller.customer ?? null,
      runId: caller.run?.id ?? null,
    };
    const payload: IndexPayload = { storeId: store.id, maker };
    const { model } = store;
    const { id } = await queue.create({
      ...{ caller, requestId, kind: KIND, payload, size: added.length },
      // Every file has its own hold.
      quote: { module: 'embeddings', model, amount: 0, minimum: 0, description: `files read with ${model}` },
      alsoIn: async (trx, jobId) => {
        await alsoIn?.(trx);
        await lockVectorStores(trx, caller);
        const [current] = await findVectorStores(trx, caller, [store.id]);
        if (!current) throw new ServiceError('not_found', `There is no vector store "${store.id}".`);
        const { inProgress, completed, failed, cancelled } = current;
        if (inProgress + completed + failed + cancelled + added.length > MAX_FILES)
          throw new ServiceError('invalid_parameter', `A vector store holds at most ${MAX_FILES} files.`, { param });
        await addVectorFiles(trx, caller, { storeId: store.id, jobId, files: added });
      },
    });
    return id;
  }

  async create(adding: Adding, storeId: string, body: StoreFileBody) {
    const store = await this.#store(adding.caller, storeId);
    const known = await findVectorFile(this.#parts.database.queries, storeId, body.file_id);
    const sizes = this.#sizes(store, body.chunking_strategy);
    // What was read already is not read and paid again.
    if (known?.status === 'completed' && isCutSo(known, sizes)) {
      const attributes = body.attributes === undefined ? known.attributes : (body.attributes ?? {});
      return this.update(adding.caller, { storeId, fileId: body.file_id }, { attributes });
    }
    await this.add(adding, store, { files: [body], param: 'file_id' });
    return this.find(adding.caller, storeId, body.file_id);
  }

  async createBatch(adding: Adding, storeId: string, body: FileBatchBody) {
    const store = await this.#store(adding.caller, storeId);
    const { attributes, chunking_strategy: chunking } = body;
    if (body.files?.length && body.file_ids?.length)
      throw new ServiceError('invalid_parameter', 'Send "file_ids" or "files", not both.', { param: 'files' });
    const named: StoreFileBody[] = body.files?.length
      ? body.files
      : (body.file_ids ?? []).map((file_id) => ({ file_id, ...(attributes ? { attributes } : {}) }));
    const files = [...new Map(named.map((file) => [file.file_id, file])).values()];
    if (files.length === 0)
      throw new ServiceError('missing_parameter', `Name 1 to ${MAX_FILES_AT_ONCE} files.`, { param: 'file_ids' });
    const id = await this.add(adding, store, { files, chunking, param: body.files?.length ? 'files' : 'file_ids' });
    return this.findBatch(adding.caller, storeId, id);
  }

  async find(caller: Caller, storeId: string, fileId: string) {
    return showFile(await this.#row(caller, storeId, fileId));
  }

  async list(caller: Caller, storeId: string, query: FileListQuery) {
    await this.#store(caller, storeId);
    const { limit = DEFAULT_LIMIT } = query;
    const rows = await listVectorFiles(this.#parts.database.queries, { storeId }, pageOf(query));
    return pageById(rows.map(withId), limit, showFile);
  }

  async update(caller: Caller, { storeId, fileId }: FilePlace, { attributes }: StoreFileChanges) {
    await this.#row(caller, storeId, fileId);
    await setAttributes(this.#parts.database.queries, { storeId, fileId }, attributes ?? {});
    return this.find(caller, storeId, fileId);
  }

  /** Takes the file out of the store; the file itself stays. */
  async remove(caller: Caller, storeId: string, fileId: string) {
    await this.#row(caller, storeId, fileId);
    await deleteVectorFile(this.#parts.database.queries, storeId, fileId);
    return { id: fileId, object: 'vector_store.file.deleted', deleted: true };
  }

  async content(caller: Caller, { storeId, fileId }: FilePlace, { page = '0' }: ContentQuery) {
    await this.#row(caller, storeId, fileId);
    const from = Number(page);
    const place = { storeId, fileId, from, limit: TEXTS_PER_PAGE + 1 };
    const texts = await listTexts(this.#parts.database.queries, place);
    const hasMore = texts.length > TEXTS_PER_PAGE;
    const data = texts.slice(0, TEXTS_PER_PAGE).map((text) => ({ type: 'text', text }));
    const next = hasMore ? String(from + TEXTS_PER_PAGE) : null;
    return { object: 'vector_store.file_content.page', data, has_more: hasMore, next_page: next };
  }

  async findBatch(caller: Caller, storeId: string, id: string) {
    const { state, createdAt } = await this.#job(caller, storeId, id);
    const counts = await countFilesOfJob(this.#parts.database.queries, id);
    return showFileBatch({ id, storeId, state, createdAt, counts });
  }

  async listBatch(caller: Caller, batch: { storeId: string; id: string }, query: FileListQuery) {
    await this.#job(caller, batch.storeId, batch.id);
    const { limit = DEFAULT_LIMIT } = query;
    const within = { storeId: batch.storeId, jobId: batch.id };
    const rows = await listVectorFiles(this.#parts.database.queries, within, pageOf(query));
    return pageById(rows.map(withId), limit, showFile);
  }

  /** Files that were read stay. */
  async cancelBatch(caller: Caller, storeId: string, id: string) {
    await this.#job(caller, storeId, id);
    await this.#parts.queue.cancelAtOnce(caller, id, { alsoIn: (trx) => cancelFilesOfJob(trx, id) });
    return this.findBatch(caller, storeId, id);
  }

  async #job(caller: Caller, storeId: string, id: string) {
    const missing = new ServiceError('not_found', `There is no batch of files "${id}" in this vector store.`);
    const job = await this.#parts.queue.row(caller, id, [KIND]).catch((error: unknown) => {
      throw error instanceof ServiceError && error.code === 'not_found' ? missing : error;
    });
    if ((job.payload as IndexPayload).storeId !== storeId) throw missing;
    return job;
  }

  async #row(caller: Caller, storeId: string, fileId: string): Promise<VectorFileRow> {
    await this.#store(caller, storeId);
    const file = await findVectorFile(this.#parts.database.queries, storeId, fileId);
    if (file) return file;
    throw new ServiceError('not_found', `There is no file "${fileId}" in this vector store.`);
  }

  async #store(caller: Caller, id: string): Promise<VectorStoreRow> {
    const [store] = await this.#parts.search.stores(caller, [id]);
    if (!store) throw new ServiceError('not_found', `There is no vector store "${id}".`);
    return store;
  }

  async #refuseUnknown(caller: Caller, files: readonly NewVectorFile[], param: string): Promise<void> {
    const ids = files.map(({ fileId }) => fileId);
    const known = new Set(await findOwnUploads(this.#parts.database.queries, caller, ids));
    const missing = ids.find((id) => !known.has(id));
    if (missing === undefined) return;
    throw new ServiceError('not_found', `There is no file "${missing}". Upload it with POST /files.`, { param });
  }

  #sizes({ model }: Pick<VectorStoreRow, 'model'>, chunking: Chunking | undefined): ChunkSizes {
    return chunkSizesOf(chunking, this.#parts.embedder.model(model).maxInputTokens);
  }
}

function isCutSo({ chunkTokens, overlapTokens }: VectorFileRow, sizes: ChunkSizes): boolean {
  return chunkTokens === sizes.maxTokens && overlapTokens === sizes.overlapTokens;
}

function pageOf({ limit = DEFAULT_LIMIT, order = 'desc', cursor, after = cursor, before, filter }: FileListQuery) {
  return { limit, order, after, before, status: filter };
}

function withId(row: VectorFileRow): VectorFileRow & { id: string } {
  return { ...row, id: row.fileId };
}
