// Artifacts in a bucket of any S3-compatible server, shared by all nodes. Downloads go through the service, so that only the id gives access.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { randomToken } from '../core/ids.ts';
import type { Queries } from '../store/database.ts';
import { deleteArtifact, findArtifact, insertArtifact, listKnownArtifacts } from './catalogue.ts';
import type { Artifact, ArtifactStore, NewArtifact } from './port.ts';
import { S3Bucket } from './s3-bucket.ts';
import type { S3Place } from './s3-place.ts';

/** Memory that an upload may use, and the size of one part; S3 requires at least 5 MiB per part. */
const PART_BYTES = 8 * 1024 * 1024;
/** A younger object may belong to a call that has not written its row yet. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;
const DELETED_AT_ONCE = 16;
/** Any object with another name was not written by this service. */
const OWN_KEY = /^[0-9a-z]{26}$/;
/** Crashes leave few orphans; with a wrong DATABASE_URL all objects would look like orphans. */
const MAX_ORPHAN_SHARE = 0.1;

export class S3Artifacts implements ArtifactStore {
  readonly #bucket: S3Bucket;
  readonly #queries: Queries;

  constructor(place: S3Place, queries: Queries, onAway?: (error: Error) => void) {
    this.#bucket = new S3Bucket(place, onAway);
    this.#queries = queries;
  }

  /** Writes the object before its row: a crash in between leaves an unreachable object, which sweepOrphans deletes. */
  async put(artifact: NewArtifact, signal?: AbortSignal): Promise<Artifact> {
    const id = randomToken();
    const bytes = await this.#upload(id, artifact, signal);
    try {
      return await insertArtifact(this.#queries, artifact, { id, bytes });
    } catch (error) {
      await this.#bucket.delete(id).catch(() => undefined);
      throw error;
    }
  }

  find(id: string): Promise<Artifact | undefined> {
    return findArtifact(this.#queries, id);
  }

  read(artifact: Artifact, range?: { start: number; end: number }): Promise<Readable> {
    return this.#bucket.get(artifact.id, artifact.bytes, range);
  }

  async remove(id: string): Promise<void> {
    const artifact = await deleteArtifact(this.#queries, id);
    // Nobody can read the object without its row. If the delete fails here, sweepOrphans repeats it.
    if (artifact) await this.#bucket.delete(id).catch(() => undefined);
  }

  /** Deletes several objects at a time. sweepOrphans deletes those that a crash leaves behind. */
  async discard(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += DELETED_AT_ONCE)
      await Promise.all(ids.slice(at, at + DELETED_AT_ONCE).map((id) => this.#bucket.delete(id)));
  }

  /**
   * Deletes objects that have no row; returns their number. Throws if so many objects lack a row that the bucket must
   * belong to another database.
   */
  async sweepOrphans(nowMs: number = Date.now(), signal?: AbortSignal): Promise<number> {
    let swept = 0;
    for await (const page of this.#bucket.list(signal)) {
      const old = page
        .filter(({ key, modifiedAt }) => OWN_KEY.test(key) && modifiedAt.getTime() < nowMs - ORPHAN_AGE_MS)
        .map(({ key }) => key);
      const known = await listKnownArtifacts(this.#queries, old);
      const orphans = old.filter((key) => !known.has(key));
      if (orphans.length > known.size * MAX_ORPHAN_SHARE)
        throw new Error(
          `${orphans.length} of ${old.length} files in the bucket have no row in this database. Check that DATABASE_URL and S3_URL belong together.`,
        );
      for (const key of orphans) await this.#bucket.delete(key);
      swept += orphans.length;
    }
    return swept;
  }

  createBucketIfMissing(): Promise<void> {
    return this.#bucket.createIfMissing();
  }

  isReady(signal?: AbortSignal): Promise<boolean> {
    return this.#bucket.isReady(signal);
  }

  close(): Promise<void> {
    return this.#bucket.close();
  }

  async #upload(id: string, { source, contentType }: NewArtifact, signal?: AbortSignal): Promise<number> {
    const parts = partsOf(source);
    const first = (await parts.next()).value ?? new Uint8Array();
    let next = await parts.next();
    if (next.done) {
      await this.#bucket.put(id, { body: first, contentType }, signal);
      return first.byteLength;
    }
    const uploadId = await this.#bucket.beginParts(id, contentType, signal);
    try {
      const etags = [await this.#bucket.putPart(id, { uploadId, number: 1, body: first }, signal)];
      let bytes = first.byteLength;
      for (; !next.done; next = await parts.next()) {
        const part = { uploadId, number: etags.length + 1, body: next.value };
        etags.push(await this.#bucket.putPart(id, part, signal));
        bytes += next.value.byteLength;
      }
      await this.#bucket.endParts(id, { uploadId, etags }, signal);
      return bytes;
    } catch (error) {
      await this.#bucket.abandonParts(id, uploadId).catch(() => undefined);
      throw error;
    }
  }
}

/** Splits the source into parts of PART_BYTES; the last one may be smaller. */
async function* partsOf(source: NewArtifact['source']): AsyncGenerator<Uint8Array, undefined> {
  if (source instanceof Uint8Array) {
    for (let at = 0; at < source.byteLength; at += PART_BYTES) yield source.subarray(at, at + PART_BYTES);
    return;
  }
  const stream = source instanceof Readable ? source : createReadStream(source.filePath);
  let gathered: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    gathered.push(bytes);
    size += bytes.byteLength;
    while (size >= PART_BYTES) {
      const whole = Buffer.concat(gathered);
      yield whole.subarray(0, PART_BYTES);
      const rest = whole.subarray(PART_BYTES);
      gathered = rest.byteLength > 0 ? [rest] : [];
      size = rest.byteLength;
    }
  }
  if (size > 0) yield Buffer.concat(gathered);
}
