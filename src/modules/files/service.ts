// Stores uploaded files as artifacts of their account, typed by their content and not by their name; lists and deletes them.
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Queries } from '../../store/database.ts';
import { findUpload, listUploads, type UploadRow } from '../../store/uploads.ts';
import type { FileListQuery } from './schema.ts';

export interface SentFile {
  fileName: string;
  bytes: Uint8Array;
}

export interface FileParts {
  artifacts: ArtifactStore;
  queries: Queries;
  /** 0: uploads are kept forever. */
  keepDays: number;
}

const DAY_SECONDS = 24 * 60 * 60;
const DEFAULT_LIMIT = 20;

export class FileService {
  readonly #parts: FileParts;

  constructor(parts: FileParts) {
    this.#parts = parts;
  }

  async keep(caller: Caller, upload: SentFile, origin: string, signal: AbortSignal) {
    const kind = kindOf(upload.bytes);
    if (!kind)
      throw new ServiceError(
        'unsupported_media_type',
        'This file type is not supported. Upload PNG, JPEG, WebP, GIF, WAV, MP3, FLAC, Ogg or MP4.',
        { param: 'file' },
      );
    const name = upload.fileName.replace(/[^\w. -]/g, '_').slice(-100) || `file.${kind.extension}`;
    const { accountId, environment } = caller;
    const file = { accountId, environment, ...kind, name, purpose: 'upload', source: upload.bytes } as const;
    return this.#show(await this.#parts.artifacts.put(file, signal), origin);
  }

  async list(caller: Caller, { limit = DEFAULT_LIMIT, cursor }: FileListQuery, origin: string) {
    const rows = await listUploads(this.#parts.queries, caller, { limit, after: cursor });
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return {
      object: 'list',
      data: page.map((row) => this.#show(row, origin)),
      has_more: hasMore,
      next_cursor: hasMore ? (page.at(-1)?.id ?? null) : null,
    };
  }

  async find(caller: Caller, id: string, origin: string) {
    return this.#show(await this.#row(caller, id), origin);
  }

  async read(caller: Caller, id: string) {
    const { contentType, bytes } = await this.#row(caller, id);
    const artifact = await this.#parts.artifacts.find(id);
    if (!artifact) throw notFound(id);
    return { content: await this.#parts.artifacts.read(artifact), contentType, length: bytes };
  }

  async remove(caller: Caller, id: string) {
    await this.#row(caller, id);
    await this.#parts.artifacts.remove(id);
    return { id, object: 'file', deleted: true };
  }

  async #row(caller: Caller, id: string): Promise<UploadRow> {
    const row = await findUpload(this.#parts.queries, caller, id);
    if (!row) throw notFound(id);
    return row;
  }

  #show(row: UploadRow, origin: string) {
    const createdAt = Math.floor(row.createdAt.getTime() / 1000);
    const { keepDays } = this.#parts;
    return {
      id: row.id,
      object: 'file',
      purpose: 'user_data',
      bytes: row.bytes,
      content_type: row.contentType,
      filename: row.name,
      url: `${origin}/files/${row.id}.${row.extension}`,
      created_at: createdAt,
      expires_at: keepDays === 0 ? null : createdAt + keepDays * DAY_SECONDS,
    };
  }
}

function notFound(id: string): ServiceError {
  return new ServiceError('not_found', `There is no upload "${id}".`);
}

/** Detects the type by the content, not by what the client declares: a served file must match its content type. */
function kindOf(bytes: Uint8Array): { extension: string; contentType: string } | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = SIGNATURES.find(([sign]) => sign.test(head));
  return found && { extension: found[1], contentType: found[2] };
}

const SIGNATURES: readonly (readonly [RegExp, string, string])[] = [
  [/^\x89PNG\r\n/, 'png', 'image/png'],
  [/^\xff\xd8\xff/, 'jpg', 'image/jpeg'],
  [/^RIFF[\s\S]{4}WEBP/, 'webp', 'image/webp'],
  [/^GIF8[79]a/, 'gif', 'image/gif'],
  [/^RIFF[\s\S]{4}WAVE/, 'wav', 'audio/wav'],
  [/^(ID3|\xff[\xfb\xf3\xf2])/, 'mp3', 'audio/mpeg'],
  [/^fLaC/, 'flac', 'audio/flac'],
  [/^OggS/, 'ogg', 'audio/ogg'],
  [/^[\s\S]{4}ftyp/, 'mp4', 'video/mp4'],
];
