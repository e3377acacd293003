// Shares a project: share links that expire, and one published version at its own address.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId, randomToken } from '../../core/ids.ts';
import { pageBody } from '../../core/page.ts';
import type { Database } from '../../store/database.ts';
import {
  addShare,
  listShares,
  type PublicationRow,
  putPublication,
  readPublication,
  removeShare,
  type ShareRow,
} from '../../store/project-links.ts';
import { findVersion, type ProjectRow } from '../../store/projects.ts';
import type { PublishBody, ShareBody } from './link-schema.ts';
import type { Addresses } from './present.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 7 * 24;
const MAX_SHARES = 20;
/** Letters of the random part of a generated address. */
const RANDOM_LETTERS = 8;

export interface LinkParts {
  database: Database;
  addresses: Addresses;
  findProject(caller: Caller, id: string): Promise<ProjectRow>;
}

export class LinkService {
  readonly #parts: LinkParts;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  async share(caller: Caller, id: string, { expires_in_hours: hours }: ShareBody): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    const expiresAt = new Date(Date.now() + (hours ?? DEFAULT_HOURS) * HOUR_MS);
    const wanted = { id: newId('share'), token: randomToken(), expiresAt, most: MAX_SHARES };
    const share = await this.#parts.database.transaction((trx) => addShare(trx, project.id, wanted));
    if (share) return this.#showShare(share);
    throw new ServiceError('invalid_parameter', `A project has at most ${MAX_SHARES} share links. Revoke one first.`);
  }

  async shares(caller: Caller, id: string): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    const rows = await listShares(this.#parts.database.queries, project.id);
    return pageBody(rows.map((row) => this.#showShare(row)));
  }

  async revoke(caller: Caller, id: string, shareId: string): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    const isGone = await removeShare(this.#parts.database.queries, project.id, shareId);
    if (!isGone) throw new ServiceError('not_found', `There is no share link "${shareId}".`);
    return { id: shareId, object: 'project.share', deleted: true };
  }

  async publication(caller: Caller, id: string): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    return this.#showPublication(await readPublication(this.#parts.database.queries, project.id));
  }

  async publish(caller: Caller, id: string, body: PublishBody): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    const { queries } = this.#parts.database;
    const before = await readPublication(queries, project.id);
    const version = body.version ?? (body.enabled ? project.version : (before?.version ?? project.version));
    if (!(await findVersion(queries, project.id, version)))
      throw new ServiceError('not_found', `This project has no version ${version}.`);
    const address = body.address ?? before?.address ?? addressOf(project.name);
    const stored = await putPublication(queries, project.id, { address, version, isOn: body.enabled }).catch(
      refuseTwice,
    );
    if (stored) return this.#showPublication(stored);
    throw new ServiceError('invalid_parameter', `The address "${address}" is taken. Choose another one.`, {
      param: 'address',
    });
  }

  #showShare({ id, token, expiresAt, createdAt }: ShareRow): object {
    return {
      id,
      object: 'project.share',
      url: `${this.#origin}/share/${token}/`,
      expires_at: expiresAt.toISOString(),
      created_at: createdAt.toISOString(),
    };
  }

  #showPublication(row: PublicationRow | undefined): object {
    return {
      object: 'project.publication',
      enabled: row?.isOn ?? false,
      address: row?.address ?? null,
      url: row ? `${this.#origin}/app/${row.address}/` : null,
      version: row?.version ?? null,
      updated_at: row?.updatedAt.toISOString() ?? null,
    };
  }

  get #origin(): string {
    return this.#parts.addresses.previewOrigin ?? this.#parts.addresses.publicUrl;
  }
}

function addressOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 30);
  return `${words || 'app'}-${randomToken().slice(0, RANDOM_LETTERS)}`;
}

/** Two projects requested the same address at the same moment. */
function refuseTwice(error: unknown): undefined {
  if ((error as { code?: string }).code === '23505') return undefined;
  throw error;
}
