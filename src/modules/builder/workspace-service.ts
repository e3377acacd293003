// Manual work on a project: edited files become a version, and its messages and data can be read.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { pageBySeq } from '../../core/page.ts';
import { findUnsafePath, isProjectPath } from '../../core/project-path.ts';
import type { Framework } from '../../engines/blueprint/port.ts';
import type { PreviewEngine } from '../../engines/preview/port.ts';
import { listProjectMessages } from '../../store/builder-messages.ts';
import { type DataKind, keepData, lockKeptBytes, readKept, removeData } from '../../store/project-data.ts';
import { addVersion, findVersion, type ProjectFile, type ProjectRow, readFiles } from '../../store/projects.ts';
import { changedPaths } from './changes.ts';
import { dataToKeep } from './imported-data.ts';
import type { DataBody, SaveBody } from './link-schema.ts';
import { refuseTooLarge } from './model-answer.ts';
import type { PreviewHost } from './preview-host.ts';
import type { ProjectListQuery } from './schema.ts';
import type { BuilderParts } from './service.ts';

export interface WorkspaceParts extends Pick<BuilderParts, 'database' | 'refuseExcess'> {
  preview: PreviewEngine;
  previews: Pick<PreviewHost, 'settle'>;
  findProject(caller: Caller, id: string): Promise<ProjectRow>;
}

export class WorkspaceService {
  readonly #parts: WorkspaceParts;

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
  }

  /** Unfinished work is stored even if it does not compile; the response says what is wrong. */
  async save(caller: Caller, id: string, { body, signal }: { body: SaveBody; signal: AbortSignal }): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    if (body.base_version !== project.version) throw outdated(project.version);
    const { queries } = this.#parts.database;
    const current = await findVersion(queries, project.id, project.version);
    const before = (await readFiles(queries, project.id, project.version)) ?? [];
    const files = applyFiles(before, body.files);
    const changed = changedPaths(before, files);
    const { problems } = await this.#parts.preview.check({ files, framework: project.framework as Framework }, signal);
    const version =
      changed.length === 0
        ? project.version
        : await this.#parts.database.transaction(async (trx) => {
            const added = await addVersion(trx, project, {
              projectId: project.id,
              jobId: null,
              prompt:
                body.message ?? `Edited ${changed.slice(0, 3).join(', ')}${changed.length > 3 ? ' and more' : ''}`,
              summary: 'Edited by hand.',
              engine: current?.engine ?? 'editor',
              files,
              changed,
              blueprint: current?.blueprint ?? null,
              requested: null,
              archiveId: null,
              archivePath: null,
              expectedVersion: project.version,
            });
            await this.#parts.refuseExcess(caller.accountId, 0, trx);
            return added;
          });
    if (version === null) throw outdated(project.version + 1);
    const shown = problems.slice(0, 20).map(({ file, line, message }) => ({ file, line, message }));
    return { object: 'project.save', project_id: project.id, version, changed, problems: shown };
  }

  async messages(caller: Caller, id: string, query: ProjectListQuery): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    const limit = query.limit ?? 20;
    const rows = await listProjectMessages(this.#parts.database.queries, project.id, {
      limit: limit + 1,
      ...(query.cursor ? { beforeSeq: Number(query.cursor) } : {}),
    });
    return pageBySeq(rows, limit, ({ conversationId, role, content, createdAt }) => ({
      object: 'project.message',
      conversation_id: conversationId,
      role,
      content,
      created_at: createdAt.toISOString(),
    }));
  }

  /** A running server is stopped first, because it returns its files when it ends. */
  async data(caller: Caller, id: string): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    await this.#parts.previews.settle(project);
    const [storage, files, published] = await Promise.all(
      (['storage', 'disk', 'published'] as const).map((kind) => this.#kept(project.id, kind)),
    );
    return {
      object: 'project.data',
      storage: storage ?? null,
      files: files ?? null,
      published_files: published ?? null,
    };
  }

  async importData(caller: Caller, id: string, body: DataBody): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    const parts = dataToKeep(body);
    await this.#parts.previews.settle(project);
    await this.#parts.database.transaction(async (trx) => {
      const before = await lockKeptBytes(
        trx,
        project,
        parts.map(({ kind }) => kind),
      );
      const added = parts.reduce((sum, { content }) => sum + content.byteLength, -before);
      // Before the write: what is refused costs no disk. Less than before fits always.
      if (added > 0) await this.#parts.refuseExcess(caller.accountId, added, trx);
      for (const { kind, content } of parts) await keepData(trx, { projectId: project.id, kind }, content);
    });
    return this.data(caller, id);
  }

  async removeData(caller: Caller, id: string): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    await this.#parts.previews.settle(project);
    await removeData(this.#parts.database.queries, project.id);
    return { object: 'project.data', deleted: true };
  }

  async #kept(projectId: string, kind: DataKind): Promise<unknown> {
    const kept = await readKept(this.#parts.database.queries, { projectId, kind });
    return kept ? (JSON.parse(kept.toString('utf8')) as unknown) : null;
  }
}

function applyFiles(before: readonly ProjectFile[], edits: SaveBody['files']): ProjectFile[] {
  const files = new Map(before.map(({ path, content }) => [path, content]));
  for (const [at, { path, content }] of edits.entries()) {
    if (!isProjectPath(path))
      throw new ServiceError('invalid_parameter', `"${path}" cannot be the path of a file in a project.`, {
        param: `files[${at}].path`,
      });
    if (content === null) files.delete(path);
    else files.set(path, content);
  }
  const list = [...files].map(([path, content]) => ({ path, content }));
  if (list.length === 0)
    throw new ServiceError('invalid_parameter', 'A project needs at least one file.', { param: 'files' });
  const unsafe = findUnsafePath(list);
  if (unsafe !== undefined)
    throw new ServiceError(
      'invalid_parameter',
      `A project may not hold "${unsafe}": unpacked, it could run a command.`,
      { param: 'files' },
    );
  refuseTooLarge(list, 'invalid_parameter', 'This is more than a project may have: 200 files and 2 MB.');
  return list.sort((a, b) => a.path.localeCompare(b.path));
}

function outdated(version: number): ServiceError {
  return new ServiceError(
    'invalid_parameter',
    `The project has version ${version} by now. Load it and apply your change again.`,
    { param: 'base_version' },
  );
}
