// Finds the chunks of vector stores that are nearest to a question: PostgreSQL chooses by signs, then the vectors are compared.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Database } from '../../store/database.ts';
import { type Candidate, findCandidates, readChunks } from '../../store/vector-chunks.ts';
import type { Attributes } from '../../store/vector-files.ts';
import { findVectorStores, noteUseOfStores, type VectorStoreRow } from '../../store/vector-stores.ts';
import { pathOf } from './filters.ts';
import type { Embedder, EmbeddingCall } from './ports.ts';
import { signsOf, similarity, toVector } from './vector-bytes.ts';

export interface ChunkQuestion {
  storeIds: readonly string[];
  /** A chunk is as near as it is to the nearest of them. */
  texts: readonly string[];
  filter?: unknown;
  limit: number;
  /** Only chunks with at least this score, from 0 to 1. */
  threshold?: number | undefined;
  /** How the call names the filter and the stores. */
  params: { filter: string; stores?: string };
}

export interface ScoredChunk {
  storeId: string;
  fileId: string;
  fileName: string;
  score: number;
  attributes: Attributes;
  text: string;
}

/** Of a store of 10,000 chunks, the ten nearest are among these (decision 0098). */
const CANDIDATES = 400;

export class VectorSearch {
  readonly #database: Database;
  readonly #embedder: Embedder;

  constructor(database: Database, embedder: Embedder) {
    this.#database = database;
    this.#embedder = embedder;
  }

  /** Throws not_found for a store that the account does not have in this environment. */
  async stores(caller: Caller, ids: readonly string[], param?: string): Promise<VectorStoreRow[]> {
    const stores = await findVectorStores(this.#database.queries, caller, ids);
    const missing = ids.find((id) => !stores.some((store) => store.id === id));
    if (missing === undefined) return stores;
    throw new ServiceError(
      'not_found',
      `There is no vector store "${missing}". GET /vector_stores lists yours.`,
      param === undefined ? {} : { param },
    );
  }

  /** Throws what a search would throw before it asks anything. */
  async check(caller: Caller, { storeIds, filter, params }: Omit<ChunkQuestion, 'texts' | 'limit'>): Promise<void> {
    if (filter != null) pathOf(filter, params.filter);
    await this.stores(caller, storeIds, params.stores);
  }

  async find(call: EmbeddingCall, question: ChunkQuestion): Promise<{ chunks: ScoredChunk[]; receipt: Receipt }> {
    const { queries } = this.#database;
    const filter = question.filter == null ? undefined : pathOf(question.filter, question.params.filter);
    const stores = await this.stores(call.caller, question.storeIds, question.params.stores);
    const [first] = stores;
    if (!first) throw new ServiceError('missing_parameter', 'Name a vector store.');
    if (stores.some(({ model }) => model !== first.model))
      throw new ServiceError(
        'invalid_parameter',
        'These vector stores were read with different embedding models. Search them one by one.',
        { param: question.params.stores ?? 'vector_store_ids' },
      );
    const { model, dimensions } = first;
    const { vectors, receipt } = await this.#embedder.vectorsOf(call, { model, dimensions, texts: question.texts });
    const signs = vectors.map(signsOf);
    const found = await findCandidates(queries, { storeIds: question.storeIds, signs, filter, limit: CANDIDATES });
    const nearest = rank(found, vectors)
      .filter(({ score }) => score >= (question.threshold ?? 0))
      .slice(0, question.limit);
    const chunks = nearest.length === 0 ? [] : await readChunks(queries, nearest);
    await noteUseOfStores(queries, question.storeIds);
    const byPlace = new Map(chunks.map((chunk) => [placeOf(chunk), chunk]));
    const scored = nearest.flatMap(({ score, ...place }) => {
      const chunk = byPlace.get(placeOf(place));
      return chunk ? [{ ...chunk, score }] : [];
    });
    return { chunks: scored, receipt };
  }
}

function rank(candidates: readonly Candidate[], questions: readonly Float32Array[]) {
  return candidates
    .map(({ vector, ...place }) => {
      const stored = toVector(vector);
      const nearest = Math.max(...questions.map((question) => similarity(question, stored)));
      return { ...place, score: Math.min(1, Math.max(0, nearest)) };
    })
    .sort((a, b) => b.score - a.score || placeOf(a).localeCompare(placeOf(b)));
}

function placeOf({ storeId, fileId, number }: { storeId: string; fileId: string; number: number }): string {
  return `${storeId} ${fileId} ${number}`;
}
