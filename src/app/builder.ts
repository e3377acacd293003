// Wires the builder: its engines, its job, its routes and its previews.
import { join } from 'node:path';
import type { EmbedTexts } from '@atelier/blueprint';
import type { Config } from '../config/settings.ts';
import type { Caller } from '../core/caller.ts';
import { createBuilderEngine } from '../engines/blueprint/engine.ts';
import type { EmbeddingEngine } from '../engines/embedding/port.ts';
import { createPreviewEngine } from '../engines/preview/engine.ts';
import type { JobHandler, JobHandlers } from '../jobs/kinds.ts';
import { BuilderChat } from '../modules/builder/chat-service.ts';
import { BLUEPRINT_MODEL, buildHandler } from '../modules/builder/job.ts';
import { LinkService } from '../modules/builder/link-service.ts';
import { PreviewHost } from '../modules/builder/preview-host.ts';
import { previewPages } from '../modules/builder/preview-pages.ts';
import { pushRoutes } from '../modules/builder/push-routes.ts';
import { PushService } from '../modules/builder/push-service.ts';
import { builderRoutes } from '../modules/builder/routes.ts';
import { BuilderService } from '../modules/builder/service.ts';
import { variableRoutes } from '../modules/builder/variable-routes.ts';
import { PROJECT_VARIABLES, VariableService } from '../modules/builder/variable-service.ts';
import { workspaceRoutes } from '../modules/builder/workspace-routes.ts';
import { WorkspaceService } from '../modules/builder/workspace-service.ts';
import type { ListedModel, ModelSource } from '../modules/models/sources.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import { createSeal } from '../outbox/seal.ts';
import type { Owner } from '../store/owner.ts';
import type { Area } from './area.ts';
import type { Chat } from './chat.ts';
import type { Jobs } from './jobs.ts';
import type { LocalEngines } from './local.ts';
import type { SharedParts } from './shared-parts.ts';

export interface BuilderParts
  extends Pick<
    SharedParts,
    'database' | 'artifacts' | 'refuseExcess' | 'money' | 'prices' | 'leftCalls' | 'log' | 'secret'
  > {
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'previewOrigin' | 'allowPrivateGit' | 'serviceName'>;
  local: Pick<LocalEngines, 'embedding'>;
  jobs: Pick<Jobs, 'queue'>;
  chat: Pick<Chat, 'text'>;
  /** How long a call waits for its build before it returns the job; a minute if not stated. */
  waitMs?: number;
}

export interface Builder extends Required<Pick<Area, 'routes' | 'previewPages' | 'close'>> {
  handlers: Pick<JobHandlers, 'build'>;
  previews: PreviewHost;
  /** The source of a project as a zip file. */
  archiveOf(owner: Owner, projectId: string): Promise<{ bytes: Uint8Array }>;
  models: readonly ModelSource[];
}

export function buildBuilder({ config, local, ...given }: BuilderParts): Builder {
  const blueprint = createBuilderEngine({ embed: embedWith(local.embedding) });
  const preview = createPreviewEngine({ folder: join(config.dataDir, 'previews') });
  const findProject = (caller: Caller, id: string) => service.project(caller, id);
  const seal = createSeal(given.secret, PROJECT_VARIABLES);
  const variables = new VariableService({ ...given, seal, findProject });
  const parts = { ...given, jobs: given.jobs.queue, text: given.chat.text, addresses: config, variables };
  const service = new BuilderService(parts);
  const chat = new BuilderChat({ ...parts, blueprint, builder: service });
  const previews = new PreviewHost({ ...parts, engine: preview });
  const workspace = new WorkspaceService({ ...parts, preview, previews, findProject });
  const links = new LinkService({ ...parts, findProject });
  const pushes = new PushService({ ...parts, fetch: guardedFetch, settings: config, findProject });
  return {
    routes: [
      ...builderRoutes(service, chat),
      ...workspaceRoutes(workspace, links),
      ...variableRoutes(variables),
      ...pushRoutes(pushes),
    ],
    previewPages: previewPages(previews, config),
    handlers: { build: buildHandler({ ...parts, blueprint, preview }) as JobHandler },
    previews,
    archiveOf: (owner, projectId) => service.archive(owner, projectId, undefined),
    models: [() => [BLUEPRINT]],
    async close() {
      await previews.close();
      await Promise.all([preview.close(), blueprint.close()]);
    },
  };
}

/** The model that builds if the caller names none. */
const BLUEPRINT: ListedModel = {
  id: BLUEPRINT_MODEL,
  module: 'builder',
  engine: 'blueprint',
  ownedBy: 'atelier',
  contextWindow: null,
  maxOutputTokens: null,
  capabilities: ['build', 'edit'],
  ready: true,
};

/** Uses embeddings if a model is ready; the builder never waits for one. */
function embedWith(engines: readonly EmbeddingEngine[]): EmbedTexts {
  return async (texts, signal) => {
    for (const engine of engines) {
      const model = engine.models().find((each) => each.ready);
      if (model) return (await engine.embed({ model: model.id, inputs: texts }, signal)).vectors;
    }
    return null;
  };
}
