// Made files in a bucket of any S3-compatible server: seen by every node, streamed through us so that ids stay the only way in.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { randomToken } from '../core/ids.ts';
import type { Queries } from '../store/database.ts';
import { deleteArtifact, findArtifact, insertArtifact, listKnownArtifacts } from './catalogue.ts';
import type { Artifact, ArtifactStore, NewArtifact } from './port.ts';
import { S3Bucket } from './s3-bucket.ts';
import type { S3Place } from './s3-place.ts';

/** What an upload may hold in memory; also the size of a part, of which a server must take at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;
/** Younger objects may be of a call that has yet to write its row. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;
/** Crashes leave a few; a wrong DATABASE_URL would make orphans of all. */
const MAX_ORPHAN_SHARE = 0.1;

export class S3Artifacts implements ArtifactStore {
  readonly #bucket: S3Bucket;
  readonly #queries: Queries;

  constructor(place: S3Place, queries: Queries) {
    this.#bucket = new S3Bucket(place);
    this.#queries = queries;
  }

  /** The object first, then its row: a crash between them leaves an object that nobody can reach, for the sweep. */
  async put(artifact: NewArtifact, signal?: AbortSignal): Promise<Artifact> {
    const id = randomToken();
    const bytes = await this.#upload(id, artifact, signal);
    try {
      return await insertArtifact(this.#queries, id, artifact, bytes);
    } catch (error) {
      await this.#bucket.delete(id).catch(() => undefined);
      throw error;
    }
  }

  find(id: string): Promise<Artifact | undefined> {
    return findArtifact(this.#queries, id);
  }

  read(artifact: Artifact, range?: { start: number; end: number }): Promise<Readable> {
    return this.#bucket.get(artifact.id, range);
  }

  async remove(id: string): Promise<void> {
    const artifact = await deleteArtifact(this.#queries, id);
    if (artifact) await this.#bucket.delete(id);
  }

  /** Deletes objects that have no row; answers how many. Throws when there are so many that the bucket must be another's. */
  async sweepOrphans(nowMs: number = Date.now(), signal?: AbortSignal): Promise<number> {
    let swept = 0;
    for await (const page of this.#bucket.list(signal)) {
      const old = page.filter(({ modifiedAt }) => modifiedAt.getTime() < nowMs - ORPHAN_AGE_MS).map(({ key }) => key);
      const known = await listKnownArtifacts(this.#queries, old);
      const orphans = old.filter((key) => !known.has(key));
      if (orphans.length > known.size * MAX_ORPHAN_SHARE)
        throw new Error(
          `${orphans.length} of ${old.length} files are unknown here: does the bucket belong to another database?`,
        );
      for (const key of orphans) await this.#bucket.delete(key);
      swept += orphans.length;
    }
    return swept;
  }

  createBucketIfMissing(): Promise<void> {
    return this.#bucket.createIfMissing();
  }

  isReady(): Promise<boolean> {
    return this.#bucket.isReady();
  }

  close(): Promise<void> {
    return this.#bucket.close();
  }

  async #upload(id: string, { source, contentType }: NewArtifact, signal?: AbortSignal): Promise<number> {
    const parts = partsOf(source);
    const first = (await parts.next()).value ?? new Uint8Array();
    let next = await parts.next();
    if (next.done) {
      await this.#bucket.put(id, first, contentType, signal);
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
      await this.#bucket.endParts(id, uploadId, etags, signal);
      return bytes;
    } catch (error) {
      await this.#bucket.abandonParts(id, uploadId).catch(() => undefined);
      throw error;
    }
  }
}

/** The source in pieces of one part's size; the last may be smaller. */
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
