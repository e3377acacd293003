// Stores the files of one track as artifacts, and removes all of them if the track fails.
import { join } from 'node:path';
import type { ArtifactStore, Origin } from '../../artifacts/port.ts';
import type { Owner } from '../../store/owner.ts';

const CONTENT_TYPES: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mid: 'audio/midi',
  zip: 'application/zip',
  png: 'image/png',
};

export class TrackFiles {
  readonly #artifacts: ArtifactStore;
  readonly #owner: Owner;
  readonly #origin: Origin;
  readonly #signal: AbortSignal;
  readonly ids: string[] = [];

  constructor(
    { artifacts, owner, origin }: { artifacts: ArtifactStore; owner: Owner; origin: Origin },
    signal: AbortSignal,
  ) {
    this.#artifacts = artifacts;
    this.#owner = { accountId: owner.accountId, environment: owner.environment };
    this.#origin = origin;
    this.#signal = signal;
  }

  /** Returns the path below the origin. `name` is the download's file name without its extension. */
  async putFile(folder: string, file: string, name: string): Promise<string> {
    const extension = file.slice(file.lastIndexOf('.') + 1);
    return this.#put({ filePath: join(folder, file) }, { extension, name, origin: this.#origin });
  }

  async putCover({ bytes, model }: { bytes: Uint8Array; model: string }, name: string): Promise<string> {
    const { call } = this.#origin;
    return this.#put(bytes, { extension: 'png', name, origin: { source: 'algorithmicMedia', model, call } });
  }

  async #put(
    source: Uint8Array | { filePath: string },
    { extension, name, origin }: { extension: string; name: string; origin: Origin },
  ): Promise<string> {
    this.#signal.throwIfAborted();
    const contentType = CONTENT_TYPES[extension] ?? 'application/octet-stream';
    const artifact = await this.#artifacts.put(
      { ...this.#owner, extension, contentType, name: `${plainName(name)}.${extension}`, source, origin },
      this.#signal,
    );
    this.ids.push(artifact.id);
    return artifact.path;
  }

  async clear(): Promise<void> {
    await Promise.allSettled(this.ids.map((id) => this.#artifacts.remove(id)));
  }
}

function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N} _()-]+/gu, '').trim() || 'track';
}
