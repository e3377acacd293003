// Projects and builds: every build is a job, and the response waits for its result for a while.

import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ERROR_CATALOGUE, type ErrorCode, ServiceError } from '../../core/errors.ts';
import { newId, randomToken } from '../../core/ids.ts';
import { pageBody, pageBySeq } from '../../core/page.ts';
import type { Framework } from '../../engines/blueprint/port.ts';
import type { TextModel, TextRoutes } from '../../engines/text/port.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { JobView } from '../../jobs/view.ts';
import type { Prices } from '../../money/prices.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Database, Queries } from '../../store/database.ts';
import type { Owner } from '../../store/owner.ts';
import {
  addVersion,
  findProject,
  findVersion,
  listProjects,
  listVersions,
  type ProjectFile,
  type ProjectRow,
  readFiles,
  removeProject,
  type VersionRow,
} from '../../store/projects.ts';
import { changedPaths, diffFiles } from './changes.ts';
import { bundleOf, packHistory } from './git-history.ts';
import { BLUEPRINT_MODEL, type BuildPayload } from './job.ts';
import { MAX_REPAIRS, mostPromptTokens, mostTokens } from './model-build.ts';
import { chooseModel } from './model-choice.ts';
import { buildMessages } from './model-prompts.ts';
import { type Addresses, showFile, showProject, showVersion } from './present.ts';
import type { BuildBody, ProjectListQuery } from './schema.ts';
import type { VariableService } from './variable-service.ts';
import { zipFiles } from './zip-files.ts';

export interface BuilderParts {
  database: Database;
  artifacts: ArtifactStore;
  /** Throws if the account stores more than its plan allows, as the transaction sees it. */
  refuseExcess(accountId: string, bytes: number, queries: Queries): Promise<void>;
  jobs: JobQueue;
  prices: Prices;
  text: TextRoutes;
  addresses: Addresses;
  variables: Pick<VariableService, 'addExample'>;
  /** How long the response waits for its build before it returns the job. */
  waitMs?: number;
}

export interface BuildCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  isAsync: boolean;
  body: BuildBody;
}

export interface Built {
  body: JobView & { files?: object[] };
  /** Present only if the build completed before the response. */
  receipt?: Receipt;
}

const WAIT_MS = 60_000;
/** Per process: each comparison holds two versions in memory, and they run one after the other. */
const MAX_DIFFS_AT_ONCE = 8;

export class BuilderService {
  readonly #parts: BuilderParts;
  #diffsRunning = 0;

  constructor(parts: BuilderParts) {
    this.#parts = parts;
  }

  /** Returns the finished build with its files, or the job if it takes longer or the client asked for a job. */
  async build(call: BuildCall): Promise<Built> {
    const { jobs, database, waitMs = WAIT_MS } = this.#parts;
    const job = await this.#order(call);
    if (call.isAsync) return { body: job };
    const done = await jobs.waitFor(call.caller, job.id, { timeoutMs: waitMs, signal: call.signal });
    if (done.status === 'failed') throw errorOf(done);
    if (done.status !== 'completed') return { body: done };
    const files = await readFiles(database.queries, String(done.project_id), Number(done.version));
    const receipt = await jobs.receiptOf(call.caller, job.id);
    return { body: { ...done, files: (files ?? []).map(showFile) }, receipt };
  }

  async list(caller: Caller, query: ProjectListQuery): Promise<object> {
    const limit = query.limit ?? 20;
    const rows = await listProjects(this.#parts.database.queries, caller, {
      limit: limit + 1,
      ...(query.cursor ? { beforeSeq: Number(query.cursor) } : {}),
    });
    return pageBySeq(rows, limit, (row) => showProject(row, this.#parts.addresses));
  }

  async find(caller: Caller, id: string): Promise<object> {
    const project = await this.project(caller, id);
    const version = await this.#version(project, project.version);
    return { ...showProject(project, this.#parts.addresses), latest: showVersion(version, this.#parts.addresses) };
  }

  async versions(caller: Caller, id: string): Promise<object> {
    const project = await this.project(caller, id);
    const rows = await listVersions(this.#parts.database.queries, project.id);
    return pageBody(rows.map((row) => showVersion(row, this.#parts.addresses)));
  }

  async files(caller: Caller, id: string, number: number | undefined): Promise<object> {
    const project = await this.project(caller, id);
    const files = await this.#files(project, number ?? project.version);
    return { version: number ?? project.version, ...pageBody(files.map(showFile)) };
  }

  async diff(
    caller: Caller,
    id: string,
    { query, signal }: { query: { from?: number; to?: number }; signal: AbortSignal },
  ): Promise<object> {
    const project = await this.project(caller, id);
    const to = query.to ?? project.version;
    const from = query.from ?? Math.max(1, to - 1);
    const [before, after] = await Promise.all([this.#files(project, from), this.#files(project, to)]);
    if (this.#diffsRunning >= MAX_DIFFS_AT_ONCE)
      throw new ServiceError('rate_limit_exceeded', 'Too many versions are being compared. Try again in a second.', {
        retryAfterSeconds: 1,
      });
    this.#diffsRunning += 1;
    try {
      const diff = await diffFiles(before, after, signal);
      return { object: 'project.diff', from, to, changed: changedPaths(before, after), diff };
    } finally {
      this.#diffsRunning -= 1;
    }
  }

  /** The old files become a new version, so no version is lost. */
  async revert(caller: Caller, id: string, number: number): Promise<object> {
    const project = await this.project(caller, id);
    const [target, files, current] = await Promise.all([
      this.#version(project, number),
      this.#files(project, number),
      this.#files(project, project.version),
    ]);
    await this.#parts.database.transaction(async (trx) => {
      await addVersion(trx, project, {
        ...target,
        jobId: null,
        prompt: `Revert to version ${number}`,
        summary: `Back to version ${number}.`,
        requested: null,
        files,
        changed: changedPaths(current, files),
      });
      await this.#parts.refuseExcess(caller.accountId, 0, trx);
    });
    return this.find(caller, id);
  }

  async archive(caller: Owner, id: string, number: number | undefined): Promise<{ name: string; bytes: Uint8Array }> {
    const project = await this.project(caller, id);
    const files = await this.#files(project, number ?? project.version);
    return {
      name: `${project.id}-v${number ?? project.version}.zip`,
      bytes: await zipFiles(await this.#parts.variables.addExample(project.id, files)),
    };
  }

  async history(caller: Caller, id: string, signal: AbortSignal): Promise<{ name: string; bytes: Uint8Array }> {
    const project = await this.project(caller, id);
    const history = await packHistory(this.#parts.database, { projectId: project.id, tip: null }, signal);
    return { name: `${project.id}.bundle`, bytes: bundleOf(history) };
  }

  async remove(caller: Caller, id: string): Promise<object> {
    const project = await this.project(caller, id);
    const archives = (await listVersions(this.#parts.database.queries, project.id)).flatMap(
      (row) => row.archiveId ?? [],
    );
    await removeProject(this.#parts.database.queries, caller, id);
    for (const archive of new Set(archives)) await this.#parts.artifacts.remove(archive);
    return { id, object: 'project', deleted: true };
  }

  async project(caller: Owner, id: string): Promise<ProjectRow> {
    const project = await findProject(this.#parts.database.queries, caller, id);
    if (!project) throw new ServiceError('not_found', `There is no project "${id}".`);
    return project;
  }

  async #order({ caller, requestId, body }: BuildCall): Promise<JobView> {
    const project = body.project_id === undefined ? undefined : await this.project(caller, body.project_id);
    if (project && body.framework !== undefined && body.framework !== project.framework)
      throw new ServiceError(
        'invalid_parameter',
        `This project uses ${project.framework}. Leave "framework" out, or start a new project.`,
        { param: 'framework' },
      );
    const model = chooseModel(this.#parts.text, caller, await this.#modelFor(project, body.model));
    const prices = this.#parts.prices.now();
    const payload: BuildPayload = {
      prompt: body.prompt,
      framework: (project?.framework ?? body.framework ?? 'react') as Framework,
      project_id: project?.id ?? newId('proj'),
      preview_id: randomToken(),
      is_new: !project,
      preview: body.preview ?? true,
      model: model?.id ?? BLUEPRINT_MODEL,
      attribution_waived: caller.attributionWaived,
      price_factor_permille: prices.factorOf(caller),
      price: prices.of('builder', model?.id ?? BLUEPRINT_MODEL),
    };
    const floor = prices.floorFor(caller, { module: 'builder', model: payload.model });
    if (floor) payload.floor = floor;
    const what = {
      module: 'builder',
      model: payload.model,
      description: `${project ? 'Edit' : 'Build'} with ${payload.model} (${payload.framework})`,
    };
    const quote = prices.quote(caller, what, await this.#mostUse(model, project, payload));
    return this.#parts.jobs.create({ caller, requestId, kind: 'build', payload, quote });
  }

  async #mostUse(model: TextModel | null, project: ProjectRow | undefined, { framework, prompt }: BuildPayload) {
    if (!model) return { requests: 1 };
    const files = project ? await this.#files(project, project.version) : [];
    return {
      requests: 1,
      promptTokens: mostPromptTokens(this.#parts.text, model, buildMessages(framework, prompt, files)),
      completionTokens: mostTokens(model) * (MAX_REPAIRS + 1),
    };
  }

  /** Projects of the blueprint engine stay with it unless a model is named, because its edits are smaller. */
  async #modelFor(project: ProjectRow | undefined, named: string | undefined): Promise<string | undefined> {
    if (!project || named !== undefined) return named;
    return (await this.#version(project, project.version)).engine === BLUEPRINT_MODEL ? BLUEPRINT_MODEL : undefined;
  }

  async #version(project: ProjectRow, number: number): Promise<VersionRow> {
    const version = await findVersion(this.#parts.database.queries, project.id, number);
    if (!version) throw new ServiceError('not_found', `This project has no version ${number}.`);
    return version;
  }

  async #files(project: ProjectRow, number: number): Promise<ProjectFile[]> {
    const files = await readFiles(this.#parts.database.queries, project.id, number);
    if (!files) throw new ServiceError('not_found', `This project has no version ${number}.`);
    return files;
  }
}

function errorOf(job: JobView): ServiceError {
  const code = job.error?.code ?? 'engine_failed';
  const known = Object.hasOwn(ERROR_CATALOGUE, code) ? (code as ErrorCode) : 'engine_failed';
  return new ServiceError(known, job.error?.message ?? 'The build failed. Nothing was charged.');
}
