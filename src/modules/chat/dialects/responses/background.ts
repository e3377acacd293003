// Responses in the background: ordered as a job, read, streamed from any place, and cancelled.
import type { ServiceError } from '../../../../core/errors.ts';
import { WrittenFrames } from '../../../../core/written-frames.ts';
import type { JobQueue } from '../../../../jobs/queue.ts';
import {
  type BackgroundState,
  deleteBackground,
  deleteEvents,
  endBackground,
  findBackground,
  insertBackground,
  listEvents,
} from '../../../../store/background-responses.ts';
import type { Database } from '../../../../store/database.ts';
import type { Owner } from '../../../../store/owner.ts';
import type { TextCall } from '../../chat-service.ts';
import { refuse } from '../refuse.ts';
import { hasRecordings } from './heard-items.ts';
import { newResponse, type ResponseBody } from './response-body.ts';
import type { ResponsesBody } from './schema.ts';
import { sequenceOf, splitFrames } from './sequence.ts';
import { storedOf } from './stored-row.ts';

declare module '../../../../store/json-columns.ts' {
  interface JsonColumns {
    'background_responses.body': ResponsesBody;
  }
}

/** It waits in the database with everything that was sent. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const EVENTS_AT_ONCE = 50;
const STATUS = { waiting: 'queued', running: 'in_progress', failed: 'failed', cancelled: 'cancelled' } as const;

export interface BackgroundParts {
  database: Database;
  queue: Pick<JobQueue, 'create' | 'cancelAtOnce' | 'follow'>;
}

export class BackgroundResponses {
  readonly #database: Database;
  readonly #queue: BackgroundParts['queue'];

  constructor({ database, queue }: BackgroundParts) {
    this.#database = database;
    this.#queue = queue;
  }

  async order({ caller, requestId, body }: Omit<TextCall<ResponsesBody>, 'signal'>): Promise<ResponseBody> {
    if (body.store === false) refuse('background', 'A response in the background is stored. Leave "store" out.');
    if (body.conversation)
      refuse('background', 'A conversation is not continued in the background. Send its items as input.');
    if (hasRecordings(Array.isArray(body.input) ? body.input : []))
      refuse(
        'background',
        'A response in the background takes no recordings. Transcribe them with POST /audio/transcriptions, and send the text.',
      );
    if (caller.batch)
      refuse('background', 'The lines of a batch run in the background anyway. Leave "background" out.');
    if (Buffer.byteLength(JSON.stringify(body)) > MAX_BODY_BYTES)
      refuse(
        'background',
        'A response in the background may be ordered with up to 4 MB. Upload files and name their ids.',
      );
    const { accountId, environment, keyId } = caller;
    const terms = {
      accountId,
      environment,
      keyId,
      memberId: keyId === null ? (caller.member?.id ?? null) : null,
      customerId: caller.customer ?? null,
      runId: caller.run?.id ?? null,
      requestId,
      isStreamed: body.stream ?? false,
      body,
    };
    const { id } = await this.#queue.create({
      caller,
      requestId,
      kind: 'response',
      payload: {},
      // The call has a hold of its own once it runs.
      quote: { module: 'chat', model: body.model, amount: 0, minimum: 0, description: 'a response in the background' },
      alsoIn: (trx, jobId) => insertBackground(trx, { ...terms, id: jobId }),
    });
    return waitingResponse({ id, body, createdAt: new Date() }, 'queued');
  }

  /** Undefined for a response that is stored, or that nobody ordered. */
  async find(owner: Owner, id: string): Promise<ResponseBody | undefined> {
    const row = await findBackground(this.#database.queries, owner, id);
    return row && shown(row);
  }

  /** A cancelled call pays for what its stream has delivered, as one does whose client left. */
  async cancel(owner: Owner, id: string): Promise<ResponseBody | undefined> {
    const row = await findBackground(this.#database.queries, owner, id);
    if (!row) return undefined;
    if (row.jobState !== 'waiting' && row.jobState !== 'running') return shown(row);
    const response = waitingResponse(row, 'cancelled');
    await this.#queue.cancelAtOnce(owner, id, {
      alsoIn: async (trx) => void (await endBackground(trx, { id, stored: endedAs(row, response) })),
    });
    return response;
  }

  /** Only what no job works on. */
  async remove(owner: Owner, id: string): Promise<boolean> {
    const row = await findBackground(this.#database.queries, owner, id);
    if (row && (row.jobState === 'waiting' || row.jobState === 'running'))
      refuse('id', 'This response is still being answered. Cancel it first.');
    return row !== undefined && deleteBackground(this.#database.queries, owner, id);
  }

  /** What its stream has said goes with it. */
  async forget(id: string): Promise<void> {
    await deleteEvents(this.#database.queries, id);
  }

  /** Whether its events can be read. */
  async isStreamed(owner: Owner, id: string): Promise<boolean> {
    const row = await findBackground(this.#database.queries, owner, id);
    if (row) return row.isStreamed;
    return (await listEvents(this.#database.queries, { id, after: -1, limit: 1 })).length > 0;
  }

  /** The events after a sequence number, up to the end. `read`: the response as it is at last. */
  async *events(
    owner: Owner,
    { id, after }: { id: string; after: number },
    { read, signal }: { read(): Promise<ResponseBody>; signal: AbortSignal },
  ): AsyncGenerator<WrittenFrames | object> {
    let last = after;
    const place = () => ({ id, after: last, limit: EVENTS_AT_ONCE });
    let isWaiting = (await findBackground(this.#database.queries, owner, id)) !== undefined;
    const changes = this.#queue.follow(owner, id, { signal });
    let hasTold = false;
    for (;;) {
      if (isWaiting) isWaiting = !(await changes.next()).done;
      for (let found = await listEvents(this.#database.queries, place()); found.length > 0; ) {
        for (const { frames, last: end } of found) {
          const fresh = splitFrames(frames).filter((frame) => sequenceOf(frame) > last);
          last = end;
          hasTold ||= fresh.some(isEnd);
          if (fresh.length > 0) yield new WrittenFrames(fresh.join(''));
        }
        found = found.length < EVENTS_AT_ONCE ? [] : await listEvents(this.#database.queries, place());
      }
      if (!isWaiting || hasTold || signal.aborted) break;
    }
    if (hasTold || signal.aborted) return;
    const response = await read();
    // Its last event was read before, or it has none: it failed or was cancelled.
    if (response.status === 'failed' || response.status === 'cancelled')
      yield { type: 'response.failed', sequence_number: last + 1, response };
  }
}

function isEnd(frame: string): boolean {
  return /^event: response\.(completed|incomplete|failed)\n/.test(frame);
}

type Ordered = Pick<BackgroundState, 'id' | 'body' | 'createdAt'>;

function waitingResponse({ id, body, createdAt }: Ordered, status: ResponseBody['status']): ResponseBody {
  return { ...newResponse(id, body), created_at: Math.floor(createdAt.getTime() / 1_000), status };
}

export function failedResponse(row: Ordered, error: Pick<ServiceError, 'message' | 'status'>): ResponseBody {
  const code = error.status === 429 ? 'rate_limit_exceeded' : error.status < 500 ? 'invalid_prompt' : 'server_error';
  return { ...waitingResponse(row, 'failed'), error: { code, message: error.message } };
}

/** What is stored of a response that ended without an answer. */
export function endedAs(row: Owner & Ordered, response: ResponseBody) {
  const { input } = row.body;
  const items = typeof input === 'string' ? [{ type: 'message', role: 'user' as const, content: input }] : input;
  return storedOf({ caller: row, body: row.body }, items, { response, written: JSON.stringify(response) });
}

function shown(row: BackgroundState): ResponseBody {
  const { jobState, jobError } = row;
  if (jobState === 'failed') return failedResponse(row, { message: jobError?.message ?? '', status: 500 });
  // Its answer is being stored, or its job was deleted.
  if (jobState === null) return waitingResponse(row, 'cancelled');
  return waitingResponse(row, jobState === 'completed' ? 'in_progress' : STATUS[jobState]);
}
