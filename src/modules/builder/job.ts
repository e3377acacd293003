// The build job: generates the files, verifies that the app works, and stores them as the project's next version.
import type { ArtifactStore } from '../../artifacts/port.ts';
import { ServiceError } from '../../core/errors.ts';
import { type MicroCredits, microToCredits } from '../../core/money.ts';
import type { Blueprint, BlueprintEngine, Framework, Requested } from '../../engines/blueprint/port.ts';
import type { PreviewEngine } from '../../engines/preview/port.ts';
import type { TextRoutes } from '../../engines/text/port.ts';
import type { FinishedWork, JobHandler, RunningJob } from '../../jobs/kinds.ts';
import { PaidFailure } from '../../jobs/paid-failure.ts';
import type { ModelPrice } from '../../money/price-list.ts';
import { costAt, LIST_PRICE_PERMILLE, type Prices } from '../../money/prices.ts';
import type { Database } from '../../store/database.ts';
import {
  addVersion,
  findProject,
  findVersion,
  type ProjectFile,
  type ProjectRow,
  readFiles,
} from '../../store/projects.ts';
import { changedPaths } from './changes.ts';
import { editFiles, nothingChanged } from './edit-files.ts';
import { buildWithModel } from './model-build.ts';
import { type Addresses, type BuildResult, previewUrl } from './present.ts';
import type { BuildUsage } from './round-spending.ts';
import type { VariableService } from './variable-service.ts';
import { verifyApp } from './verify.ts';
import { zipFiles } from './zip-files.ts';

export const BLUEPRINT_MODEL = 'blueprint-1';

export interface BuildPayload {
  prompt: string;
  framework: Framework;
  project_id: string;
  preview_id: string;
  is_new: boolean;
  preview: boolean;
  model: string;
  attribution_waived: boolean;
  /** Absent in jobs that were queued before accounts had price factors. */
  price_factor_permille?: number;
  /** The price of the order; absent in jobs from before prices could change while the service runs. */
  price?: ModelPrice;
  /** The model's cost; absent if nothing costs, and in jobs from before costs were known. */
  floor?: ModelPrice;
}

export interface BuildParts {
  database: Database;
  artifacts: ArtifactStore;
  prices: Prices;
  blueprint: BlueprintEngine;
  preview: PreviewEngine;
  text: TextRoutes;
  addresses: Addresses;
  variables: Pick<VariableService, 'valuesOf'>;
}

interface MadeApp {
  name: string;
  files: ProjectFile[];
  blueprint: Blueprint | null;
  summary: string;
  rounds: number;
  warnings: string[];
  isPreviewed: boolean;
  usage: { promptTokens: number; completionTokens: number };
  understood: string[];
  /** The outcome of each requested item; null if a text model wrote the app, whose files say nothing about it. */
  requested: Requested[] | null;
}

interface Before {
  project: ProjectRow | undefined;
  files: ProjectFile[];
  blueprint: Blueprint | null;
}

export function buildHandler(parts: BuildParts): JobHandler<BuildPayload, BuildResult> {
  return {
    async run(job) {
      const before = await readBefore(parts, job);
      job.report(0.05, 'reading the prompt');
      const made =
        job.payload.model === BLUEPRINT_MODEL
          ? await makeByBlueprint(parts, job, before)
          : await makeByModel(parts, job, before);
      job.report(0.9, 'storing');
      return store(parts, job, { made, before });
    },
  };
}

async function readBefore(
  parts: BuildParts,
  { accountId, environment, payload }: RunningJob<BuildPayload>,
): Promise<Before> {
  const { queries } = parts.database;
  const project = await findProject(queries, { accountId, environment }, payload.project_id);
  if (!project) {
    if (payload.is_new) return { project, files: [], blueprint: null };
    throw new ServiceError('not_found', 'The project was deleted before its build started.');
  }
  const version = await findVersion(queries, project.id, project.version);
  const files = (await readFiles(queries, project.id, project.version)) ?? [];
  return { project, files, blueprint: (version?.blueprint ?? null) as Blueprint | null };
}

async function makeByBlueprint(parts: BuildParts, job: RunningJob<BuildPayload>, before: Before): Promise<MadeApp> {
  const { framework, preview } = job.payload;
  const made = before.project
    ? await editByBlueprint(parts, job, before)
    : await composeByBlueprint(parts, job.payload, job.signal);
  const { blueprint, files } = made;
  job.report(0.4, 'checking');
  const variables = await parts.variables.valuesOf(job.payload.project_id);
  const verdict = await verifyApp(parts.preview, { files, order: { framework, preview, variables } }, job.signal);
  const [problem] = verdict.problems;
  if (problem)
    throw new ServiceError(
      'engine_failed',
      `The app did not work (${problem.file ?? problem.stage}: ${problem.message}). Nothing was charged.`,
    );
  const none = { promptTokens: 0, completionTokens: 0 };
  return { name: blueprint.name, rounds: 0, ...verdict, usage: none, understood: blueprint.understood, ...made };
}

type BlueprintApp = Pick<MadeApp, 'files' | 'summary' | 'requested'> & { blueprint: Blueprint };

async function composeByBlueprint(
  parts: BuildParts,
  { prompt, framework }: BuildPayload,
  signal: AbortSignal,
): Promise<BlueprintApp> {
  const blueprint = await parts.blueprint.read(prompt, signal);
  const files = await parts.blueprint.write(blueprint, framework, signal);
  const requested = await parts.blueprint.review({ prompt, files }, signal);
  return { blueprint, files, requested, summary: `Built ${blueprint.name}: ${blueprint.tagline}` };
}

async function editByBlueprint(
  parts: BuildParts,
  { payload, signal }: RunningJob<BuildPayload>,
  before: Before,
): Promise<BlueprintApp> {
  if (!before.blueprint)
    throw new ServiceError(
      'engine_unavailable',
      'This project was written by a text model, and editing it needs one. Name a text model in "model".',
    );
  const edited = await editFiles(parts.blueprint, { ...before, blueprint: before.blueprint, ...payload }, signal);
  if (edited.changed.length === 0) throw nothingChanged(edited.requested);
  return edited;
}

async function makeByModel(parts: BuildParts, job: RunningJob<BuildPayload>, before: Before): Promise<MadeApp> {
  const { prompt, framework, preview } = job.payload;
  const model = parts.text.find(job.payload.model);
  if (!model) throw new ServiceError('unknown_model', `The model "${job.payload.model}" no longer exists.`);
  const variables = await parts.variables.valuesOf(job.payload.project_id);
  const order = { model, framework, prompt, preview, variables, existing: before.files };
  job.spend(0);
  const used = { promptTokens: 0, completionTokens: 0 };
  const onSpent = (usage: BuildUsage) => job.spend(costOf(parts, job.payload, usage));
  const watch = { used, onSpent, report: job.report };
  const built = await buildWithModel(parts, { order, watch }, job.signal).catch((error: unknown) => {
    throw failureOf(parts, job, { error, used });
  });
  const name = before.project?.name ?? titleOf(built.files, prompt);
  return { name, blueprint: null, understood: [], requested: null, ...built, ...built.verdict };
}

/**
 * What a model that somebody bills has written as ordered is charged, whether it works or not. A failure of ours or of the upstream is
 * free.
 */
function failureOf(
  parts: BuildParts,
  { payload, held, signal }: RunningJob<BuildPayload>,
  { error, used }: { error: unknown; used: BuildUsage },
): unknown {
  if (signal.aborted || !(error instanceof ServiceError) || error.status >= 500) return error;
  const { model } = payload;
  const isBilled = parts.prices.upstreamCost({ model }, { promptTokens: 1_000, completionTokens: 1_000 }) !== 0;
  const cost = isBilled && used.promptTokens > 0 ? Math.min(held, costOf(parts, payload, used)) : 0;
  if (cost === 0)
    return error.code === 'build_failed'
      ? new ServiceError('engine_failed', `${error.message} Nothing was charged.`)
      : error;
  const tokens = `${used.promptTokens} tokens read and ${used.completionTokens} written`;
  const charged = `Charged: what ${model} used, ${tokens}, ${microToCredits(cost)} credits.`;
  return new PaidFailure(error.code, `${error.message} ${charged}`, { cost, usage: used });
}

function titleOf(files: readonly ProjectFile[], prompt: string): string {
  const heading = /^#\s+(.+)$/m.exec(files.find((file) => file.path === 'README.md')?.content ?? '')?.[1];
  return (heading ?? prompt).slice(0, 60);
}

async function store(
  parts: BuildParts,
  job: RunningJob<BuildPayload>,
  { made, before }: { made: MadeApp; before: Before },
): Promise<FinishedWork<BuildResult>> {
  const { accountId, environment, payload } = job;
  const archive = await parts.artifacts.put(
    {
      accountId,
      environment,
      extension: 'zip',
      contentType: 'application/zip',
      name: `${slugOf(made.name)}.zip`,
      source: await zipFiles(made.files, job.signal),
      origin: null,
    },
    job.signal,
  );
  const changed = changedPaths(before.files, made.files);
  const project = {
    id: payload.project_id,
    accountId,
    environment,
    name: made.name,
    framework: payload.framework,
    previewId: before.project?.previewId ?? payload.preview_id,
  };
  const version = {
    projectId: payload.project_id,
    jobId: job.id,
    prompt: payload.prompt,
    summary: made.summary,
    engine: payload.model,
    files: made.files,
    changed,
    blueprint: made.blueprint,
    requested: made.requested,
    archiveId: archive.id,
    archivePath: archive.path,
  };
  const url = previewUrl(parts.addresses, before.project?.previewId ?? payload.preview_id);
  const result: BuildResult = {
    project_id: payload.project_id,
    version: 1,
    name: made.name,
    framework: payload.framework,
    changed,
    summary: made.summary,
    engine: payload.model,
    rounds: made.rounds,
    preview_path: made.isPreviewed ? new URL(url).pathname : null,
    archive_path: archive.path,
    warnings: made.warnings,
    understood: made.understood,
    requested: made.requested,
  };
  return {
    result,
    storeIn: async (trx) => ({ version: (await addVersion(trx, project, version)) ?? 1 }),
    discard: () => parts.artifacts.remove(archive.id),
    outputUrl: made.isPreviewed ? url : `${parts.addresses.publicUrl}${archive.path}`,
    usage: made.usage,
    cost: costOf(parts, payload, made.usage),
  };
}

function costOf({ prices }: BuildParts, payload: BuildPayload, usage: MadeApp['usage']): MicroCredits {
  const price = payload.price ?? prices.of('builder', payload.model);
  const { attribution_waived: attributionWaived, floor } = payload;
  const { price_factor_permille: priceFactorPermille = LIST_PRICE_PERMILLE } = payload;
  return costAt(price, { attributionWaived, priceFactorPermille, floor }, { ...usage, requests: 1 });
}

function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'app'
  );
}
