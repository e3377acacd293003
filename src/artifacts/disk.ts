// Made files in a folder: written beside their place and renamed into it, so that a crash leaves no half file.
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomToken } from '../core/ids.ts';
import type { Queries } from '../store/database.ts';
import { deleteArtifact, findArtifact, insertArtifact } from './catalogue.ts';
import type { Artifact, ArtifactStore, NewArtifact } from './port.ts';

export class DiskArtifacts implements ArtifactStore {
  readonly #folder: string;
  readonly #queries: Queries;
  #closed: Promise<void> | undefined;

  constructor(folder: string, queries: Queries) {
    this.#folder = folder;
    this.#queries = queries;
  }

  async put(artifact: NewArtifact, signal?: AbortSignal): Promise<Artifact> {
    const id = randomToken();
    const place = await this.#place(id);
    const draft = `${place}.part`;
    try {
      await write(draft, artifact.source, signal);
      const { size } = await stat(draft);
      await rename(draft, place);
      return await insertArtifact(this.#queries, id, artifact, size);
    } catch (error) {
      await rm(draft, { force: true });
      await rm(place, { force: true });
      throw error;
    }
  }

  find(id: string): Promise<Artifact | undefined> {
    return findArtifact(this.#queries, id);
  }

  async read(artifact: Artifact, range?: { start: number; end: number }): Promise<Readable> {
    return createReadStream(join(this.#folder, artifact.id.slice(0, 2), artifact.id), range);
  }

  async remove(id: string): Promise<void> {
    const artifact = await deleteArtifact(this.#queries, id);
    if (artifact) await rm(join(this.#folder, id.slice(0, 2), id), { force: true });
  }

  /** Folders of at most a few thousand files each stay fast on every file system. */
  async #place(id: string): Promise<string> {
    this.#closed ??= closeFolder(this.#folder);
    await this.#closed;
    const folder = join(this.#folder, id.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, id);
  }
}

/** Customers' files are for this service's user only; folders of earlier versions were open to all. */
async function closeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

async function write(path: string, source: NewArtifact['source'], signal: AbortSignal | undefined): Promise<void> {
  if ('filePath' in source && !(source instanceof Readable)) {
    await copyFile(source.filePath, path);
    return chmod(path, 0o600);
  }
  const file = await open(path, 'w', 0o600);
  try {
    if (source instanceof Readable) {
      await pipeline(source, file.createWriteStream({ autoClose: false }), signal ? { signal } : {});
    } else await file.writeFile(source as Uint8Array);
    await file.sync();
  } finally {
    await file.close();
  }
}
