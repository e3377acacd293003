// The artifact store that every made file passes: it puts the marks into images, sound and videos before they are stored.
import { rm } from 'node:fs/promises';
import type { Artifact, ArtifactStore, MediaBytes, NewArtifact, Origin } from '../artifacts/port.ts';
import { CallThread } from '../core/call-thread.ts';
import { ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { MarkedFile, MarkOrder } from './mark-file.ts';
import type { Marks } from './marks.ts';
import type { Credential } from './signing/media-keys.ts';
import { canCarryMark } from './write-mark.ts';

export class MarkedArtifacts implements ArtifactStore {
  readonly #store: ArtifactStore;
  readonly #marks: Marks;
  readonly #log: Log;
  readonly #thread = new CallThread<MarkOrder, MarkedFile>(
    new URL('./mark-file.ts', import.meta.url),
    () => new ServiceError('engine_failed', 'The file could not be marked.'),
  );

  constructor(store: ArtifactStore, { marks, log }: { marks: Marks; log: Log }) {
    this.#store = store;
    this.#marks = marks;
    this.#log = log;
  }

  async put(artifact: NewArtifact, signal?: AbortSignal): Promise<Artifact> {
    const { origin, source, contentType } = artifact;
    if (!origin || !isMedia(source) || !canCarryMark(contentType)) return this.#store.put(artifact, signal);
    const marked = await this.#mark(source, { contentType, origin }, signal);
    try {
      return await this.#store.put({ ...artifact, source: marked }, signal);
    } finally {
      if (marked !== source && !(marked instanceof Uint8Array)) await rm(marked.filePath, { force: true });
    }
  }

  /** Work that was paid is not lost because its file is an unusual one. */
  async #mark(
    source: MediaBytes,
    { contentType, origin }: { contentType: string; origin: Origin },
    signal?: AbortSignal,
  ): Promise<MediaBytes> {
    const { parent, input } = origin;
    try {
      const credential = await this.#credential();
      const order = { source, contentType, mark: this.#marks.of(origin), credential, parent, input };
      const { media, problem } = await this.#thread.call(order, [], signal);
      if (problem) this.#log.error({ problem, content_type: contentType }, 'a made file has no content credentials');
      return media;
    } catch (error) {
      signal?.throwIfAborted();
      this.#log.error(
        { err: error, content_type: contentType, model: origin.model },
        'a made file is stored without marks',
      );
      return source;
    }
  }

  /** Without a certificate that can be read, the other marks are still written. */
  async #credential(): Promise<Credential | undefined> {
    try {
      return await this.#marks.credential();
    } catch (error) {
      this.#log.error({ err: error }, 'made files get no content credentials: the certificate cannot be read');
      return undefined;
    }
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

function isMedia(source: NewArtifact['source']): source is MediaBytes {
  return source instanceof Uint8Array || 'filePath' in source;
}
