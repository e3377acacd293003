// Wires images: the studio's processes, local and upstream engines behind one router, and the image module.
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Config } from '../config.ts';
import { createLocalImageEngine } from '../engines/image/local.ts';
import type { ImageEngine } from '../engines/image/port.ts';
import { createImageRouter } from '../engines/image/router.ts';
import { createStudio, type Studio } from '../engines/image/studio/studio.ts';
import { connectImageUpstreams } from '../engines/image/upstream/connect.ts';
import { type ImageHealth, watchImageEngines } from '../engines/image/watched.ts';
import type { Route } from '../http/route.ts';
import type { JobHandler } from '../jobs/kinds.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { ModelStore } from '../models/store.ts';
import { fileRoutes } from '../modules/files/routes.ts';
import { FileService } from '../modules/files/service.ts';
import { ImageJob } from '../modules/image/job.ts';
import { openAiImageRoutes } from '../modules/image/openai-routes.ts';
import { imageRoutes } from '../modules/image/routes.ts';
import { ImageService } from '../modules/image/service.ts';
import { ImageSource } from '../modules/image/source.ts';
import { ImageWorker } from '../modules/image/work.ts';
import { ModelService } from '../modules/models/service.ts';
import { type ModelSource, otherModels } from '../modules/models/sources.ts';
import type { Money } from '../money/money.ts';
import type { Prices } from '../money/prices.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import type { Queries } from '../store/database.ts';

export interface ImageEngines {
  /** In order of preference. */
  engines: readonly ImageEngine[];
  /** Decodes images from clients in a separate process. */
  studio: Studio;
  /** For GET /models. */
  modelSources: readonly ModelSource[];
  /** Health of the engines in recent calls. */
  health(): readonly ImageHealth[];
  close(): void;
}

/** `painters` make images from text on this machine. */
export function buildImageEngines(
  config: Pick<Config, 'file' | 'openAi' | 'secretByName' | 'pullModels'>,
  models: ModelStore,
  painters: readonly ImageEngine[],
): ImageEngines {
  const studio = createStudio();
  const upstreams = connectImageUpstreams(studio, {
    entries: config.file.image_upstreams ?? [],
    openAi: config.openAi,
    secretByName: config.secretByName,
  });
  const local = createLocalImageEngine({ studio, models, mayPull: config.pullModels });
  const { engines, health } = watchImageEngines([...upstreams, ...painters, local]);
  const modelSources = engines.map((engine) => otherModels('image', engine));
  return { engines, studio, modelSources, health, close: () => studio.close() };
}

export interface ImageModuleParts {
  engines: readonly ImageEngine[];
  artifacts: ArtifactStore;
  queries: Queries;
  /** Days that uploads are kept; 0: forever. */
  keepDays: number;
  money: Money;
  prices: Prices;
  jobs: Pick<JobQueue, 'create' | 'waitFor' | 'cancel'>;
  publicUrl: string;
}

export function buildImages(parts: ImageModuleParts): { routes: Route[]; job: JobHandler } {
  const { artifacts, publicUrl, prices } = parts;
  const models = new ModelService(
    parts.engines.map((engine) => otherModels('image', engine)),
    prices,
  );
  const routes = createImageRouter(parts.engines);
  const worker = new ImageWorker({ routes, artifacts, publicUrl });
  const source = new ImageSource({ artifacts, guardedFetch, publicUrl });
  const service = new ImageService({ ...parts, routes, worker, source });
  return {
    routes: [
      ...imageRoutes(service, (caller) => models.list(caller, 'image')),
      ...openAiImageRoutes(service),
      ...fileRoutes(new FileService(parts)),
    ],
    job: new ImageJob(worker, artifacts) as JobHandler,
  };
}
