// Wires images: the studio's processes, local and upstream engines behind one router, and the image module.
import { createDiffusionEngine } from '../engines/image/diffusion/engine.ts';
import { createLocalImageEngine } from '../engines/image/local.ts';
import type { ImageEngine, ImageOrder } from '../engines/image/port.ts';
import { createImageRouter } from '../engines/image/router.ts';
import { createStudio, type Studio } from '../engines/image/studio/studio.ts';
import { connectImageUpstreams, openImageUpstream } from '../engines/image/upstream/connect.ts';
import type { JobHandler, JobHandlers } from '../jobs/kinds.ts';
import { ImageJob } from '../modules/image/job.ts';
import { openAiImageRoutes } from '../modules/image/openai-routes.ts';
import { imageRoutes } from '../modules/image/routes.ts';
import { ImageService } from '../modules/image/service.ts';
import { ImageSource } from '../modules/image/source.ts';
import { ImageWorker } from '../modules/image/work.ts';
import { ModelService } from '../modules/models/service.ts';
import { type ModelSource, otherModels } from '../modules/models/sources.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import { type CandidateHealth, Routing } from '../net/routing.ts';
import { LiveEngines } from '../upstreams/connected.ts';
import { followRules, followUpstreams, type OpenUpstream } from '../upstreams/live-upstreams.ts';
import type { Area } from './area.ts';
import type { Jobs } from './jobs.ts';
import type { LocalEngines } from './local.ts';
import { saleOf, sharingOf } from './sale.ts';
import type { SharedParts } from './shared-parts.ts';

export interface Image extends Area {
  /** Decodes images from clients in a separate process. */
  studio: Studio;
  /** In order of preference. */
  engines(): readonly ImageEngine[];
  openUpstream: OpenUpstream<ImageEngine>;
  handlers: Pick<JobHandlers, 'image'>;
  /** For GET /models. */
  models: readonly ModelSource[];
  /** Health of the engines in recent calls. */
  health(): readonly CandidateHealth[];
}

export function buildImage(parts: SharedParts & { local: LocalEngines; jobs: Jobs }): Image {
  const { config, artifacts, prices, local } = parts;
  const { publicUrl } = config;
  const studio = createStudio();
  const upstreams = connectImageUpstreams(studio, {
    entries: config.file.image_upstreams ?? [],
    openAi: config.openAi,
    secretByName: config.secretByName,
  });
  const edits = createLocalImageEngine({ studio, models: local.store, mayPull: config.pullModels });
  const diffusion = createDiffusionEngine({
    store: local.store,
    studio,
    sketch: (order, signal) => sketch(local.painter, order, signal),
    mayPull: config.pullModels,
    log: parts.log,
  });
  const connected = new LiveEngines({
    read: () => parts.connected.lists.image_upstreams,
    open: (entry) => openImageUpstream(studio, entry, config.secretByName),
  });
  const openUpstream: OpenUpstream<ImageEngine> = (entry, secretByName) =>
    openImageUpstream(studio, entry, secretByName);
  const set = followUpstreams(parts.live, parts.log, {
    makes: 'image',
    open: openUpstream,
    retire: (engine) => routing.forget(engine.name),
  });
  // In order of preference: without weights the diffusion engine lists no model, and the painter is the first.
  const engines = () => [...upstreams, ...connected.list(), ...set.list(), diffusion, local.painter, edits];
  const rules = followRules(parts.live, { makes: 'image', file: config.file.image_upstreams });
  const routing = new Routing<ImageEngine>({
    rules,
    sale: saleOf(prices, 'image'),
    sharing: sharingOf(config, prices),
    gate: parts.gates.of('image'),
  });
  const models: ModelSource[] = [() => engines().flatMap((engine) => otherModels('image', engine)())];
  const list = new ModelService({ sources: models, prices, names: parts.modelNames });
  const routes = createImageRouter(engines, routing);
  const worker = new ImageWorker({ routes, artifacts, queries: parts.database.queries, publicUrl });
  const source = new ImageSource({ artifacts, guardedFetch, publicUrl });
  const service = new ImageService({ ...parts, jobs: parts.jobs.queue, routes, worker, source });
  return {
    routes: [...imageRoutes(service, (caller) => list.list(caller, 'image')), ...openAiImageRoutes(service)],
    studio,
    engines,
    openUpstream,
    handlers: { image: new ImageJob(worker, artifacts) as JobHandler },
    models,
    health: () => routing.health(),
    async close() {
      studio.close();
      await diffusion.close();
    },
  };
}

/** Only without warnings: an image in which the painter left out unknown words would mislead a diffusion model. */
async function sketch(painter: ImageEngine, order: ImageOrder, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const [drawn] = await painter.generate(order, () => undefined, signal);
  return drawn?.warnings.length === 0 ? drawn.bytes : undefined;
}
