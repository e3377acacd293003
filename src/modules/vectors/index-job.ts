// The job that reads the files of a vector store, one after the other: each is stored whole with its charge, or fails:
// without a charge, unless an upstream refuses a text after it has read others.
import { setTimeout as wait } from 'node:timers/promises';
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { DeferredCharge } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { guardPrompt } from '../../core/guards/current-guard.ts';
import { newId } from '../../core/ids.ts';
import type { DocumentReader, TextCutter } from '../../engines/document/port.ts';
import { otherLength } from '../../engines/embedding/port.ts';
import type { FinishedWork, JobHandler, RunningJob } from '../../jobs/kinds.ts';
import { giveUpDeferredIn, releaseLeftHoldsIn, settleDeferredIn } from '../../money/deferred.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { findJob } from '../../store/jobs.ts';
import { deleteChunks, insertChunks } from '../../store/vector-chunks.ts';
import {
  beginNextFile,
  completeFile,
  countFilesOfJob,
  failFile,
  lockFile,
  type VectorErrorCode,
  type VectorFileRow,
} from '../../store/vector-files.ts';
import { findVectorStores, type VectorStoreRow } from '../../store/vector-stores.ts';
import { type Embedder, type FindMaker, type IndexPayload, MAX_CHUNKS } from './ports.ts';
import { signsOf, toBytes } from './vector-bytes.ts';

export interface IndexParts {
  database: Database;
  artifacts: ArtifactStore;
  reader: DocumentReader;
  cutter: TextCutter;
  embedder: Embedder;
  makerOf: FindMaker;
  /** Throws if the account's plan leaves no room for so much more. */
  checkRoom(accountId: string, bytes: number): Promise<void>;
}

interface FileError {
  code: VectorErrorCode;
  message: string;
}

interface ReadFile {
  chunks: readonly string[];
  /** Of their texts and vectors. */
  usageBytes: number;
  vectors: readonly Float32Array[];
}

const MAX_TRIES = 3;
/** A model may still be pulled, and an upstream may be busy. */
const PAUSES_MS = [1_000, 5_000, 15_000, 30_000, 60_000];
const PASSING: ReadonlySet<string> = new Set(['engine_unavailable', 'engine_timeout', 'rate_limit_exceeded']);
const CHUNKS_AT_ONCE = 200;
const BYTES_PER_NUMBER = 4;
const HTML = /\.x?html?$/i;
const STARTS_AS_HTML = /^\s*(<!doctype html|<html[\s>])/i;
const HEAD_CHARACTERS = 1_000;

export class IndexJob implements JobHandler {
  readonly #parts: IndexParts;

  constructor(parts: IndexParts) {
    this.#parts = parts;
  }

  async run(job: RunningJob): Promise<FinishedWork> {
    const { queries } = this.#parts.database;
    const { storeId } = job.payload as IndexPayload;
    // What a worker reserved that died, or lost the job.
    await this.#parts.database.transaction((trx) => releaseLeftHoldsIn(trx, job));
    for (;;) {
      job.signal.throwIfAborted();
      const file = await beginNextFile(queries, job.id);
      if (!file) break;
      const { total, in_progress: left } = await countFilesOfJob(queries, job.id);
      job.report((total - left) / Math.max(1, total), `file ${total - left + 1} of ${total}`);
      if (file.tries > MAX_TRIES) await failFile(queries, file, GIVEN_UP);
      else await this.#readPatiently(job, file);
    }
    const counts = await countFilesOfJob(queries, job.id);
    return { result: { vector_store_id: storeId, file_counts: counts }, outputUrl: null, usage: {}, cost: 0 };
  }

  async #readPatiently(job: RunningJob, file: VectorFileRow): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#readOnce(job, file);
      } catch (error) {
        if (job.signal.aborted || !(error instanceof ServiceError) || error.code === 'service_unavailable') throw error;
        const pauseMs = PASSING.has(error.code) ? PAUSES_MS[tries] : undefined;
        if (pauseMs === undefined) {
          return this.#parts.database.transaction(async (trx) => {
            // No other file of the job is being read.
            await releaseLeftHoldsIn(trx, job);
            await failFile(trx, file, problemOf(error));
          });
        }
        await wait(pauseMs, undefined, { signal: job.signal });
      }
    }
  }

  async #readOnce(job: RunningJob, file: VectorFileRow): Promise<void> {
    const { database, cutter, embedder, makerOf } = this.#parts;
    const { accountId, environment, signal } = job;
    const { maker } = job.payload as IndexPayload;
    const [store] = await findVectorStores(database.queries, job, [file.storeId]);
    const source = store && (await this.#textOf(file.fileId, job));
    // Deleted meanwhile.
    if (!store || !source) return failFile(database.queries, file, GONE);
    const { chunkTokens: maxTokens, overlapTokens } = file;
    const { chunks, bytes } = await cutter.cut({ ...source, maxTokens, overlapTokens }, signal);
    if (!chunks)
      throw new FileProblem('invalid_file', 'The file has too many chunks. Split it, or choose larger chunks.');
    if (chunks.length === 0) throw new FileProblem('invalid_file', 'The file contains no text.');
    const usageBytes = bytes + chunks.length * store.dimensions * BYTES_PER_NUMBER;
    await this.#refuseExcess(job, store, { chunks: chunks.length, usageBytes });
    const charges: DeferredCharge[] = [];
    const batch = { id: job.id, priceFactor: 1, defer: (charge: DeferredCharge) => void charges.push(charge) };
    const caller = { ...(await makerOf({ ...maker, accountId, environment })), batch };
    const call = { caller, requestId: newId('req'), signal, body: undefined };
    const order = { model: store.model, texts: chunks, maxBytes: bytes };
    const vectors = await embedder.vectorsForJob(call, order).catch((error: unknown) => {
      // Charged: a text was refused after others had been read.
      if (charges.length === 0 || !(error instanceof ServiceError)) throw error;
      return problemOf(error);
    });
    if (!vectors) return this.#endAborted(job, charges);
    if ('code' in vectors) return database.transaction((trx) => endFile(trx, job, { file, charges, end: vectors }));
    if (vectors.some(({ length }) => length !== store.dimensions)) {
      await database.transaction((trx) => giveUpDeferredIn(trx, job, charges));
      throw otherLength(store.model);
    }
    await database.transaction((trx) => endFile(trx, job, { file, charges, end: { chunks, usageBytes, vectors } }));
  }

  async #textOf(fileId: string, { accountId, signal }: RunningJob) {
    const artifact = await this.#parts.artifacts.find(fileId);
    if (!artifact || artifact.accountId !== accountId) return undefined;
    const pieces: Uint8Array[] = [];
    for await (const piece of await this.#parts.artifacts.read(artifact)) pieces.push(piece as Uint8Array);
    const text = await this.#parts.reader.readText(Buffer.concat(pieces), accountId, signal).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'invalid_parameter') throw error;
      throw new FileProblem('unsupported_file', error.message);
    });
    if (text.length > MAX_CHARACTERS)
      throw new FileProblem('invalid_file', `The text is longer than ${MAX_CHARACTERS} characters. Split the file.`);
    // What is kept and searched is guarded as what goes to the model is.
    return {
      text: await guardPrompt(text),
      isHtml: HTML.test(artifact.name) || STARTS_AS_HTML.test(text.slice(0, HEAD_CHARACTERS)),
    };
  }

  async #refuseExcess(
    { accountId }: RunningJob,
    store: VectorStoreRow,
    { chunks, usageBytes }: { chunks: number; usageBytes: number },
  ): Promise<void> {
    if (store.chunks + chunks > MAX_CHUNKS)
      throw new FileProblem('invalid_file', `A vector store holds at most ${MAX_CHUNKS} chunks. Make another one.`);
    await this.#parts.checkRoom(accountId, usageBytes);
  }

  /** Whoever cancels pays for what was read; a worker that stops reads the file again. */
  async #endAborted(job: RunningJob, charges: readonly DeferredCharge[]): Promise<void> {
    await this.#parts.database.transaction(async (trx) => {
      const { state } = (await findJob(trx, job, job.id)) ?? {};
      if (state === 'cancelled') await settleDeferredIn(trx, spenderOf(job), charges);
      else await releaseLeftHoldsIn(trx, job);
    });
    job.signal.throwIfAborted();
  }
}

const MAX_CHARACTERS = 4 * 1024 * 1024;
const GIVEN_UP = {
  code: 'server_error',
  message: 'Reading this file has ended the worker several times. Nothing was charged.',
} as const;
const GONE = { code: 'invalid_file', message: 'The file is gone.' } as const;

/** What is wrong with a file, which another try does not mend. */
class FileProblem extends ServiceError {
  readonly kind: VectorErrorCode;

  constructor(kind: VectorErrorCode, message: string) {
    super('invalid_parameter', message);
    this.kind = kind;
  }
}

function problemOf(error: ServiceError): FileError {
  return { code: error instanceof FileProblem ? error.kind : 'server_error', message: error.message };
}

/** The reading is charged in the same transaction. A file that was deleted or cancelled meanwhile was read all the same. */
async function endFile(
  trx: Transaction,
  job: RunningJob,
  { file, charges, end }: { file: VectorFileRow; charges: readonly DeferredCharge[]; end: ReadFile | FileError },
): Promise<void> {
  const state = await lockFile(trx, file);
  // Another attempt of this job has ended and charged it.
  if (state?.jobId === job.id && (state.status === 'completed' || state.status === 'failed'))
    return releaseLeftHoldsIn(trx, job);
  const charged = await settleDeferredIn(trx, spenderOf(job), charges);
  if (state?.jobId !== job.id || state.status !== 'in_progress') return;
  if (charged.includes(undefined)) {
    await failFile(trx, file, {
      code: 'server_error',
      message: 'Reading the file took too long. Nothing was charged.',
    });
    return;
  }
  if ('code' in end) return failFile(trx, file, end);
  await deleteChunks(trx, file.storeId, file.fileId);
  const { chunks, vectors, usageBytes } = end;
  for (let first = 0; first < chunks.length; first += CHUNKS_AT_ONCE) {
    const some = chunks.slice(first, first + CHUNKS_AT_ONCE).map((text, index) => {
      const vector = vectors[first + index] ?? new Float32Array();
      return { text, vector: toBytes(vector), signs: signsOf(vector) };
    });
    await insertChunks(trx, { ...file, first }, some);
  }
  await completeFile(trx, file, { usageBytes, chunks: chunks.length });
}

function spenderOf({ accountId, environment }: RunningJob) {
  return { accountId, environment, requestId: null };
}
