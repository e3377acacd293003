// Videos for customers: orders become jobs, and finished jobs form a list of videos.

import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { pageBody } from '../../core/page.ts';
import type { Voice } from '../../engines/speech/port.ts';
import { frameSize, type VideoEngine, type VideoOrder, type VideoRoutes } from '../../engines/video/port.ts';
import { JOB_KINDS } from '../../jobs/kinds.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { JobView } from '../../jobs/view.ts';
import type { Prices } from '../../money/prices.ts';
import type { VideoDetails } from './finished-video.ts';
import { bad, checkFields, readOrder, typeOf, type VideoPayload, type VideoRequest } from './order.ts';
import type { VideoQuery } from './schema.ts';

export interface SentFile {
  field: string;
  bytes: Uint8Array;
}

export interface Asking {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  uploads: readonly SentFile[];
  /** The field of the request that holds the image. */
  imageField: 'image' | 'input_reference';
}

/** Reads the image that a request names and re-encodes it as a plain PNG; undefined if none is named. */
export type TakePicture = (asking: Asking, image: string | undefined) => Promise<Uint8Array | undefined>;

export interface VideoParts {
  routes: VideoRoutes;
  voices: () => readonly Voice[];
  takePicture: TakePicture;
  artifacts: ArtifactStore;
  queue: JobQueue;
  prices: Prices;
}

const KINDS = ['video'] as const;
const DEFAULT_LIMIT = 20;

export class VideoService {
  readonly #parts: VideoParts;

  constructor(parts: VideoParts) {
    this.#parts = parts;
  }

  async generate(asking: Asking, body: VideoRequest): Promise<JobView> {
    const { routes, voices, takePicture } = this.#parts;
    const hasImage = body.image !== undefined || asking.uploads.some(({ field }) => field === asking.imageField);
    const type = typeOf(body, hasImage);
    checkFields(body, type, hasImage);
    const engine = routes.choose(body.model, type);
    if (body.negative_prompt && !engine.readsNegativePrompts)
      throw bad('negative_prompt', `"${engine.name}" reads no negative prompts. Leave "negative_prompt" out.`);
    const secondsToSay = engine.secondsToSay?.bind(engine);
    const order = readOrder(body, type, { voices: voices(), secondsToSay });
    engine.check?.(order);
    requireReady(engine);
    const picture = await takePicture(asking, body.image);
    return this.#order(asking, order, engine, picture);
  }

  /** 404 both for a missing video and for another account's. */
  find(caller: Caller, id: string): Promise<JobView> {
    return this.#parts.queue.find(caller, id, KINDS);
  }

  async list(caller: Caller, query: VideoQuery): Promise<object> {
    const { data, nextSeq } = await this.#parts.queue.list({
      accountId: caller.accountId,
      environment: caller.environment,
      limit: query.limit ?? DEFAULT_LIMIT,
      kinds: KINDS,
      ...(query.cursor ? { beforeSeq: Number(query.cursor) } : {}),
      ...(query.status ? { states: query.status === 'processing' ? ['waiting', 'running'] : [query.status] } : {}),
    });
    return pageBody(data, nextSeq === null ? null : String(nextSeq));
  }

  /** Deletes the video's files and its job. */
  async remove(caller: Caller, id: string): Promise<object> {
    const { queue, artifacts } = this.#parts;
    const job = await queue.row(caller, id, KINDS);
    if (job.state === 'waiting' || job.state === 'running')
      throw bad('id', 'This video is still being made. Cancel it first with POST /jobs/{id}/cancel.');
    const files = (job.result as VideoDetails | null)?.artifactIds ?? [];
    await Promise.allSettled(files.map((file) => artifacts.remove(file)));
    await queue.remove(caller, id);
    return { id, object: 'video.job', deleted: true };
  }

  async #order(
    { caller, requestId }: Asking,
    order: VideoOrder,
    engine: VideoEngine,
    picture: Uint8Array | undefined,
  ): Promise<JobView> {
    const { artifacts, prices, queue } = this.#parts;
    const model = engine.name;
    const seconds = order.durationSeconds;
    const quote = prices.quote(
      caller,
      { module: 'video', model, description: `a video of ${seconds} s, ${nameOfSize(order)} (${order.type})` },
      { requests: 1, milliseconds: seconds * 1000 },
    );
    const imageFile = picture && (await keepPicture(artifacts, caller, picture));
    const payload: VideoPayload = { order, model, quotedMicro: quote.amount, ...(imageFile ? { imageFile } : {}) };
    return queue
      .create({ caller, requestId, kind: 'video', payload, quote, size: sizeOf(order, engine) })
      .catch(async (error: unknown) => {
        if (imageFile) await artifacts.remove(imageFile);
        throw error;
      });
  }
}

/** The work of a job is measured in seconds of 720p. */
const PIXELS_OF_720P = 1280 * 720;

/** An engine with a known speed is measured by it, so that `estimated_time` is right from the first video on. */
function sizeOf(order: VideoOrder, engine: VideoEngine): number {
  const expectedMs = engine.expectedMs?.(order);
  if (expectedMs !== undefined) return expectedMs / JOB_KINDS.video.firstGuessMsPerUnit;
  const { width, height } = frameSize(order);
  return order.durationSeconds * ((width * height) / PIXELS_OF_720P);
}

function nameOfSize({ frame, resolution }: VideoOrder): string {
  return frame ? `${frame.width}x${frame.height}` : resolution;
}

async function keepPicture(artifacts: ArtifactStore, owner: Caller, source: Uint8Array): Promise<string> {
  const { accountId, environment } = owner;
  const file = { extension: 'png', contentType: 'image/png', name: 'picture.png', purpose: 'input' } as const;
  return (await artifacts.put({ accountId, environment, ...file, source })).id;
}

function requireReady(engine: VideoEngine): void {
  if (engine.isReady()) return;
  throw new ServiceError(
    'engine_unavailable',
    `${engine.name} is still downloading its models. Try again in a few minutes.`,
    {
      retryAfterSeconds: 60,
    },
  );
}
