// An artifact store with a quota per account for uploads and job inputs, which vector stores, results of batches, edited
// projects and their data share.

import { ServiceError } from '../core/errors.ts';
import { MEGABYTE } from '../core/megabyte.ts';
import { keepsNothing } from '../core/zero-retention.ts';
import type { Queries } from '../store/database.ts';
import { sumSentBytes } from './catalogue.ts';
import type { Artifact, ArtifactStore, NewArtifact } from './port.ts';

export interface Quota {
  queries: Queries;
  megabytesOf(accountId: string): Promise<number>;
  /** When files of work that keeps nothing end. */
  endOfResults(): Date;
}

export class MeteredArtifacts implements ArtifactStore {
  readonly #store: ArtifactStore;
  readonly #quota: Quota;

  constructor(store: ArtifactStore, quota: Quota) {
    this.#store = store;
    this.#quota = quota;
  }

  async put(given: NewArtifact, signal?: AbortSignal): Promise<Artifact> {
    const artifact = keepsNothing() ? { ...given, expiresAt: this.#quota.endOfResults() } : given;
    if (artifact.purpose === undefined || artifact.purpose === 'made') return this.#store.put(artifact, signal);
    const megabytes = await this.#quota.megabytesOf(artifact.accountId);
    await this.refuseExcess(artifact.accountId, artifact.source instanceof Uint8Array ? artifact.source.byteLength : 0);
    const stored = await this.#store.put(artifact, signal);
    // Checked again after storing: concurrent uploads must not exceed the quota together.
    if ((await sumSentBytes(this.#quota.queries, artifact.accountId)) > megabytes * MEGABYTE) {
      await this.#store.remove(stored.id);
      throw quotaReached(megabytes);
    }
    return stored;
  }

  /** Throws if so many bytes more would exceed the quota. `queries`: the transaction that has stored some already. */
  async refuseExcess(accountId: string, bytes: number, queries = this.#quota.queries): Promise<void> {
    const megabytes = await this.#quota.megabytesOf(accountId);
    if ((await sumSentBytes(queries, accountId)) + bytes > megabytes * MEGABYTE) throw quotaReached(megabytes);
  }

  /** Bytes that the quota has left; below 0 if more is stored. */
  async roomOf(accountId: string): Promise<number> {
    const megabytes = await this.#quota.megabytesOf(accountId);
    return megabytes * MEGABYTE - (await sumSentBytes(this.#quota.queries, accountId));
  }

  find(id: string): Promise<Artifact | undefined> {
    return this.#store.find(id);
  }

  read(artifact: Artifact, range?: { start: number; end: number }) {
    return this.#store.read(artifact, range);
  }

  remove(id: string): Promise<void> {
    return this.#store.remove(id);
  }

  discard(ids: readonly string[]): Promise<void> {
    return this.#store.discard(ids);
  }
}

function quotaReached(megabytes: number): ServiceError {
  return new ServiceError(
    'payload_too_large',
    `Your plan stores up to ${megabytes} MB of uploads, vector stores, results of batches, edited versions and data of projects, and this would exceed that. Delete files with DELETE /files/{id}, or projects with DELETE /builder/projects/{id}.`,
    { param: 'file' },
  );
}
