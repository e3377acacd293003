// Small pictures of stored pictures, made when they are first asked for and kept in memory within a bound.
import type { Artifact, ArtifactStore, ThumbnailStore, ThumbnailWidth } from './port.ts';

const RESIZABLE = ['image/png', 'image/jpeg', 'image/webp'];
const MAX_SOURCE_BYTES = 32 * 1024 * 1024;
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** Each holds a picture of up to `MAX_SOURCE_BYTES`. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 64;

/** Decodes and writes pictures outside of this process: they come from customers and upstreams. */
export type Shrink = (picture: Uint8Array, side: number) => Promise<Uint8Array>;

export class Thumbnails implements ThumbnailStore {
  readonly #artifacts: ArtifactStore;
  readonly #shrink: Shrink;
  /** Oldest use first. */
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;
  readonly #making = new Map<string, Promise<Buffer | undefined>>();
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(artifacts: ArtifactStore, shrink: Shrink) {
    this.#artifacts = artifacts;
    this.#shrink = shrink;
  }

  async find(artifact: Artifact, width: ThumbnailWidth): Promise<Buffer | undefined> {
    if (!RESIZABLE.includes(artifact.contentType) || artifact.bytes > MAX_SOURCE_BYTES) return undefined;
    const name = `${artifact.id} ${width}`;
    const kept = this.#kept.get(name);
    if (kept) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      return kept;
    }
    // Many who ask for the same picture wait for one.
    const making = this.#making.get(name) ?? this.#make(artifact, width, name);
    this.#making.set(name, making);
    return making;
  }

  async #make(artifact: Artifact, width: ThumbnailWidth, name: string): Promise<Buffer | undefined> {
    try {
      if (!(await this.#takeTurn())) return undefined;
      try {
        const made = Buffer.from(await this.#shrink(await this.#read(artifact), width));
        this.#keep(name, made);
        return made;
      } finally {
        this.#endTurn();
      }
    } catch {
      return undefined;
    } finally {
      this.#making.delete(name);
    }
  }

  async #read(artifact: Artifact): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of await this.#artifacts.read(artifact)) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }

  #keep(name: string, made: Buffer): void {
    this.#kept.set(name, made);
    this.#keptBytes += made.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= MAX_KEPT_BYTES) return;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
  }

  async #takeTurn(): Promise<boolean> {
    if (this.#running < MAX_AT_ONCE) {
      this.#running += 1;
      return true;
    }
    if (this.#waiting.length >= MAX_WAITING) return false;
    await new Promise<void>((go) => this.#waiting.push(go));
    return true;
  }

  /** The turn goes to whoever waits longest. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
