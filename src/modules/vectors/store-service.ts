// Vector stores of an account: made, changed, listed, searched and deleted.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { pageById } from '../../core/page.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Database, Transaction } from '../../store/database.ts';
import {
  countVectorStores,
  deleteVectorStore,
  insertVectorStore,
  listVectorStores,
  lockVectorStores,
  updateVectorStore,
  type VectorStoreRow,
} from '../../store/vector-stores.ts';
import type { VectorFiles } from './file-service.ts';
import { type Embedder, type EmbeddingCall, MAX_STORES } from './ports.ts';
import { showStore } from './present.ts';
import type { SearchBody, StoreBody, StoreChanges, StoreListQuery } from './schema.ts';
import type { VectorSearch } from './search.ts';

const DEFAULT_LIMIT = 20;
const DEFAULT_RESULTS = 10;

export class VectorStores {
  readonly #database: Database;
  readonly #embedder: Embedder;
  readonly #search: VectorSearch;
  readonly #files: VectorFiles;

  constructor(parts: { database: Database; embedder: Embedder; search: VectorSearch; files: VectorFiles }) {
    this.#database = parts.database;
    this.#embedder = parts.embedder;
    this.#search = parts.search;
    this.#files = parts.files;
  }

  async create(caller: Caller, requestId: string, body: StoreBody) {
    const model = this.#embedder.model(body.embedding_model ?? 'default');
    const store = {
      id: newId('vs'),
      name: body.name ?? '',
      description: body.description ?? null,
      metadata: body.metadata ?? null,
      model: model.id,
      dimensions: model.dimensions,
      expiresDays: body.expires_after?.days ?? null,
    };
    const insertIn = async (trx: Transaction) => {
      await lockVectorStores(trx, caller);
      if ((await countVectorStores(trx, caller)) >= MAX_STORES)
        throw new ServiceError('invalid_parameter', `An account has at most ${MAX_STORES} vector stores. Delete some.`);
      await insertVectorStore(trx, caller, store);
    };
    const fileIds = [...new Set(body.file_ids ?? [])];
    if (fileIds.length === 0) await this.#database.transaction(insertIn);
    else {
      const files = fileIds.map((file_id) => ({ file_id }));
      const added = { files, chunking: body.chunking_strategy, param: 'file_ids' };
      await this.#files.add(
        { caller, requestId },
        { id: store.id, model: store.model },
        { ...added, alsoIn: insertIn },
      );
    }
    return this.find(caller, store.id);
  }

  async find(caller: Caller, id: string) {
    return showStore(await this.#row(caller, id));
  }

  async list(
    caller: Caller,
    { limit = DEFAULT_LIMIT, order = 'desc', cursor, after = cursor, before }: StoreListQuery,
  ) {
    const rows = await listVectorStores(this.#database.queries, caller, { limit, order, after, before });
    return pageById(rows, limit, showStore);
  }

  async update(caller: Caller, id: string, changes: StoreChanges) {
    const { name, metadata, expiresDays } = await this.#row(caller, id);
    const days = changes.expires_after === undefined ? expiresDays : (changes.expires_after?.days ?? null);
    await updateVectorStore(this.#database.queries, caller, {
      id,
      name: changes.name === undefined ? name : (changes.name ?? ''),
      metadata: changes.metadata === undefined ? metadata : changes.metadata,
      expiresDays: days,
    });
    return this.find(caller, id);
  }

  async remove(caller: Caller, id: string) {
    await this.#row(caller, id);
    await deleteVectorStore(this.#database.queries, caller, id);
    return { id, object: 'vector_store.deleted', deleted: true };
  }

  async search(call: EmbeddingCall, id: string, body: SearchBody): Promise<{ body: object; receipt: Receipt }> {
    if (body.rewrite_query)
      throw new ServiceError('invalid_parameter', 'Questions are not rewritten here. Leave "rewrite_query" out.', {
        param: 'rewrite_query',
      });
    const texts = typeof body.query === 'string' ? [body.query] : body.query;
    const { chunks, receipt } = await this.#search.find(call, {
      storeIds: [id],
      texts,
      filter: body.filters,
      limit: body.max_num_results ?? DEFAULT_RESULTS,
      threshold: body.ranking_options?.score_threshold,
      params: { filter: 'filters' },
    });
    const data = chunks.map(({ fileId, fileName, score, attributes, text }) => ({
      file_id: fileId,
      filename: fileName,
      score,
      attributes,
      content: [{ type: 'text', text }],
    }));
    const page = { has_more: false, next_page: null };
    return { body: { object: 'vector_store.search_results.page', search_query: texts, data, ...page }, receipt };
  }

  async #row(caller: Caller, id: string): Promise<VectorStoreRow> {
    const [store] = await this.#search.stores(caller, [id]);
    if (!store) throw new ServiceError('not_found', `There is no vector store "${id}".`);
    return store;
  }
}
