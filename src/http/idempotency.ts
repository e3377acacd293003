// Idempotency: a POST with an Idempotency-Key runs once; its stored answer is replayed byte for byte.

import { createHash } from 'node:crypto';
import type { Caller } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { MEGABYTE } from '../core/megabyte.ts';
import { refundRequest } from '../money/entries.ts';
import type { Prices } from '../money/prices.ts';
import type { Database } from '../store/database.ts';
import {
  beginIdempotent,
  finishIdempotent,
  forgetIdempotent,
  type IdempotencyId,
  renewIdempotent,
  type StoredAnswer,
  sumFreeAnswers,
} from '../store/idempotency.ts';

const MAX_KEY_LENGTH = 255;
/** A node that has not renewed its lease for this long is considered dead. */
const LEASE_SECONDS = 15;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** A larger answer of a call that was paid for counts against the quota too: some cost next to nothing. */
const SMALL_ANSWER_BYTES = 64 * 1024;
/** The share of the quota that answers of paid calls may fill. */
const PAID_SHARE = 0.5;
/** Stored in place of an answer that is not kept; no call that is stored has it. */
const GONE = { status: 409, headers: {}, body: Buffer.alloc(0) } as const;
const DEFAULT_FREE_MEGABYTES = 50;
/** What a stored answer takes beside its body. */
const ROW_BYTES = 1024;
const RETRY_AFTER_SECONDS = 3600;
/** Statuses that mean the call had no effect: the same key may be used to try again. */
const FORGOTTEN = new Set([402, 409, 429, 500, 502, 503, 504]);

/** Undoes what a call that died before its end may have left behind, for example its jobs. */
export type UndoRequest = (
  owner: { accountId: string; environment: Caller['environment'] },
  requestId: string,
) => Promise<void>;

export interface IdempotentCall {
  requestId: string;
  method: string;
  path: string;
  body: Buffer | undefined;
  /**
   * The route charges for its work. A small answer of such a call in the live environment is paid for; all else counts
   * against a quota, because anybody could fill the disk with it.
   */
  isBilled: boolean;
}

export interface Recording {
  record(status: number, headers: Record<string, string>, chunk: Uint8Array): void;
  /** Stores the answer. */
  finish(): Promise<void>;
  /** Forgets the call unless its answer was stored. Every call ends with this. */
  close(): Promise<void>;
}

export type Admission = { kind: 'run'; recording: Recording } | { kind: 'replay'; answer: StoredAnswer };

export interface IdempotencyParts {
  database: Database;
  undo: UndoRequest;
  prices: Pick<Prices, 'plan'>;
  log: Log;
}

export class IdempotencyGate {
  readonly #database: Database;
  readonly #undo: UndoRequest;
  readonly #prices: Pick<Prices, 'plan'>;
  readonly #log: Log;

  constructor({ database, undo, prices, log }: IdempotencyParts) {
    this.#database = database;
    this.#undo = undo;
    this.#prices = prices;
    this.#log = log;
  }

  async admit(caller: Caller, key: string, call: IdempotentCall): Promise<Admission> {
    if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
      throw new ServiceError('invalid_parameter', `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`, {
        param: 'Idempotency-Key',
      });
    }
    const id: IdempotencyId = { accountId: caller.accountId, environment: caller.environment, key };
    const fingerprint = createHash('sha256')
      .update(`${call.method} ${caller.zeroRetention ? '' : call.path}\n`)
      // A short body could be guessed from its hash.
      .update((!caller.zeroRetention && call.body) || '')
      .digest();
    const beginning = await beginIdempotent(this.#database.queries, id, {
      fingerprint,
      requestId: call.requestId,
      leaseSeconds: LEASE_SECONDS,
    });
    const isCounted = !call.isBilled || caller.environment === 'test';
    const start = () => this.#start(caller, id, { requestId: call.requestId, isCounted });
    switch (beginning.kind) {
      case 'answered':
        if (beginning.answer.status === GONE.status) throw answerGone();
        return { kind: 'replay', answer: beginning.answer };
      case 'mismatch':
        throw new ServiceError(
          'idempotency_mismatch',
          'This Idempotency-Key was already used with different parameters. Use a new key for a new request.',
        );
      case 'running':
        throw new ServiceError(
          'idempotency_in_flight',
          'The first request with this Idempotency-Key is still running. Try again in a moment.',
          { retryAfterSeconds: 1 },
        );
      case 'taken_over':
        await this.#undoDeadCall(id, beginning.deadRequestId);
        return { kind: 'run', recording: start() };
      case 'begun':
        if (isCounted) await this.#refuseFull(caller, id, call.requestId);
        return { kind: 'run', recording: start() };
    }
  }

  /** A call whose answer could not be stored must not run: whoever sends a key relies on it. */
  async #refuseFull(caller: Caller, id: IdempotencyId, requestId: string): Promise<void> {
    const { queries } = this.#database;
    const megabytes = this.#quotaMegabytes(caller);
    if ((await sumFreeAnswers(queries, id)) < megabytes * MEGABYTE) return;
    await forgetIdempotent(queries, id, requestId);
    const message = `Your plan keeps up to ${megabytes} MB of answers of free calls for their Idempotency-Key, each for 24 hours, and they are full. Nothing was done. Send the call without the header, or later.`;
    throw new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  #quotaMegabytes({ plan }: Caller): number {
    return this.#prices.plan(plan).response_megabytes ?? DEFAULT_FREE_MEGABYTES;
  }

  /** The rest of the quota is for free calls, which are refused when it is full. */
  async #hasRoomForPaid(caller: Caller, id: IdempotencyId, bytes: number): Promise<boolean> {
    const used = await sumFreeAnswers(this.#database.queries, id);
    return used + bytes <= PAID_SHARE * this.#quotaMegabytes(caller) * MEGABYTE;
  }

  async #undoDeadCall(id: IdempotencyId, deadRequestId: string): Promise<void> {
    this.#log.warn({ deadRequestId }, 'idempotent call died before its end: undoing it and running it again');
    await this.#undo(id, deadRequestId);
    await this.#database.transaction((trx) => refundRequest(trx, id, deadRequestId));
  }

  #start(
    caller: Caller,
    id: IdempotencyId,
    { requestId, isCounted }: { requestId: string; isCounted: boolean },
  ): Recording {
    const queries = this.#database.queries;
    const chunks: Uint8Array[] = [];
    let head: { status: number; headers: Record<string, string> } | undefined;
    let size = 0;
    let isKept = false;
    const renewal = setInterval(
      () => {
        renewIdempotent(queries, id, { requestId, leaseSeconds: LEASE_SECONDS }).catch((error) =>
          this.#log.warn({ err: error }, 'idempotency lease was not renewed'),
        );
      },
      (LEASE_SECONDS * 1000) / 3,
    );
    return {
      record: (status, headers, chunk) => {
        head = { status, headers };
        size += chunk.length;
        if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
      },
      finish: async () => {
        if (!head || FORGOTTEN.has(head.status)) return;
        const bytes = size + ROW_BYTES;
        const isLargePaid = !isCounted && size > SMALL_ANSWER_BYTES;
        const isKeptWhole =
          !caller.zeroRetention &&
          size <= MAX_ANSWER_BYTES &&
          (!isLargePaid || (await this.#hasRoomForPaid(caller, id, bytes)));
        const answer = isKeptWhole ? { ...head, body: Buffer.concat(chunks) } : GONE;
        const countedBytes = isCounted || isLargePaid ? (isKeptWhole ? bytes : ROW_BYTES) : 0;
        await finishIdempotent(queries, id, { requestId, answer, countedBytes });
        isKept = true;
      },
      close: async () => {
        clearInterval(renewal);
        if (!isKept) await forgetIdempotent(queries, id, requestId);
      },
    };
  }
}

function answerGone(): ServiceError {
  return new ServiceError(
    'idempotency_answer_gone',
    'The call with this Idempotency-Key was carried out, and its answer was not kept: it was too large, or the key keeps nothing. It is not repeated. Send it with a new key to run it, and pay for it, again.',
  );
}
