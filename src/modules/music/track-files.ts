// Stores the files of one track as artifacts, and removes all of them if the track fails.
import { join } from 'node:path';
import type { ArtifactStore } from '../../artifacts/port.ts';
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
  readonly #signal: AbortSignal;
  readonly ids: string[] = [];

  constructor(artifacts: ArtifactStore, owner: Owner, signal: AbortSignal) {
    this.#artifacts = artifacts;
    this.#owner = owner;
    this.#signal = signal;
  }

  /** Returns the path below the origin. `name` is the download's file name without its extension. */
  async putFile(folder: string, file: string, name: string): Promise<string> {
    const extension = file.slice(file.lastIndexOf('.') + 1);
    return this.#put({ filePath: join(folder, file) }, extension, name);
  }

  async putBytes(bytes: Uint8Array, extension: string, name: string): Promise<string> {
    return this.#put(bytes, extension, name);
  }

  async #put(source: Uint8Array | { filePath: string }, extension: string, name: string): Promise<string> {
    this.#signal.throwIfAborted();
    const contentType = CONTENT_TYPES[extension] ?? 'application/octet-stream';
    const artifact = await this.#artifacts.put(
      { ...this.#owner, extension, contentType, name: `${plainName(name)}.${extension}`, source },
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
