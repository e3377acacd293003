// Wires videos: upstreams, local engines and the avatar behind one router, and the video module.

import type { FaceNetworkFiles } from '@atelier/film';
import { countSounds } from '@atelier/voice';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Config } from '../config.ts';
import type { Studio } from '../engines/image/studio/studio.ts';
import type { MusicEngine } from '../engines/music/port.ts';
import type { SpeechEngine } from '../engines/speech/port.ts';
import type { TextEngine } from '../engines/text/port.ts';
import { createAvatarEngine } from '../engines/video/avatar.ts';
import { createLocalVideoEngine } from '../engines/video/local.ts';
import { VIDEO_TYPES, type VideoEngine } from '../engines/video/port.ts';
import { createVideoRouter } from '../engines/video/router.ts';
import { connectVideoUpstreams } from '../engines/video/upstream/connect.ts';
import type { Route } from '../http/route.ts';
import type { JobHandler, JobPresenter } from '../jobs/kinds.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { ModelStore } from '../models/store.ts';
import { ImageSource } from '../modules/image/source.ts';
import type { ModelSource } from '../modules/models/sources.ts';
import { videoPresenter } from '../modules/video/finished-video.ts';
import { videoJob } from '../modules/video/job.ts';
import { videoRoutes } from '../modules/video/routes.ts';
import { type TakePicture, VideoService } from '../modules/video/service.ts';
import type { Prices } from '../money/prices.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import type { Queries } from '../store/database.ts';

/** In order of preference: upstreams first, then local engines. */
export function buildVideoEngines(
  config: Pick<Config, 'file' | 'openAi' | 'secretByName'>,
  parts: { speech: SpeechEngine; models: ModelStore; music: MusicEngine; text: TextEngine },
): VideoEngine[] {
  const upstreams = connectVideoUpstreams({
    entries: config.file.video_upstreams ?? [],
    openAi: config.openAi,
    secretByName: config.secretByName,
  });
  return [
    ...upstreams,
    createLocalVideoEngine({ music: parts.music, text: parts.text }),
    createAvatarEngine({
      speech: parts.speech,
      countSounds,
      faceFiles: (signal) => findFaceFiles(parts.models, signal),
    }),
  ];
}

/** For GET /models. The engines may be created after the list that names them. */
export function videoModels(engines: () => readonly VideoEngine[]): ModelSource {
  return () =>
    engines().map((engine) => ({
      id: engine.name,
      module: 'video',
      engine: engine.name,
      ownedBy: engine.name,
      contextWindow: null,
      maxOutputTokens: null,
      capabilities: VIDEO_TYPES.filter((type) => engine.makes(type)),
      ready: engine.isReady(),
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

export interface VideoModuleParts {
  engines: readonly VideoEngine[];
  speech: SpeechEngine;
  /** Re-encodes images from clients. */
  studio: Studio;
  artifacts: ArtifactStore;
  queries: Queries;
  prices: Prices;
  jobs: JobQueue;
}

export function buildVideo(
  config: Pick<Config, 'publicUrl'>,
  parts: VideoModuleParts,
): { routes: Route[]; job: JobHandler } {
  const { artifacts, queries, prices } = parts;
  const { publicUrl } = config;
  const routes = createVideoRouter(parts.engines);
  const service = new VideoService({
    routes,
    voices: () => parts.speech.voices(),
    takePicture: takePictures(parts.studio, new ImageSource({ artifacts, guardedFetch, publicUrl })),
    artifacts,
    queue: parts.jobs,
    prices,
  });
  return { routes: videoRoutes(service), job: videoJob({ routes, artifacts, queries, publicUrl }) };
}

/** Reads images as the image module does: fetched under the address guard, decoded in the studio's own process. */
function takePictures(studio: Studio, source: ImageSource): TakePicture {
  return async ({ caller, uploads, signal }, value) => {
    const image = await source.optional({ caller, uploads, field: 'image', value, signal });
    if (!image) return undefined;
    const { bytes } = await studio.run({ kind: 'recode', image, format: 'png' }, () => undefined, signal);
    return bytes;
  };
}

/** Created before the queue. */
export function videoJobPresenter(config: Pick<Config, 'publicUrl'>): JobPresenter {
  return videoPresenter(config.publicUrl);
}
