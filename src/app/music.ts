// Wires music: the composer with its voices, lyrics and sound bank, an upstream before it if configured, and the music module.
import { join } from 'node:path';
import {
  DictionaryScansion,
  GuidedSinger,
  Lyricist,
  ModelLyrics,
  suggestByMeaning,
  suggestByModel,
} from '@atelier/composer';
import { Compile } from 'typebox/compile';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Config } from '../config.ts';
import type { EmbeddingEngine } from '../engines/embedding/port.ts';
import type { ImageEngine } from '../engines/image/port.ts';
import { createComposerEngine } from '../engines/music/composer.ts';
import type { MusicEngine } from '../engines/music/port.ts';
import { connectMusic, MusicUpstreamSettings } from '../engines/music/upstream/connect.ts';
import { KOKORO_MODEL } from '../engines/speech/kokoro.ts';
import type { SingableSpeech } from '../engines/speech/port.ts';
import type { TextEngine } from '../engines/text/port.ts';
import type { Route } from '../http/route.ts';
import type { JobHandler, JobPresenter } from '../jobs/kinds.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { DefaultPull } from '../models/pull-defaults.ts';
import type { ModelStore } from '../models/store.ts';
import { musicJob } from '../modules/music/job.ts';
import { masterJob } from '../modules/music/master-job.ts';
import { VoicePreviews } from '../modules/music/previews.ts';
import { musicRoutes } from '../modules/music/routes.ts';
import { MusicService } from '../modules/music/service.ts';
import { musicPresenter } from '../modules/music/track.ts';
import type { Prices } from '../money/prices.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import type { Queries } from '../store/database.ts';

const SOUND_BANK = 'musescore-general-lite-1';

export interface MusicEngineParts {
  models: ModelStore;
  speech: SingableSpeech;
  /** Writes lyrics and interprets prompts if a model is ready. */
  text: TextEngine;
  embedding: EmbeddingEngine | undefined;
}

export interface MusicEngines {
  engine: MusicEngine;
  /** Pull the default weights: the sound bank and the voices. */
  defaults: readonly DefaultPull[];
}

export function buildMusicEngines(
  config: Pick<Config, 'file' | 'serviceName' | 'secretByName'>,
  parts: MusicEngineParts,
): MusicEngines {
  const { models, speech, embedding } = parts;
  const composer = createComposerEngine({
    bankPath: () => models.pathIfReady(SOUND_BANK)?.['bank.sf3'],
    serviceName: config.serviceName,
    singer: new GuidedSinger(speech),
    writer: new ModelLyrics({ engine: parts.text, fallback: new Lyricist() }),
    scansion: new DictionaryScansion(),
    suggest: suggestByModel(
      parts.text,
      embedding && suggestByMeaning((texts, signal) => embed(embedding, texts, signal)),
    ),
  });
  const [upstream] = (config.file.music_upstreams ?? []).map(readUpstream);
  return {
    engine: upstream ? connectMusic(upstream, composer, config.serviceName, config.secretByName) : composer,
    defaults: [SOUND_BANK, KOKORO_MODEL].map((id) => (signal) => models.ensure(id, { signal })),
  };
}

const checkUpstream = Compile(MusicUpstreamSettings);

function readUpstream(entry: unknown): MusicUpstreamSettings {
  if (!checkUpstream.Check(entry))
    throw new Error('music_upstreams: each needs name, kind (ace-step or replicate) and base_url');
  return entry;
}

async function embed(
  engine: EmbeddingEngine,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const model = engine.models().find((one) => one.ready);
  if (!model) throw new Error('no embedding model is ready');
  return (await engine.embed(model.id, texts, signal)).vectors;
}

export interface MusicModuleParts {
  engine: MusicEngine;
  speech: SingableSpeech;
  /** Makes the covers. */
  images: ImageEngine | undefined;
  artifacts: ArtifactStore;
  queries: Queries;
  prices: Prices;
  jobs: JobQueue;
}

export function buildMusic(
  config: Pick<Config, 'publicUrl' | 'serviceName' | 'dataDir'>,
  parts: MusicModuleParts,
): { routes: Route[]; job: JobHandler; masterJob: JobHandler } {
  const { engine, artifacts, queries, images } = parts;
  const { publicUrl, serviceName } = config;
  const voices = () => parts.speech.voices();
  const jobParts = { engine, artifacts, queries, publicUrl, serviceName, ...(images ? { images } : {}) };
  const service = new MusicService({
    engine,
    voices,
    queue: parts.jobs,
    prices: parts.prices,
    artifacts,
    queries,
    fetch: guardedFetch,
  });
  const previews = new VoicePreviews({ engine, voices, folder: join(config.dataDir, 'voice-previews') });
  return { routes: musicRoutes(service, previews), job: musicJob(jobParts), masterJob: masterJob(jobParts) };
}

/** For both kinds of music jobs; created before the queue. */
export function musicJobPresenter(config: Pick<Config, 'publicUrl'>): JobPresenter {
  return musicPresenter(config.publicUrl);
}
