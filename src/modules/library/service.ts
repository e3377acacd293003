// An account's library: all items in one list, with tags, downloads and deletion.
import type { ArtifactStore, ThumbnailWidth } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { pageBySeq } from '../../core/page.ts';
import { type ZipEntry, zipEntries } from '../../core/zip-stream.ts';
import type { Database } from '../../store/database.ts';
import {
  findLibraryItems,
  type LibraryRow,
  listLibrary,
  listTags,
  tagLibraryItems,
  updateLibraryItem,
} from '../../store/library.ts';
import { deleteLibraryItems } from '../../store/library-removal.ts';
import { type ItemBody, type LibraryQuery, MAX_TAGS, type TagBody } from './schema.ts';

export interface LibraryParts {
  database: Database;
  artifacts: ArtifactStore;
  publicUrl: string;
  previewUrl(previewId: string): string;
  /** The source of a project as a zip file. */
  archiveOf(caller: Caller, projectId: string): Promise<{ bytes: Uint8Array }>;
}

const DEFAULT_LIMIT = 24;
const THUMBNAIL_WIDTH: ThumbnailWidth = 480;
const MAX_LISTED_TAGS = 500;
const ITEMS_WITH_LISTED_TAGS = 1_000;
const GIGABYTE = 1024 ** 3;
/** Below the 4 GiB of a zip file without extensions. */
const MAX_ZIP_BYTES = 2 * GIGABYTE;

export class LibraryService {
  readonly #parts: LibraryParts;

  constructor(parts: LibraryParts) {
    this.#parts = parts;
  }

  async list(caller: Caller, query: LibraryQuery) {
    const { limit = DEFAULT_LIMIT, cursor, q, kind, tag, shared } = query;
    const rows = await listLibrary(this.#parts.database.queries, caller, {
      limit: limit + 1,
      ...(cursor === undefined ? {} : { beforeSeq: Number(cursor) }),
      ...(q === undefined ? {} : { text: q }),
      ...(kind === undefined ? {} : { kind }),
      ...(tag === undefined ? {} : { tag }),
      ...(shared ? { isShared: true } : {}),
    });
    return pageBySeq(rows, limit, (row) => this.#show(row, caller));
  }

  async find(caller: Caller, id: string) {
    return this.#show(await this.row(caller, id), caller);
  }

  async row(caller: Caller, id: string): Promise<LibraryRow> {
    const [row] = await findLibraryItems(this.#parts.database.queries, caller, [id]);
    if (!row) throw new ServiceError('not_found', `The library has no item "${id}". GET /library lists yours.`);
    return row;
  }

  async update(caller: Caller, id: string, { title, tags }: ItemBody) {
    const change = { id, title, tags: tags && [...new Set(tags)] };
    await updateLibraryItem(this.#parts.database.queries, caller, change);
    return this.find(caller, id);
  }

  async tag(caller: Caller, { ids, add = [], remove = [] }: TagBody) {
    const change = { ids, add, remove, most: MAX_TAGS };
    const changed = await tagLibraryItems(this.#parts.database.queries, caller, change);
    if (changed.length === 0 && add.length > 0) {
      const known = await findLibraryItems(this.#parts.database.queries, caller, ids);
      if (known.length > 0)
        throw new ServiceError('invalid_parameter', `An item has at most ${MAX_TAGS} tags. Remove some first.`, {
          param: 'add',
        });
    }
    return { object: 'library.change', ids: changed };
  }

  async tags(caller: Caller) {
    const counts = await listTags(this.#parts.database.queries, caller, ITEMS_WITH_LISTED_TAGS);
    const data = counts.sort((a, b) => b.items - a.items || (a.tag < b.tag ? -1 : 1)).slice(0, MAX_LISTED_TAGS);
    return { object: 'list', data };
  }

  /** Items that were already deleted, or belong to others, are not in the response. */
  async remove(caller: Caller, wanted: readonly string[]) {
    const { database, artifacts } = this.#parts;
    const { ids, fileIds } = await database.transaction((trx) => deleteLibraryItems(trx, caller, wanted));
    await artifacts.discard(fileIds);
    return { object: 'library.change', ids };
  }

  /** Checks everything before the first byte, because afterwards nothing can be refused. */
  async zip(caller: Caller, ids: readonly string[], signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const rows = await findLibraryItems(this.#parts.database.queries, caller, ids);
    const missing = ids.find((id) => !rows.some((row) => row.id === id));
    if (missing !== undefined)
      throw new ServiceError('not_found', `The library has no item "${missing}". GET /library lists yours.`);
    const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0);
    if (bytes > MAX_ZIP_BYTES)
      throw new ServiceError(
        'payload_too_large',
        `These items have ${Math.ceil(bytes / GIGABYTE)} GB. Download at most ${MAX_ZIP_BYTES / GIGABYTE} GB at once.`,
        { param: 'ids' },
      );
    return zipEntries(
      rows.map((row, at) => this.#entryOf(caller, row, at)),
      signal,
    );
  }

  #entryOf(caller: Caller, row: LibraryRow, at: number): ZipEntry {
    const { artifactId, projectId } = row;
    const extension = projectId === null ? (row.extension ?? 'bin') : 'zip';
    const number = String(at + 1).padStart(2, '0');
    return {
      name: `${number} ${plainName(row.title ?? row.prompt) || row.kind}.${extension}`,
      open: async () => {
        if (projectId !== null) return [(await this.#parts.archiveOf(caller, projectId)).bytes];
        const artifact = artifactId === null ? undefined : await this.#parts.artifacts.find(artifactId);
        return artifact ? this.#parts.artifacts.read(artifact) : [];
      },
    };
  }

  #show(row: LibraryRow, { environment }: Caller) {
    const { publicUrl, previewUrl } = this.#parts;
    const base = environment === 'test' ? '/sandbox/v1' : '/v1';
    const fileUrl = `${publicUrl}/files/${row.artifactId}.${row.extension}`;
    const isBuild = row.projectId !== null;
    const picture = row.thumbnailId
      ? `${publicUrl}/files/${row.thumbnailId}.${row.thumbnailExtension}`
      : row.kind === 'image'
        ? fileUrl
        : null;
    return {
      id: row.id,
      object: 'library.item',
      kind: row.kind,
      title: row.title,
      prompt: row.prompt,
      tags: row.tags,
      url: isBuild ? previewUrl(row.previewId ?? '') : fileUrl,
      download_url: isBuild ? `${publicUrl}${base}/builder/projects/${row.projectId}/download` : `${fileUrl}?download`,
      thumbnail_url: picture && `${picture}?width=${THUMBNAIL_WIDTH}`,
      content_type: row.contentType,
      bytes: row.bytes,
      shares: row.shares,
      created_at: row.createdAt.toISOString(),
    };
  }
}

function plainName(text: string): string {
  return text
    .replace(/[^\p{L}\p{N} _()-]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim();
}
