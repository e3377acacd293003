// An account's files: stores uploads as artifacts; lists, reads and deletes them together with the results of batches.

import { type ArtifactStore, PDF_TYPE, TEXT_TYPE } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { pageById } from '../../core/page.ts';
import type { Queries } from '../../store/database.ts';
import { type FileRow, findFile, listFiles } from '../../store/uploads.ts';
import { kindOf } from './file-kind.ts';
import type { FileBody, FileListQuery } from './schema.ts';

export interface SentFile {
  fileName: string;
  bytes: Uint8Array;
}

export interface FileParts {
  artifacts: ArtifactStore;
  queries: Queries;
  /** How long the uploads of a plan are kept; 0: forever. */
  keepDays(plan: string): number;
  publicUrl: string;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const DEFAULT_LIMIT = 20;

export class FileService {
  readonly #parts: FileParts;

  constructor(parts: FileParts) {
    this.#parts = parts;
  }

  async keep(caller: Caller, upload: SentFile, terms: FileBody, signal: AbortSignal) {
    const filePurpose = terms.purpose ?? 'user_data';
    const kind = kindOf(upload.bytes, filePurpose);
    const name = storedName(upload.fileName) || `file.${kind.extension}`;
    const life = terms.expires_after && { expiresAt: new Date(Date.now() + terms.expires_after.seconds * 1_000) };
    const { accountId, environment } = caller;
    const file = { accountId, environment, ...kind, name, purpose: 'upload', filePurpose, ...life } as const;
    const { id } = await this.#parts.artifacts.put({ ...file, source: upload.bytes }, signal);
    return this.find(caller, id);
  }

  async list(caller: Caller, query: FileListQuery) {
    const { limit = DEFAULT_LIMIT, cursor, after = cursor, order = 'desc', purpose } = query;
    const rows = await listFiles(this.#parts.queries, caller, { limit, after, order, purpose });
    return pageById(rows, limit, (row) => this.#show(row, caller));
  }

  async find(caller: Caller, id: string) {
    return this.#show(await this.#row(caller, id), caller);
  }

  async read(caller: Caller, id: string) {
    const { contentType, bytes, name } = await this.#row(caller, id);
    const artifact = await this.#parts.artifacts.find(id);
    if (!artifact) throw notFound(id);
    return { content: await this.#parts.artifacts.read(artifact), contentType, length: bytes, name };
  }

  async remove(caller: Caller, id: string) {
    await this.#row(caller, id);
    await this.#parts.artifacts.remove(id);
    return { id, object: 'file', deleted: true };
  }

  async #row(caller: Caller, id: string): Promise<FileRow> {
    const row = await findFile(this.#parts.queries, caller, id);
    if (!row) throw notFound(id);
    return row;
  }

  #show(row: FileRow, { environment, plan }: Caller) {
    const { publicUrl } = this.#parts;
    const isPrivate =
      row.purpose === 'batch' || row.purpose === 'batch_output' || (row.isUpload && isDocument(row.contentType));
    const base = environment === 'test' ? '/sandbox/v1' : '/v1';
    return {
      id: row.id,
      object: 'file',
      purpose: row.purpose,
      status: 'processed',
      bytes: row.bytes,
      content_type: row.contentType,
      filename: row.name,
      url: `${publicUrl}${isPrivate ? `${base}/files/${row.id}/content` : `/files/${row.id}.${row.extension}`}`,
      created_at: toSeconds(row.createdAt.getTime()),
      expires_at: this.#endOf(row, this.#parts.keepDays(plan)),
    };
  }

  #endOf({ createdAt, expiresAt, isUpload }: FileRow, keepDays: number): number | null {
    const retentionMs = isUpload && keepDays > 0 ? createdAt.getTime() + keepDays * DAY_MS : Number.POSITIVE_INFINITY;
    const endMs = Math.min(retentionMs, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(endMs) ? toSeconds(endMs) : null;
  }
}

function isDocument(contentType: string): boolean {
  return contentType === TEXT_TYPE || contentType === PDF_TYPE;
}

export function storedName(fileName: string): string {
  return fileName.replace(/[^\w. -]/g, '_').slice(-100);
}

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000);
}

function notFound(id: string): ServiceError {
  return new ServiceError('not_found', `There is no file "${id}". GET /files lists yours.`);
}
