// Vector stores and their files as the API shows them.
import type { PresentableJob } from '../../jobs/kinds.ts';
import type { FileCounts, VectorFileRow } from '../../store/vector-files.ts';
import type { VectorStoreRow } from '../../store/vector-stores.ts';
import type { IndexPayload } from './ports.ts';

export function showStore(store: VectorStoreRow) {
  const { inProgress, completed, failed, cancelled, expiresDays, expiresAt } = store;
  const isExpired = expiresAt !== null && expiresAt.getTime() <= Date.now();
  return {
    id: store.id,
    object: 'vector_store',
    name: store.name,
    description: store.description,
    status: isExpired ? 'expired' : inProgress > 0 ? 'in_progress' : 'completed',
    file_counts: {
      in_progress: inProgress,
      completed,
      failed,
      cancelled,
      total: inProgress + completed + failed + cancelled,
    },
    usage_bytes: store.usageBytes,
    embedding_model: store.model,
    created_at: toSeconds(store.createdAt),
    last_active_at: toSeconds(store.lastActiveAt),
    expires_after: expiresDays === null ? null : { anchor: 'last_active_at', days: expiresDays },
    expires_at: expiresAt && toSeconds(expiresAt),
    metadata: store.metadata,
  };
}

export function showFile(file: VectorFileRow) {
  const { errorCode, errorMessage, attributes } = file;
  return {
    id: file.fileId,
    object: 'vector_store.file',
    vector_store_id: file.storeId,
    status: file.status,
    last_error: errorCode && { code: errorCode, message: errorMessage ?? '' },
    usage_bytes: file.usageBytes,
    attributes,
    chunking_strategy: {
      type: 'static',
      static: { max_chunk_size_tokens: file.chunkTokens, chunk_overlap_tokens: file.overlapTokens },
    },
    created_at: toSeconds(file.createdAt),
  };
}

export interface ShownBatch {
  id: string;
  storeId: string;
  state: string;
  createdAt: Date;
  counts: FileCounts;
}

export function showFileBatch({ id, storeId, state, createdAt, counts }: ShownBatch) {
  const isOpen = counts.in_progress > 0 && (state === 'waiting' || state === 'running');
  const ended = state === 'cancelled' || state === 'failed' ? state : 'completed';
  return {
    id,
    object: 'vector_store.files_batch',
    vector_store_id: storeId,
    status: isOpen ? 'in_progress' : ended,
    file_counts: counts,
    created_at: toSeconds(createdAt),
  };
}

/** In the list of jobs. */
export function presentIndexJob({ payload, result }: PresentableJob): Record<string, unknown> {
  return { vector_store_id: (payload as IndexPayload).storeId, ...(result as object | null) };
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}
