// Assembles the builder: its engines, its job, its routes and its previews.
import { join } from 'node:path';
import type { EmbedTexts } from '@atelier/blueprint';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Log } from '../core/log.ts';
import { createBuilderEngine } from '../engines/blueprint/engine.ts';
import type { EmbeddingEngine } from '../engines/embedding/port.ts';
import { createPreviewEngine } from '../engines/preview/engine.ts';
import type { TextRoutes } from '../engines/text/port.ts';
import type { Page } from '../http/page.ts';
import type { Route } from '../http/route.ts';
import type { JobHandler, JobPresenter } from '../jobs/kinds.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { BuilderChat } from '../modules/builder/chat-service.ts';
import { type BuildPayload, buildHandler } from '../modules/builder/job.ts';
import { buildPresenter } from '../modules/builder/present.ts';
import { PreviewHost } from '../modules/builder/preview-host.ts';
import { previewPages } from '../modules/builder/preview-pages.ts';
import { builderRoutes } from '../modules/builder/routes.ts';
import { BuilderService } from '../modules/builder/service.ts';
import type { Money } from '../money/money.ts';
import type { Prices } from '../money/prices.ts';
import type { Database } from '../store/database.ts';

export interface BuilderSettings {
  dataDir: string;
  publicUrl: string;
  previewOrigin: string | null;
}

export interface BuilderAssembly {
  database: Database;
  artifacts: ArtifactStore;
  money: Money;
  prices: Prices;
  jobs: JobQueue;
  text: TextRoutes;
  embeddingEngines: readonly EmbeddingEngine[];
  log: Log;
}

export interface Builder {
  routes: Route[];
  handler: JobHandler<BuildPayload>;
  pages: readonly Page[];
  previews: PreviewHost;
  close(): Promise<void>;
}

/** Created before the job system, which shows builds with it. */
export function builderPresenter(settings: BuilderSettings): JobPresenter {
  return buildPresenter(settings);
}

export function buildBuilder(settings: BuilderSettings, parts: BuilderAssembly): Builder {
  const blueprint = createBuilderEngine({ embed: embedWith(parts.embeddingEngines) });
  const preview = createPreviewEngine({ folder: join(settings.dataDir, 'previews') });
  const service = new BuilderService({ ...parts, addresses: settings });
  const chat = new BuilderChat({ ...parts, blueprint, builder: service });
  const host = new PreviewHost({ database: parts.database, engine: preview, log: parts.log });
  return {
    routes: builderRoutes(service, chat),
    handler: buildHandler({ ...parts, blueprint, preview, addresses: settings }),
    pages: previewPages(host, settings),
    previews: host,
    async close() {
      await host.close();
      await Promise.all([preview.close(), blueprint.close()]);
    },
  };
}

/** Uses embeddings if a model is ready; the builder never waits for one. */
function embedWith(engines: readonly EmbeddingEngine[]): EmbedTexts {
  return async (texts, signal) => {
    for (const engine of engines) {
      const model = engine.models().find((each) => each.ready);
      if (model) return (await engine.embed(model.id, texts, signal)).vectors;
    }
    return null;
  };
}
