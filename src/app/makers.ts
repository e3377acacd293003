// Wires the engines, their modules, and the jobs that run them.

import type { ArtifactStore } from '../artifacts/port.ts';
import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import { createPainterEngine } from '../engines/image/painter.ts';
import type { ImageHealth } from '../engines/image/watched.ts';
import { createKokoroSpeech } from '../engines/speech/kokoro.ts';
import type { CandidateHealth } from '../engines/text/router-candidates.ts';
import type { VideoEngine } from '../engines/video/port.ts';
import type { Page } from '../http/page.ts';
import type { Route } from '../http/route.ts';
import type { JobHandler, JobHandlers } from '../jobs/kinds.ts';
import { pullDefaults } from '../models/pull-defaults.ts';
import type { ModelStore } from '../models/store.ts';
import { ImageSource } from '../modules/image/source.ts';
import type { ServedModel } from '../modules/operators/engine-service.ts';
import type { Money } from '../money/money.ts';
import type { Prices } from '../money/prices.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import type { Database } from '../store/database.ts';
import { buildBuilder, builderPresenter } from './builder.ts';
import { buildEvents, type Events } from './events.ts';
import { buildImageEngines, buildImages } from './image.ts';
import { buildLocalEngines } from './local.ts';
import { buildMusic, buildMusicEngines, musicJobPresenter } from './music.ts';
import { buildText, type Upstreams } from './text.ts';
import { buildVideo, buildVideoEngines, videoJobPresenter, videoModels } from './video.ts';

export interface MakerParts {
  config: Config;
  database: Database;
  artifacts: ArtifactStore;
  money: Money;
  prices: Prices;
  upstreams: Upstreams;
  secret: string;
  log: Log;
}

export interface Makers {
  events: Events;
  routes: Route[];
  pages: readonly Page[];
  /** For the operator: the cache of weights, the served models, and the health of the engines. */
  weights: ModelStore;
  servedModels(): readonly ServedModel[];
  health(): readonly (CandidateHealth | ImageHealth)[];
  startWorker(): Promise<void>;
  /** Pulls the default weights in the background, one after the other; GET /models shows the progress. */
  pullModels(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export async function buildMakers(parts: MakerParts): Promise<Makers> {
  const { config, database, artifacts, money, prices, log } = parts;
  const local = buildLocalEngines(config, log);
  const painter = createPainterEngine();
  const speech = createKokoroSpeech(local.store);
  const images = buildImageEngines(config, local.store, [painter]);
  let videoEngines: readonly VideoEngine[] = [];
  const text = buildText({
    ...parts,
    localEngines: local.text,
    embeddingEngines: local.embedding,
    pictures: new ImageSource({ artifacts, guardedFetch, publicUrl: config.publicUrl }),
    otherModels: [...images.modelSources, videoModels(() => videoEngines)],
  });
  await text.start();
  const songs = buildMusicEngines(config, {
    models: local.store,
    speech,
    text: text.text,
    embedding: local.embedding[0],
  });
  const showSong = musicJobPresenter(config);
  const presenters = {
    build: builderPresenter(config),
    music: showSong,
    music_master: showSong,
    video: videoJobPresenter(config),
  };
  const events = await buildEvents({ ...parts, presenters });
  const jobs = events.jobs.queue;
  const pictures = buildImages({
    engines: images.engines,
    artifacts,
    queries: database.queries,
    keepDays: config.retain.uploadsDays,
    money,
    prices,
    jobs,
    publicUrl: config.publicUrl,
  });
  const music = buildMusic(config, {
    engine: songs.engine,
    speech,
    images: painter,
    artifacts,
    queries: database.queries,
    prices,
    jobs,
  });
  videoEngines = buildVideoEngines(config, { speech, models: local.store, music: songs.engine, text: text.text });
  const video = buildVideo(config, {
    engines: videoEngines,
    speech,
    studio: images.studio,
    artifacts,
    queries: database.queries,
    prices,
    jobs,
  });
  const builder = buildBuilder(config, { ...parts, jobs, text: text.text, embeddingEngines: local.embedding });
  const handlers: JobHandlers = {
    music: music.job,
    music_master: music.masterJob,
    image: pictures.job,
    build: builder.handler as JobHandler,
    video: video.job,
    noop: { run: async () => ({ result: {}, outputUrl: null, usage: {} }) },
  };
  const runner = events.jobs.createRunner(handlers, config.jobSlots);
  let isWorking = false;
  return {
    events,
    routes: [...text.routes, ...music.routes, ...pictures.routes, ...video.routes, ...builder.routes, ...events.routes],
    pages: builder.pages,
    weights: local.store,
    servedModels: () => [
      ...text.modelSources.flatMap((source) => source()),
      { id: songs.engine.name, module: 'music', engine: songs.engine.name, ready: songs.engine.isReady() },
    ],
    health: () => [...text.health(), ...images.health()],
    async startWorker() {
      if (isWorking) return;
      isWorking = true;
      await Promise.all([runner.start(), events.outbox.start()]);
    },
    async pullModels(signal) {
      await pullDefaults([...local.defaults, ...songs.defaults], {
        signal,
        onFailure: (error) => log.warn({ err: error }, 'pull of default weights failed and will be retried'),
      });
    },
    async close() {
      if (isWorking) await Promise.all([runner.stop(), events.outbox.stop()]);
      await events.jobs.close();
      events.mailer.close();
      images.close();
      await Promise.all([builder.close(), text.close(), local.close(), speech.close()]);
    },
  };
}
