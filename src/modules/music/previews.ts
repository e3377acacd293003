// A voice's preview: synthesised once, stored as a file, and read from there afterwards.
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../core/errors.ts';
import type { MusicEngine } from '../../engines/music/port.ts';
import type { Voice } from '../../engines/speech/port.ts';

export interface PreviewParts {
  engine: MusicEngine;
  voices: () => readonly Voice[];
  folder: string;
}

/** A time limit instead of the client's signal: other clients may be waiting for the same preview. */
const MAKING_MS = 5 * 60_000;

export class VoicePreviews {
  readonly #parts: PreviewParts;
  readonly #making = new Map<string, Promise<void>>();

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  async read(voice: string, signal: AbortSignal): Promise<Uint8Array> {
    if (!this.#parts.voices().some((one) => one.id === voice))
      throw new ServiceError('not_found', `There is no voice "${voice}".`);
    const path = join(this.#parts.folder, `${encodeURIComponent(voice)}.mp3`);
    const kept = await readFile(path).catch(() => undefined);
    if (kept) return kept;
    const making = this.#making.get(voice) ?? this.#make(voice, path);
    await making;
    signal.throwIfAborted();
    return readFile(path);
  }

  #make(voice: string, path: string): Promise<void> {
    const making = this.#sing(voice, path).finally(() => this.#making.delete(voice));
    this.#making.set(voice, making);
    return making;
  }

  async #sing(voice: string, path: string): Promise<void> {
    await mkdir(this.#parts.folder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.#parts.folder, 'making-'));
    try {
      const file = await this.#parts.engine.previewVoice(voice, folder, AbortSignal.timeout(MAKING_MS));
      await rename(join(folder, file), path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
