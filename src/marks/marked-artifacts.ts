// The artifact store that every made file passes: it puts the marks into images, sound and videos before they are stored.
import { rm } from 'node:fs/promises';
import type { Artifact, ArtifactStore, MediaBytes, NewArtifact, Origin } from '../artifacts/port.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { RareWarning } from '../core/rare-warning.ts';
import { TimedThreads, TimeOver } from '../core/timed-threads.ts';
import type { MarkOrder } from './mark-file.ts';
import type { Marks } from './marks.ts';
import { type MarkedFile, sizeOf } from './media-bytes.ts';
import type { Credential } from './signing/media-keys.ts';
import { canCarryMark } from './write-mark.ts';

/** One account has one of them: a slow file of a customer leaves the other to everybody else. */
const THREADS = 2;
/** Ordinary files take a tenth of a second, and a thread a second to start. */
const MIN_LIMIT_MS = 15_000;
const LIMIT_MS_PER_MEGABYTE = 50;
const MAX_LIMIT_MS = 60_000;

interface MarkParts {
  marks: Pick<Marks, 'of' | 'credential'>;
  log: Log;
  /** For tests: the file of the thread, and its time. */
  thread?: URL;
  leastLimitMs?: number;
}

export class MarkedArtifacts implements ArtifactStore {
  readonly #store: ArtifactStore;
  readonly #parts: MarkParts;
  readonly #threads: TimedThreads<MarkOrder, MarkedFile>;
  readonly #noCredentials: RareWarning;
  readonly #noMarks: RareWarning;

  constructor(store: ArtifactStore, parts: MarkParts) {
    this.#store = store;
    this.#parts = parts;
    this.#threads = new TimedThreads(parts.thread ?? new URL('./mark-thread.ts', import.meta.url), {
      threads: THREADS,
      onDeath: () => new ServiceError('engine_failed', 'The file could not be marked.'),
    });
    this.#noCredentials = new RareWarning(
      parts.log,
      'a made file has no content credentials, or not those of its source',
    );
    this.#noMarks = new RareWarning(parts.log, 'a made file is stored without marks');
  }

  async put(artifact: NewArtifact, signal?: AbortSignal): Promise<Artifact> {
    const { origin, source, contentType, accountId } = artifact;
    if (!origin || !isMedia(source) || !canCarryMark(contentType)) return this.#store.put(artifact, signal);
    const marked = await this.#mark(source, { contentType, origin, accountId }, signal);
    try {
      return await this.#store.put({ ...artifact, source: marked }, signal);
    } finally {
      if (marked !== source && !(marked instanceof Uint8Array)) await rm(marked.filePath, { force: true });
    }
  }

  /** Work that was paid is not lost because its file, or its source, is an unusual one: it gets the marks that it can have. */
  async #mark(source: MediaBytes, { contentType, origin, accountId }: Made, signal?: AbortSignal): Promise<MediaBytes> {
    const { parent, input, model } = origin;
    const { marks } = this.#parts;
    const credential = await this.#credential();
    const order = { source, contentType, mark: marks.of(origin), credential, parent, input };
    let failure: unknown;
    for (const lessWork of credential ? [{}, { onlyNamesSource: true }, ONLY_MARKED] : [ONLY_MARKED]) {
      if (failure instanceof TimeOver && lessWork !== ONLY_MARKED) continue;
      try {
        const { media, problem } = await this.#call({ ...order, ...lessWork }, accountId, signal);
        const why = problem ?? (failure === undefined ? undefined : String(failure));
        if (why !== undefined) this.#noCredentials.warn({ problem: why, content_type: contentType, model });
        return media;
      } catch (error) {
        signal?.throwIfAborted();
        failure = error;
      }
    }
    this.#noMarks.warn({ problem: String(failure), content_type: contentType, model });
    return source;
  }

  async #call(order: Omit<MarkOrder, 'target'>, owner: string, signal: AbortSignal | undefined): Promise<MarkedFile> {
    const { source, parent, input } = order;
    // A thread that was ended may still be writing to an earlier one.
    const target = source instanceof Uint8Array ? '' : `${source.filePath}.${newId('mark')}`;
    try {
      const limitMs = await this.#limitFor([source, parent, input]);
      const made = await this.#threads.call({ load: () => ({ ...order, target }), owner, limitMs, signal });
      // A copy of the path is not the source itself.
      const isSource = !(made.media instanceof Uint8Array) && made.media.filePath !== target;
      return isSource ? { ...made, media: source } : made;
    } catch (error) {
      if (target !== '') await rm(target, { force: true });
      throw error;
    }
  }

  async #limitFor(media: readonly (MediaBytes | undefined)[]): Promise<number> {
    const sizes = await Promise.all(media.map((one) => (one ? sizeOf(one) : 0)));
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
    const { leastLimitMs = MIN_LIMIT_MS } = this.#parts;
    return Math.min(MAX_LIMIT_MS, leastLimitMs + megabytes * LIMIT_MS_PER_MEGABYTE);
  }

  /** Without a certificate that can be read, the other marks are still written. */
  async #credential(): Promise<Credential | undefined> {
    try {
      return await this.#parts.marks.credential();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'made files get no content credentials: the certificate cannot be read');
      return undefined;
    }
  }

  /** Ends what is being marked. */
  close(): Promise<void> {
    return this.#threads.close();
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

interface Made {
  contentType: string;
  origin: Origin;
  accountId: string;
}

/** What takes no library. */
const ONLY_MARKED = { credential: undefined };

function isMedia(source: NewArtifact['source']): source is MediaBytes {
  return source instanceof Uint8Array || 'filePath' in source;
}
