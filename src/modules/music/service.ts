// Music for customers: orders become jobs, and finished tracks form a library.

import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { pageBySeq } from '../../core/page.ts';
import type { MusicEngine, SongModel } from '../../engines/music/port.ts';
import type { Voice } from '../../engines/speech/port.ts';
import type { JobKind } from '../../jobs/kinds.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { JobView } from '../../jobs/view.ts';
import type { Prices } from '../../money/prices.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import type { Queries } from '../../store/database.ts';
import { deleteTrack, findTrack, listTracks } from '../../store/tracks.ts';
import { bad, readGenerate, readMastering } from './order.ts';
import type { GenerateBody, LibraryQuery, MasterBody } from './schema.ts';
import { workOf } from './song-work.ts';
import { findSound, type SoundUpload } from './sound-source.ts';
import { showTrack } from './track.ts';
import { listVoices } from './voices.ts';

export interface MusicParts {
  engine: MusicEngine;
  /** The first makes a song that names no model. */
  models: () => readonly SongModel[];
  /** The speech engine's singing voices. */
  voices: () => readonly Voice[];
  queue: JobQueue;
  prices: Prices;
  artifacts: ArtifactStore;
  queries: Queries;
  fetch: GuardedFetch;
}

interface Asking {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
}

const KINDS: readonly JobKind[] = ['music', 'music_master'];
export const COMPOSER_MODEL = 'composer-1';
export const MASTER_MODEL = 'mastering-1';
const DEFAULT_LIMIT = 20;

export class MusicService {
  readonly #parts: MusicParts;

  constructor(parts: MusicParts) {
    this.#parts = parts;
  }

  async generate({ caller, requestId }: Asking, body: GenerateBody): Promise<JobView> {
    const { engine, models, queue, prices } = this.#parts;
    const model = chooseModel(models(), body.model);
    const payload = readGenerate(body, engine, this.#parts.voices());
    payload.order.model = model.id;
    const { durationSeconds } = payload.order;
    const quote = prices.quote(
      caller,
      { module: 'music', model: model.id, description: `a song of ${durationSeconds} s` },
      { requests: 1, milliseconds: durationSeconds * 1000 },
    );
    if (!model.ready) {
      throw new ServiceError(
        'engine_unavailable',
        model.reason ?? 'The composer is still downloading its sound bank. Try again in a minute.',
        { retryAfterSeconds: 60 },
      );
    }
    return queue.create({ caller, requestId, kind: 'music', payload, quote, size: workOf(payload.order) });
  }

  async master(
    { caller, requestId, signal }: Asking,
    body: MasterBody,
    upload: SoundUpload | undefined,
  ): Promise<JobView> {
    const { queue, prices, artifacts } = this.#parts;
    refuseOtherModel(body.model, MASTER_MODEL);
    const mastering = readMastering(body.mastering, body.preset);
    const source = await findSound(this.#parts, { owner: caller, body, upload }, signal);
    const title = body.title ?? `${source.title} (master)`;
    const payload = {
      artifactId: source.artifactId,
      title,
      mastering,
      format: body.format ?? 'mp3',
      removeSource: source.isTemporary,
    };
    const quote = prices.quote(
      caller,
      { module: 'music', model: MASTER_MODEL, description: 'mastering' },
      { requests: 1 },
    );
    return queue.create({ caller, requestId, kind: 'music_master', payload, quote }).catch(async (error: unknown) => {
      if (source.isTemporary) await artifacts.remove(source.artifactId);
      throw error;
    });
  }

  /** The job of a song; after the job is deleted by retention, the track is returned. */
  async find(caller: Caller, id: string, origin: string): Promise<object> {
    try {
      return await this.#parts.queue.find(caller, id, KINDS);
    } catch (error) {
      const track = await findTrack(this.#parts.queries, caller, id);
      if (!track) throw error;
      return { ...showTrack(track, origin), status: 'completed', progress: 1 };
    }
  }

  status(caller: Caller, id: string): Promise<JobView> {
    return this.#parts.queue.find(caller, id, KINDS);
  }

  async library(caller: Caller, query: LibraryQuery, origin: string): Promise<object> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const { accountId, environment } = caller;
    const rows = await listTracks(this.#parts.queries, {
      accountId,
      environment,
      limit: limit + 1,
      ...(query.cursor === undefined ? {} : { beforeSeq: Number(query.cursor) }),
      ...(query.genre === undefined ? {} : { genre: query.genre }),
      ...(query.q === undefined ? {} : { text: query.q }),
    });
    return pageBySeq(rows, limit, (row) => showTrack(row, origin));
  }

  /** Deletes the track, its files and its job. */
  async remove(caller: Caller, id: string): Promise<object> {
    const { queue, queries, artifacts } = this.#parts;
    const job = await queue.find(caller, id, KINDS).catch(() => undefined);
    if (job?.status === 'processing')
      throw bad('id', 'This track is still being made. Cancel it first with POST /jobs/{id}/cancel.');
    const track = await deleteTrack(queries, caller, id);
    if (!track && !job) throw new ServiceError('not_found', `There is no track "${id}".`);
    await Promise.allSettled((track?.artifactIds ?? []).map((artifact) => artifacts.remove(artifact)));
    if (job) await queue.remove(caller, id);
    return { id, object: 'music.track', deleted: true };
  }

  voices(base: string): object {
    return { object: 'list', data: listVoices(this.#parts.voices(), base) };
  }

  genres(): object {
    const data = this.#parts.engine.genres().map(({ id, name, description, tempoRange, examplePrompt }) => ({
      id,
      name,
      description,
      tempo_range: tempoRange,
      example_prompt: examplePrompt,
    }));
    return { object: 'list', data };
  }
}

function chooseModel(models: readonly SongModel[], named: string | undefined): SongModel {
  const isOpen = named === undefined || named === 'default';
  const chosen = isOpen ? models[0] : models.find(({ id }) => id === named);
  if (chosen) return chosen;
  const known = models.map(({ id }) => id).join(' or ');
  throw new ServiceError(
    'unknown_model',
    `There is no model "${named}" for this. Use ${known}, or leave "model" out.`,
    {
      param: 'model',
    },
  );
}

function refuseOtherModel(named: string | undefined, known: string): void {
  if (named === undefined || named === known || named === 'default') return;
  throw new ServiceError(
    'unknown_model',
    `There is no model "${named}" for this. Use ${known}, or leave "model" out.`,
    {
      param: 'model',
    },
  );
}
