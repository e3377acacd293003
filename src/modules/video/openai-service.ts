// Videos in OpenAI's shape over the service's own: the same jobs, holds, files and limits.
import type { Artifact, ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { OpenAiVideoBody, OpenAiVideoListQuery } from './openai-schema.ts';
import { filmOf, fromOpenAi, notImplemented, showOpenAiVideo } from './openai-video.ts';
import type { Asking, VideoService } from './service.ts';

export interface OpenAiVideoParts {
  videos: VideoService;
  queue: JobQueue;
  artifacts: ArtifactStore;
  /** How long the files of a finished video are kept with a plan; 0: forever. */
  keepDays(plan: string): number;
}

const KINDS = ['video'] as const;
const DEFAULT_LIMIT = 20;

export class OpenAiVideoService {
  readonly #parts: OpenAiVideoParts;

  constructor(parts: OpenAiVideoParts) {
    this.#parts = parts;
  }

  async create(asking: Asking, body: OpenAiVideoBody) {
    const { id } = await this.#parts.videos.generate(asking, fromOpenAi(body));
    return this.find(asking.caller, id);
  }

  async find(caller: Caller, id: string) {
    const job = await this.#parts.queue.row(caller, id, KINDS);
    return showOpenAiVideo(job, this.#parts.keepDays(caller.plan));
  }

  async list({ accountId, environment, plan }: Caller, { limit = DEFAULT_LIMIT, order, after }: OpenAiVideoListQuery) {
    const filter = { accountId, environment, limit, kinds: KINDS, ...(order && { order }), ...(after && { after }) };
    const { rows, hasMore } = await this.#parts.queue.rows(filter);
    const keepDays = this.#parts.keepDays(plan);
    return {
      object: 'list',
      data: rows.map((job) => showOpenAiVideo(job, keepDays)),
      first_id: rows[0]?.id ?? null,
      last_id: rows.at(-1)?.id ?? null,
      has_more: hasMore,
    };
  }

  async remove(caller: Caller, id: string) {
    await this.#parts.videos.remove(caller, id);
    return { id, object: 'video.deleted', deleted: true };
  }

  async read(caller: Caller, id: string, variant: 'video' | 'thumbnail' | 'spritesheet') {
    const job = await this.#parts.queue.row(caller, id, KINDS);
    if (variant === 'spritesheet')
      throw notImplemented('Videos have no spritesheet here. Ask for the variant "video" or "thumbnail".', 'variant');
    const film = filmOf(job);
    if (!film) throw new ServiceError('not_found', `This video has no content: GET /videos/${id} says how far it is.`);
    const artifact = await this.#find(variant === 'video' ? film.video_url : film.thumbnail_url);
    return { artifact, content: await this.#parts.artifacts.read(artifact) };
  }

  /** No engine here can change a finished video; each video is generated from its prompt. */
  async refuseRemix(caller: Caller, id: string): Promise<never> {
    await this.#parts.queue.row(caller, id, KINDS);
    throw notImplemented(
      'No video model of this service changes a finished video. Send the whole description to POST /videos instead.',
    );
  }

  async #find(path: string): Promise<Artifact> {
    const [, id = ''] = /\/files\/([0-9a-z]{26})/.exec(path) ?? [];
    const artifact = await this.#parts.artifacts.find(id);
    if (!artifact) throw new ServiceError('not_found', 'The file of this video has expired.');
    return artifact;
  }
}
