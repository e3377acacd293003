// Share links of the library: an unguessable URL that shows one item until it expires, is revoked, or the item is deleted.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId, randomToken } from '../../core/ids.ts';
import { pageBody } from '../../core/page.ts';
import type { Database } from '../../store/database.ts';
import type { LibraryRow } from '../../store/library.ts';
import { addItemShare, listItemShares, removeItemShare } from '../../store/library-shares.ts';
import { addShare, listShares, removeShare, type ShareRow } from '../../store/project-links.ts';
import type { ShareBody } from './schema.ts';

export interface ShareParts {
  database: Database;
  publicUrl: string;
  previewOrigin: string | null;
  findItem(caller: Caller, id: string): Promise<LibraryRow>;
}

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 7 * 24;
const MAX_SHARES = 20;

export class LibraryShares {
  readonly #parts: ShareParts;

  constructor(parts: ShareParts) {
    this.#parts = parts;
  }

  async add(caller: Caller, id: string, { expires_in_hours: hours }: ShareBody): Promise<object> {
    const item = await this.#parts.findItem(caller, id);
    const { database } = this.#parts;
    const expiresAt = new Date(Date.now() + (hours ?? DEFAULT_HOURS) * HOUR_MS);
    const share = { id: newId('share'), token: randomToken(), expiresAt, most: MAX_SHARES };
    const { projectId } = item;
    const made = await database.transaction(async (trx) =>
      projectId === null ? addItemShare(trx, item.id, share) : ((await addShare(trx, projectId, share)) ?? 'full'),
    );
    if (made === 'gone')
      throw new ServiceError('not_found', `The library has no item "${id}". GET /library lists yours.`);
    if (made === 'full')
      throw new ServiceError('invalid_parameter', `An item has at most ${MAX_SHARES} share links. Revoke one first.`);
    return this.#show(made, item);
  }

  async list(caller: Caller, id: string): Promise<object> {
    const item = await this.#parts.findItem(caller, id);
    const { queries } = this.#parts.database;
    const rows = await (item.projectId === null
      ? listItemShares(queries, item.id)
      : listShares(queries, item.projectId));
    return pageBody(rows.map((row) => this.#show(row, item)));
  }

  async revoke(caller: Caller, id: string, shareId: string): Promise<object> {
    const item = await this.#parts.findItem(caller, id);
    const { queries } = this.#parts.database;
    const isGone = await (item.projectId === null
      ? removeItemShare(queries, item.id, shareId)
      : removeShare(queries, item.projectId, shareId));
    if (!isGone) throw new ServiceError('not_found', `There is no share link "${shareId}".`);
    return { id: shareId, object: 'library.share', deleted: true };
  }

  /** Projects open on the origin of previews, where their code reaches nothing of the service. */
  #show({ id, token, expiresAt, createdAt }: ShareRow, { projectId }: LibraryRow): object {
    const { publicUrl, previewOrigin } = this.#parts;
    return {
      id,
      object: 'library.share',
      url: projectId === null ? `${publicUrl}/s/${token}` : `${previewOrigin ?? publicUrl}/share/${token}/`,
      expires_at: expiresAt.toISOString(),
      created_at: createdAt.toISOString(),
    };
  }
}
