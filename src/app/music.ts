// Wires music: the composer with its voices, lyrics and sound bank, upstreams in front of it if configured, and the
// music module.
import { join } from 'node:path';
import {
  DictionaryScansion,
  GuidedSinger,
  Lyricist,
  ModelLyrics,
  suggestByMeaning,
  suggestByModel,
} from '@atelier/composer';
import type { EmbeddingEngine } from '../engines/embedding/port.ts';
import { ACE_STEP_MODEL, type AceStepSource, createAceStepSource } from '../engines/music/ace-step/source.ts';
import { createComposerEngine } from '../engines/music/composer.ts';
import type { MusicEngine, SongModel } from '../engines/music/port.ts';
import { createMusicRouter, type MusicRouter } from '../engines/music/router.ts';
import { connectMusic, MusicUpstreamSettings } from '../engines/music/upstream/connect.ts';
import { UpstreamMusic } from '../engines/music/upstream/engine.ts';
import { KOKORO_MODEL } from '../engines/speech/kokoro.ts';
import type { JobHandlers } from '../jobs/kinds.ts';
import type { CatalogueEntry } from '../models/catalogue.ts';
import type { DefaultPull } from '../models/pull-defaults.ts';
import type { ListedModel, ModelSource } from '../modules/models/sources.ts';
import { musicJob } from '../modules/music/job.ts';
import { masterJob } from '../modules/music/master-job.ts';
import { VoicePreviews } from '../modules/music/previews.ts';
import { musicRoutes } from '../modules/music/routes.ts';
import { COMPOSER_MODEL, MASTER_MODEL, MusicService } from '../modules/music/service.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import { type CandidateHealth, Routing } from '../net/routing.ts';
import { entryReader } from '../net/upstream-entry.ts';
import { followRules, followUpstreams, type OpenUpstream } from '../upstreams/live-upstreams.ts';
import type { Area } from './area.ts';
import type { Chat } from './chat.ts';
import type { Jobs } from './jobs.ts';
import type { LocalEngines } from './local.ts';
import { saleOf, sharingOf } from './sale.ts';
import type { SharedParts } from './shared-parts.ts';

const SOUND_BANK = 'musescore-general-lite-1';

export interface MusicParts extends SharedParts {
  local: LocalEngines;
  jobs: Jobs;
  chat: Chat;
}

export interface Music extends Area {
  engine: MusicEngine;
  /** All of them make the songs of the one music model. */
  upstreams(): readonly MusicEngine[];
  openUpstream: OpenUpstream<MusicEngine>;
  models: readonly ModelSource[];
  handlers: Pick<JobHandlers, 'music' | 'music_master'>;
  /** Health of the engines in recent calls. */
  health(): readonly CandidateHealth[];
  /** Pull the default weights: the sound bank and the voices. */
  defaults: readonly DefaultPull[];
}

export function buildMusic(parts: MusicParts): Music {
  const { config, database, artifacts, prices, jobs, local } = parts;
  const { queries } = database;
  const { publicUrl, serviceName } = config;
  const { engine, upstreams, openUpstream, close } = buildEngine(parts);
  const voices = () => local.speech.voices();
  const jobParts = { engine, artifacts, queries, publicUrl, serviceName, images: local.painter };
  const service = new MusicService({
    engine,
    models: () => engine.models(),
    voices,
    queue: jobs.queue,
    prices,
    artifacts,
    queries,
    fetch: guardedFetch,
  });
  const previews = new VoicePreviews({ engine, voices, folder: join(config.dataDir, 'voice-previews') });
  return {
    engine,
    upstreams,
    openUpstream,
    models: [() => modelsOf(engine)],
    routes: musicRoutes(service, previews),
    health: () => engine.health(),
    handlers: { music: musicJob(jobParts), music_master: masterJob(jobParts) },
    defaults: [SOUND_BANK, KOKORO_MODEL].map((id) => (signal) => local.store.ensure(id, { signal })),
    close,
  };
}

/** A connected music server makes the songs of the composer's model. */
function modelsOf(engine: MusicRouter): ListedModel[] {
  const listed = { module: 'music', contextWindow: null, maxOutputTokens: null };
  return [
    ...engine.models().map(({ reason: _reason, ...model }) => ({ ...listed, ...model, capabilities: ['song'] })),
    { ...listed, id: MASTER_MODEL, ownedBy: 'atelier', engine: 'composer', capabilities: ['master'], ready: true },
  ];
}

/** The composer, behind the upstreams if some are configured. A text model writes lyrics and interprets prompts if one is ready. */
function buildEngine({ config, local, chat: { text }, live, log, prices, gates }: MusicParts): Pick<
  Music,
  'upstreams' | 'openUpstream'
> & {
  engine: MusicRouter;
  close(): Promise<void>;
} {
  const [embedding] = local.embedding;
  const composer = createComposerEngine({
    bankPath: () => local.store.pathIfReady(SOUND_BANK)?.['bank.sf3'],
    serviceName: config.serviceName,
    singer: new GuidedSinger(local.speech),
    writer: new ModelLyrics({ engine: text, fallback: new Lyricist() }),
    scansion: new DictionaryScansion(),
    suggest: suggestByModel(text, embedding && suggestByMeaning((texts, signal) => embed(embedding, texts, signal))),
  });
  const open = (entry: unknown, secretByName: (name: string) => string | undefined) =>
    connectMusic(readUpstream(entry), composer, config.serviceName, secretByName);
  const file = config.file.music_upstreams ?? [];
  const entryOf = (entry: object) => ({ ...entry, models: [{ ...entry, id: COMPOSER_MODEL }] });
  const routing = new Routing<MusicEngine>({
    rules: followRules(live, { makes: 'music', file, entryOf }),
    sale: saleOf(prices, 'music'),
    sharing: sharingOf(config, prices),
    gate: gates.of('music'),
  });
  const set = followUpstreams(live, log, { makes: 'music', open, retire: ({ name }) => routing.forget(name) });
  const fixed = file.map((entry) => open(entry, config.secretByName));
  const upstreams = () => [...fixed, ...set.list()];
  const source = createAceStepSource({
    store: local.store,
    mayPull: config.pullModels,
    log,
    ...(config.modelsMemoryBytes === null ? {} : { memoryBytes: config.modelsMemoryBytes }),
  });
  const withWeights = {
    engine: new UpstreamMusic(source, composer, config.serviceName),
    listed: () => listAceStep(source, local.store.entry(ACE_STEP_MODEL)),
  };
  const engine = createMusicRouter({ upstreams, composer, model: COMPOSER_MODEL, routing, withWeights });
  return { engine, upstreams, openUpstream: open, close: () => source.close() };
}

/** Only pulled weights are listed: a song without a model must not start a download of gigabytes. */
function listAceStep(source: AceStepSource, { id, ownedBy, note }: CatalogueEntry): SongModel | undefined {
  const status = source.status();
  if (!status) return undefined;
  const objection = source.objection();
  return {
    id,
    ownedBy,
    engine: source.name,
    ready: status.ready && !objection,
    ...(status.ready ? {} : { progress: status.progress }),
    ...(note ? { note } : {}),
    reason: objection ?? `${id} is still being downloaded. Try again later.`,
  };
}

const readUpstream = entryReader('music_upstreams', MusicUpstreamSettings);

async function embed(
  engine: EmbeddingEngine,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const model = engine.models().find((one) => one.ready);
  if (!model) throw new Error('no embedding model is ready');
  return (await engine.embed({ model: model.id, inputs: texts }, signal)).vectors;
}
