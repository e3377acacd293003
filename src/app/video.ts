// Wires videos: upstreams, local engines and the avatar behind one router, and the video module.

import type { FaceNetworkFiles } from '@atelier/film';
import { countSounds } from '@atelier/voice';
import { CONNECTED } from '../core/connected-models.ts';
import { ServiceError } from '../core/errors.ts';
import type { Studio } from '../engines/image/studio/studio.ts';
import { createAvatarEngine } from '../engines/video/avatar.ts';
import { VideoDiffusion } from '../engines/video/diffusion/engine.ts';
import { createLocalVideoEngine } from '../engines/video/local.ts';
import { VIDEO_TYPES, type VideoEngine } from '../engines/video/port.ts';
import { createVideoRouter, nameOf } from '../engines/video/router.ts';
import { connectVideoUpstreams } from '../engines/video/upstream/connect.ts';
import { JOB_KINDS, type JobHandlers } from '../jobs/kinds.ts';
import type { ModelStore } from '../models/store.ts';
import { ImageSource } from '../modules/image/source.ts';
import type { ModelSource } from '../modules/models/sources.ts';
import { videoJob } from '../modules/video/job.ts';
import { openAiVideoRoutes } from '../modules/video/openai-routes.ts';
import { OpenAiVideoService } from '../modules/video/openai-service.ts';
import { videoRoutes } from '../modules/video/routes.ts';
import { type TakePicture, VideoService } from '../modules/video/service.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import { type CandidateHealth, Routing } from '../net/routing.ts';
import { followRules, followUpstreams, type OpenUpstream } from '../upstreams/live-upstreams.ts';
import type { Area } from './area.ts';
import type { Chat } from './chat.ts';
import type { Image } from './image.ts';
import type { Jobs } from './jobs.ts';
import type { LocalEngines } from './local.ts';
import type { Music } from './music.ts';
import { saleOf, sharingOf } from './sale.ts';
import type { SharedParts } from './shared-parts.ts';

export interface VideoParts extends SharedParts {
  local: LocalEngines;
  jobs: Jobs;
  chat: Chat;
  image: Image;
  music: Music;
}

export interface Video extends Area {
  handlers: Pick<JobHandlers, 'video'>;
  /** In order of preference. */
  engines(): readonly VideoEngine[];
  openUpstream: OpenUpstream<readonly VideoEngine[]>;
  /** For GET /models. */
  models: readonly ModelSource[];
  /** Health of the engines in recent calls. */
  health(): readonly CandidateHealth[];
}

export function buildVideo(parts: VideoParts): Video {
  const { config, database, artifacts, prices, local } = parts;
  const { publicUrl } = config;
  const rules = followRules(parts.live, { makes: 'video', file: config.file.video_upstreams });
  const routing = new Routing<VideoEngine>({
    rules,
    sale: saleOf(prices, 'video'),
    sharing: sharingOf(config, prices),
    gate: parts.gates.of('video'),
  });
  const diffusion = new VideoDiffusion({
    store: local.store,
    mayPull: config.pullModels,
    timeLimitMs: JOB_KINDS.video.timeLimitMs,
    fitImage: async (image, { width, height }, signal) => {
      const task = { kind: 'recode', image, format: 'png', size: { width, height } } as const;
      return (await parts.image.studio.run(task, () => undefined, signal)).bytes;
    },
    log: parts.log,
  });
  const engines = buildEngines(parts, diffusion, (upstream) => routing.forget(upstream));
  const routes = createVideoRouter(engines, routing);
  const service = new VideoService({
    routes,
    voices: () => local.speech.voices(),
    takePicture: takePictures(parts.image.studio, new ImageSource({ artifacts, guardedFetch, publicUrl })),
    artifacts,
    queue: parts.jobs.queue,
    prices,
  });
  const openAi = new OpenAiVideoService({
    videos: service,
    queue: parts.jobs.queue,
    artifacts,
    keepDays: (plan) => {
      const { files, jobs } = parts.retention.daysOf(plan);
      return shortest(files, jobs);
    },
  });
  return {
    routes: [...videoRoutes(service), ...openAiVideoRoutes(openAi)],
    handlers: { video: videoJob({ routes, artifacts, queries: database.queries, publicUrl }) },
    engines,
    openUpstream,
    models: [listModels(engines)],
    health: () => routing.health(),
    close: () => diffusion.close(),
  };
}

/** The shorter of two retentions, where 0 means forever. */
function shortest(a: number, b: number): number {
  return a === 0 || b === 0 ? Math.max(a, b) : Math.min(a, b);
}

/** An upstream has one engine for each of its models. */
const openUpstream: OpenUpstream<readonly VideoEngine[]> = (entry, secretByName) =>
  connectVideoUpstreams({ entries: [entry], openAi: null, secretByName });

/** In order of preference: upstreams first, then local engines; a video model without a GPU only for requests that name it. */
function buildEngines(
  { config, local, chat, music, live, log }: VideoParts,
  diffusion: VideoDiffusion,
  forget: (upstream: string) => void,
): () => readonly VideoEngine[] {
  const upstreams = connectVideoUpstreams({
    entries: config.file.video_upstreams ?? [],
    openAi: config.openAi,
    secretByName: config.secretByName,
  });
  const set = followUpstreams(live, log, {
    makes: 'video',
    open: openUpstream,
    retire: ([engine]) => engine && forget(nameOf(engine)),
  });
  const here = [
    createLocalVideoEngine({ music: music.engine, text: chat.text }),
    createAvatarEngine({
      speech: local.speech,
      countSounds,
      faceFiles: (signal) => findFaceFiles(local.store, signal),
    }),
  ];
  return () => {
    const { fast, slow } = diffusion.engines();
    return [...upstreams, ...set.list().flat(), ...fast, ...here, ...slow];
  };
}

function listModels(engines: () => readonly VideoEngine[]): ModelSource {
  return () =>
    engines().map((engine) => ({
      id: engine.name,
      module: 'video',
      engine: nameOf(engine),
      ownedBy: engine.server === undefined ? engine.name : CONNECTED,
      contextWindow: null,
      maxOutputTokens: null,
      capabilities: VIDEO_TYPES.filter((type) => engine.makes(type)),
      ready: engine.isReady(),
      ...(engine.note === undefined ? {} : { note: engine.note }),
    }));
}

const FACE_MODEL = 'face-points-68-1';

/** Half a megabyte, downloaded for the first avatar with an image. */
export async function findFaceFiles(models: ModelStore, signal: AbortSignal): Promise<FaceNetworkFiles> {
  const files = await models.ensure(FACE_MODEL, { signal });
  const path = (name: string): string => files[name] ?? '';
  return {
    detectorList: path('detector.json'),
    detectorWeights: path('detector.bin'),
    landmarkList: path('landmarks.json'),
    landmarkWeights: path('landmarks.bin'),
  };
}

/** Reads images as the image module does: fetched under the address guard, decoded in the studio's own process. */
function takePictures(studio: Studio, source: ImageSource): TakePicture {
  return async ({ caller, uploads, imageField: field, signal }, value) => {
    const image = await source.optional({ caller, uploads, field, value, signal });
    if (!image) return undefined;
    const recoded = studio.run({ kind: 'recode', image, format: 'png' }, () => undefined, signal);
    const { bytes } = await recoded.catch((error: unknown) => {
      // The studio knows the image by its own name only.
      if (error instanceof ServiceError && error.param === 'image')
        throw new ServiceError(error.code, error.message, { param: field });
      throw error;
    });
    return bytes;
  };
}
