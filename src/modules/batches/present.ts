// A batch as the API shows it: OpenAI's object, with the credits it cost.
import { microToCredits } from '../../core/money.ts';
import type { PresentableJob } from '../../jobs/kinds.ts';
import type { BatchRow } from '../../store/batches.ts';

export interface BatchPayload {
  endpoint: string;
  inputFileId: string;
}

export function showBatch(batch: BatchRow) {
  const endedAt = (status: BatchRow['status']) => (batch.status === status ? seconds(batch.endedAt) : null);
  return {
    id: batch.id,
    object: 'batch',
    endpoint: batch.endpoint,
    errors: batch.errors && { object: 'list', data: batch.errors },
    input_file_id: batch.inputFileId,
    completion_window: '24h',
    status: batch.status,
    output_file_id: batch.outputFileId,
    error_file_id: batch.errorFileId,
    created_at: seconds(batch.createdAt),
    in_progress_at: seconds(batch.inProgressAt),
    expires_at: seconds(batch.expiresAt),
    finalizing_at: seconds(batch.finalizingAt),
    completed_at: endedAt('completed'),
    failed_at: endedAt('failed'),
    expired_at: endedAt('expired'),
    cancelling_at: seconds(batch.cancellingAt),
    cancelled_at: endedAt('cancelled'),
    request_counts: countsOf(batch),
    usage: {
      input_tokens: batch.promptTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: batch.completionTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: batch.promptTokens + batch.completionTokens,
      credits: microToCredits(batch.charged),
    },
    metadata: batch.metadata,
  };
}

/** In the list of jobs; GET /batches/{id} shows the rest. */
export function presentBatchJob({ id, payload, result }: PresentableJob): Record<string, unknown> {
  const { endpoint, inputFileId } = payload as BatchPayload;
  return { batch_id: id, endpoint, input_file_id: inputFileId, ...(result as object | null) };
}

export function countsOf({ total, completed, failed }: Pick<BatchRow, 'total' | 'completed' | 'failed'>) {
  return { total, completed, failed };
}

function seconds(time: Date | null): number | null {
  return time && Math.floor(time.getTime() / 1_000);
}
