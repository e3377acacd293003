// Artifacts in a folder: each file is written under a temporary name and renamed, so that a crash leaves no incomplete file.
import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { randomToken } from '../core/ids.ts';
import type { Queries } from '../store/database.ts';
import { deleteArtifact, findArtifact, insertArtifact } from './catalogue.ts';
import { contentIsGone } from './missing-content.ts';
import type { Artifact, ArtifactStore, NewArtifact } from './port.ts';

export class DiskArtifacts implements ArtifactStore {
  readonly #folder: string;
  readonly #queries: Queries;
  #secured: Promise<void> | undefined;

  constructor(folder: string, queries: Queries) {
    this.#folder = folder;
    this.#queries = queries;
  }

  async put(artifact: NewArtifact, signal?: AbortSignal): Promise<Artifact> {
    const id = randomToken();
    const path = await this.#pathFor(id);
    const draft = `${path}.part`;
    try {
      await write(draft, artifact.source, signal);
      const { size } = await stat(draft);
      await rename(draft, path);
      return await insertArtifact(this.#queries, artifact, { id, bytes: size });
    } catch (error) {
      await rm(draft, { force: true });
      await rm(path, { force: true });
      throw error;
    }
  }

  find(id: string): Promise<Artifact | undefined> {
    return findArtifact(this.#queries, id);
  }

  async read(artifact: Artifact, range?: { start: number; end: number }): Promise<Readable> {
    // Opened first: a missing file is told before the response begins.
    const file = await open(join(this.#folder, artifact.id.slice(0, 2), artifact.id)).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? contentIsGone() : error;
    });
    return file.createReadStream(range);
  }

  async remove(id: string): Promise<void> {
    const artifact = await deleteArtifact(this.#queries, id);
    if (artifact) await rm(join(this.#folder, id.slice(0, 2), id), { force: true });
  }

  async discard(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(join(this.#folder, id.slice(0, 2), id), { force: true });
  }

  /** Subfolders limit the number of files per folder, which keeps every file system fast. */
  async #pathFor(id: string): Promise<string> {
    this.#secured ??= secureFolder(this.#folder);
    await this.#secured;
    const folder = join(this.#folder, id.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, id);
  }
}

/** Only the service's own user may read customers' files; earlier versions created folders that every user could read. */
async function secureFolder(folder: string): Promise<void> {
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
    await file.writeFile(source as Uint8Array | Readable, signal ? { signal } : {});
    await file.sync();
  } finally {
    await file.close();
  }
}
