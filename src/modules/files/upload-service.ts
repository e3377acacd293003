// Uploads in parts: each part is a stored file that expires with its upload; completing the upload joins them into a
// file of the account.
import { createHash } from 'node:crypto';
import { type ArtifactStore, UPLOAD_PURPOSES } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Database } from '../../store/database.ts';
import {
  beginJoining,
  endJoining,
  endUpload,
  findUpload,
  insertPart,
  insertUpload,
  listParts,
  type PartRow,
  type UploadRow,
} from '../../store/upload-parts.ts';
import { maxBytesOf, tooLarge } from './file-kind.ts';
import { type FileService, storedName, toSeconds } from './service.ts';
import { type CompleteBody, MAX_PARTS, type UploadBody } from './upload-schema.ts';

export interface UploadServiceParts {
  database: Database;
  /** Stores the parts, and counts them against the quota. */
  parts: ArtifactStore;
  /** Stores the joined file, which replaces parts that are already counted. */
  joined: FileService;
}

const MAX_OPEN_UPLOADS = 100;
/** Each holds a whole file in memory. */
const MAX_JOINED_AT_ONCE = 3;
const RETRY_SECONDS = 1;

export class UploadService {
  readonly #database: Database;
  readonly #parts: ArtifactStore;
  readonly #joined: FileService;
  #joining = 0;

  constructor({ database, parts, joined }: UploadServiceParts) {
    this.#database = database;
    this.#parts = parts;
    this.#joined = joined;
  }

  async open(caller: Caller, { bytes, filename, purpose, expires_after: life }: UploadBody) {
    const most = maxBytesOf(purpose);
    if (bytes > most) throw tooLarge(most, 'bytes');
    const { accountId, environment } = caller;
    const upload = { id: newId('upload'), accountId, environment, name: storedName(filename), purpose, bytes };
    const terms = { ...upload, lifeSeconds: life?.seconds ?? null };
    const row = await insertUpload(this.#database.queries, terms, MAX_OPEN_UPLOADS);
    if (row) return show(row);
    const message = `An account may have ${MAX_OPEN_UPLOADS} open uploads. Complete or cancel some of them; all end after an hour.`;
    throw new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: 60 });
  }

  async addPart(caller: Caller, { id, bytes }: { id: string; bytes: Uint8Array }, signal: AbortSignal) {
    const upload = await this.#find(caller, id);
    if (upload.status !== 'pending') throw ended(upload);
    if (bytes.length === 0) throw wrong('data', 'The part is empty.');
    if (bytes.length > upload.bytes) throw refusedPart(upload);
    const { accountId, environment } = caller;
    const part = {
      extension: 'bin',
      contentType: 'application/octet-stream',
      name: 'part.bin',
      purpose: 'input',
    } as const;
    const kept = { accountId, environment, ...part, expiresAt: upload.expiresAt, source: bytes };
    const stored = await this.#parts.put(kept, signal);
    const row = { id: newId('part'), uploadId: id, artifactId: stored.id, bytes: bytes.length };
    const createdAt = await insertPart(this.#database, row, MAX_PARTS).catch(async (error: unknown) => {
      await this.#parts.remove(stored.id);
      throw error;
    });
    if (!createdAt) {
      await this.#parts.remove(stored.id);
      throw refusedPart(upload);
    }
    return { id: row.id, object: 'upload.part', created_at: toSeconds(createdAt.getTime()), upload_id: id };
  }

  async complete(caller: Caller, { id, ...asked }: CompleteBody & { id: string }, signal: AbortSignal) {
    const upload = await this.#find(caller, id);
    if (upload.status === 'completed' && upload.fileId)
      return show(upload, await this.#joined.find(caller, upload.fileId));
    if (upload.status !== 'pending') throw ended(upload);
    const { queries } = this.#database;
    if (this.#joining >= MAX_JOINED_AT_ONCE) throw busy('Other uploads are being completed.');
    this.#joining += 1;
    try {
      if (!(await beginJoining(queries, id))) throw busy('Another call completes this upload.');
      // Read after the claim: from here on no part is added.
      const parts = await listParts(queries, id);
      const file = await this.#join(caller, { upload, parts, asked }, signal);
      return show({ ...upload, status: 'completed' }, file);
    } finally {
      this.#joining -= 1;
      await endJoining(queries, id);
    }
  }

  async cancel(caller: Caller, id: string) {
    const upload = await this.#find(caller, id);
    if (upload.status === 'cancelled') return show(upload);
    const parts = await listParts(this.#database.queries, id);
    if (!(await endUpload(this.#database, { id, status: 'cancelled', fileId: null })))
      throw ended(await this.#find(caller, id));
    await this.#removeParts(parts);
    return show({ ...upload, status: 'cancelled' });
  }

  async #join(
    caller: Caller,
    { upload, parts, asked }: { upload: UploadRow; parts: readonly PartRow[]; asked: CompleteBody },
    signal: AbortSignal,
  ) {
    const { id, name, bytes: size, lifeSeconds } = upload;
    const bytes = await this.#read(inOrder(parts, asked.part_ids, size), { size, md5: asked.md5 }, signal);
    const purpose = UPLOAD_PURPOSES.find((one) => one === upload.purpose) ?? 'user_data';
    const life = lifeSeconds === null ? {} : { expires_after: { anchor: 'created_at' as const, seconds: lifeSeconds } };
    const file = await this.#joined.keep(caller, { fileName: name, bytes }, { purpose, ...life }, signal);
    if (!(await endUpload(this.#database, { id, status: 'completed', fileId: file.id }))) {
      await this.#joined.remove(caller, file.id);
      throw ended(await this.#find(caller, id));
    }
    await this.#removeParts(parts);
    return file;
  }

  /** Hashed piece by piece, because hashing everything at once would block the event loop. */
  async #read(
    parts: readonly PartRow[],
    { size, md5 }: { size: number; md5: string | undefined },
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(size);
    const sum = createHash('md5');
    let at = 0;
    for (const { artifactId } of parts) {
      const artifact = await this.#parts.find(artifactId);
      if (!artifact) throw wrong('part_ids', 'A part of this upload is gone. Begin a new upload.');
      for await (const piece of await this.#parts.read(artifact)) {
        signal.throwIfAborted();
        at += (piece as Buffer).copy(bytes, at);
        if (md5) sum.update(piece as Buffer);
      }
    }
    if (at !== size) throw new Error(`the parts of an upload have ${at} bytes instead of ${size}`);
    if (md5 && sum.digest('hex') !== md5.toLowerCase())
      throw wrong('md5', 'The MD5 sum of the parts in this order is another.');
    return bytes;
  }

  async #removeParts(parts: readonly PartRow[]): Promise<void> {
    for (const { artifactId } of parts) await this.#parts.remove(artifactId);
  }

  async #find(caller: Caller, id: string): Promise<UploadRow> {
    const row = await findUpload(this.#database.queries, caller, id);
    if (row) return row;
    throw new ServiceError('not_found', `There is no upload "${id}". Uploads end after an hour.`);
  }
}

function inOrder(parts: readonly PartRow[], ids: readonly string[], size: number): PartRow[] {
  const byId = new Map(parts.map((part) => [part.id, part]));
  const ordered = ids.map((id, index) => {
    const part = byId.get(id);
    // Each part once.
    byId.delete(id);
    if (part) return part;
    throw wrong(`part_ids[${index}]`, `The upload has no part "${id}", or it is named twice.`);
  });
  const sum = ordered.reduce((total, { bytes }) => total + bytes, 0);
  if (sum === size) return ordered;
  throw wrong('part_ids', `The parts have ${sum} bytes, but the upload was opened for ${size}.`);
}

function show(row: UploadRow, file: object | null = null) {
  return {
    id: row.id,
    object: 'upload',
    bytes: row.bytes,
    created_at: toSeconds(row.createdAt.getTime()),
    expires_at: toSeconds(row.expiresAt.getTime()),
    filename: row.name,
    purpose: row.purpose,
    status: row.status,
    file,
  };
}

function wrong(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}

function ended({ status }: UploadRow): ServiceError {
  const why = status === 'pending' ? 'is being completed' : `is ${status}`;
  return wrong('id', `The upload ${why}. Begin a new one with POST /uploads.`);
}

function refusedPart({ bytes }: UploadRow): ServiceError {
  const message = `The upload takes no such part: all parts together may have ${bytes} bytes, there may be ${MAX_PARTS} of them, and none may be added while it is being completed.`;
  return wrong('data', message);
}

function busy(what: string): ServiceError {
  return new ServiceError('service_unavailable', `${what} Try again in a second.`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
