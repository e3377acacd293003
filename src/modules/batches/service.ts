// Batches for customers: created from an uploaded file; listed, read and cancelled by their account.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { pageById } from '../../core/page.ts';
import { allows } from '../../core/scopes.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { type BatchRow, findBatch, insertBatch, listBatches } from '../../store/batches.ts';
import type { Queries } from '../../store/database.ts';
import { findFile } from '../../store/uploads.ts';
import { BATCH_ENDPOINTS, type LineCalls } from './ports.ts';
import { type BatchPayload, showBatch } from './present.ts';
import type { BatchBody, BatchListQuery } from './schema.ts';

export interface BatchParts {
  queries: Queries;
  queue: Pick<JobQueue, 'create' | 'cancel'>;
  calls: LineCalls;
  /** Throws if the storage of the plan is exceeded. */
  refuseExcess(accountId: string, bytes: number): Promise<void>;
}

const WINDOW_SECONDS = 24 * 60 * 60;
const DEFAULT_LIMIT = 20;
/** The unit in which a batch's work is estimated before its lines are counted. */
const BYTES_PER_UNIT = 500;

export class BatchService {
  readonly #parts: BatchParts;

  constructor(parts: BatchParts) {
    this.#parts = parts;
  }

  async create(caller: Caller, requestId: string, body: BatchBody) {
    const { endpoint, input_file_id: inputFileId } = body;
    this.#refuseEndpoint(caller, endpoint);
    const file = await findFile(this.#parts.queries, caller, inputFileId);
    if (!file)
      throw new ServiceError('not_found', `There is no file "${inputFileId}". Upload it with POST /files.`, {
        param: 'input_file_id',
      });
    if (file.purpose !== 'batch')
      throw new ServiceError(
        'invalid_parameter',
        `The file "${inputFileId}" has the purpose "${file.purpose}". Upload it with the purpose "batch".`,
        { param: 'input_file_id' },
      );
    const { accountId, environment, keyId } = caller;
    // Also the errors of lines that do not fit take room: without this, batch after batch would fill the disk with them.
    await this.#parts.refuseExcess(accountId, 0);
    const terms = {
      accountId,
      environment,
      keyId,
      customerId: caller.customer ?? null,
      runId: caller.run?.id ?? null,
      memberId: keyId === null ? (caller.member?.id ?? null) : null,
      endpoint,
      inputFileId,
      metadata: body.metadata ?? null,
      outputSeconds: body.output_expires_after?.seconds ?? null,
      windowSeconds: WINDOW_SECONDS,
    };
    const payload: BatchPayload = { endpoint, inputFileId };
    const { id } = await this.#parts.queue.create({
      caller,
      requestId,
      kind: 'batch',
      payload,
      // Every line has its own hold.
      quote: { module: 'batch', model: '', amount: 0, minimum: 0, description: `a batch of ${endpoint}` },
      size: Math.max(1, file.bytes / BYTES_PER_UNIT),
      alsoIn: (trx, jobId) => insertBatch(trx, { ...terms, id: jobId }),
    });
    return this.find(caller, id);
  }

  async find(caller: Caller, id: string) {
    return showBatch(await this.#row(caller, id));
  }

  async list(caller: Caller, { limit = DEFAULT_LIMIT, cursor, after = cursor }: BatchListQuery) {
    const rows = await listBatches(this.#parts.queries, caller, { limit, after });
    return pageById(rows, limit, showBatch);
  }

  /** Lines in progress are finished and charged; the others get an error. Cancelling again changes nothing. */
  async cancel(caller: Caller, id: string) {
    await this.#row(caller, id);
    await this.#parts.queue.cancel(caller, id);
    const batch = await this.#row(caller, id);
    if (batch.status === 'cancelling' || batch.status === 'cancelled') return showBatch(batch);
    throw new ServiceError('invalid_parameter', `This batch is ${WORDS[batch.status]} and can no longer be cancelled.`);
  }

  async #row(caller: Caller, id: string): Promise<BatchRow> {
    const batch = await findBatch(this.#parts.queries, caller, id);
    if (!batch) throw new ServiceError('not_found', `There is no batch "${id}". GET /batches lists yours.`);
    return batch;
  }

  #refuseEndpoint(caller: Caller, endpoint: string): void {
    const { calls } = this.#parts;
    const found = calls.describe(endpoint);
    if (!found) {
      const known = BATCH_ENDPOINTS.filter((one) => calls.describe(one)).join(', ');
      throw new ServiceError('invalid_parameter', `Batches of ${endpoint} do not exist here. Choose one of ${known}.`, {
        param: 'endpoint',
      });
    }
    if (!allows(caller.scopes, found.scope))
      throw new ServiceError(
        'scope_missing',
        `This API key lacks the scope "${found.scope}", which the lines of the batch need. Add it in the dashboard under API keys.`,
      );
  }
}

const WORDS: Partial<Record<BatchRow['status'], string>> = {
  finalizing: 'writing its files',
  completed: 'completed',
  failed: 'failed',
  expired: 'expired',
};
