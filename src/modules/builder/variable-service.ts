// Environment variables of a project: stored encrypted, given to its applications, and never shown again.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { pageBody } from '../../core/page.ts';
import { type PreviewFramework, PUBLIC_PREFIXES } from '../../engines/preview/port.ts';
import type { Seal } from '../../outbox/seal.ts';
import type { Database } from '../../store/database.ts';
import {
  listVariables,
  putVariable,
  readSealedVariables,
  removeVariable,
  type VariableRow,
} from '../../store/project-variables.ts';
import type { ProjectFile, ProjectRow } from '../../store/projects.ts';
import { MAX_VARIABLES } from './variable-schema.ts';

/** The key-derivation purpose of their encryption. */
export const PROJECT_VARIABLES = 'project variables';

/** Names that the sandbox sets, or that interpreters and loaders read before the application starts. */
const RESERVED = /^(?:PORT|HOST|HOME|PATH|PWD|SHELL|USER|TMPDIR|(?:LD|NODE|PYTHON)_?.*)$/;

export interface VariableParts {
  database: Database;
  seal: Seal;
  log: Log;
  findProject(caller: Caller, id: string): Promise<ProjectRow>;
}

export class VariableService {
  readonly #parts: VariableParts;

  constructor(parts: VariableParts) {
    this.#parts = parts;
  }

  async list(caller: Caller, id: string): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    const rows = await listVariables(this.#parts.database.queries, project.id);
    return pageBody(rows.map((row) => showVariable(project, row)));
  }

  async put(caller: Caller, id: string, { name, value }: { name: string; value: string }): Promise<object> {
    if (RESERVED.test(name))
      throw new ServiceError('invalid_parameter', `"${name}" is set by the service. Choose another name.`, {
        param: 'name',
      });
    const project = await this.#parts.findProject(caller, id);
    const sealed = this.#parts.seal.close(value);
    const row = await this.#parts.database.transaction((trx) =>
      putVariable(trx, project.id, { name, sealed, most: MAX_VARIABLES }),
    );
    if (row) return showVariable(project, row);
    throw new ServiceError('invalid_parameter', `A project has at most ${MAX_VARIABLES} variables. Delete one first.`);
  }

  async remove(caller: Caller, id: string, name: string): Promise<object> {
    const project = await this.#parts.findProject(caller, id);
    const isGone = await this.#parts.database.transaction((trx) => removeVariable(trx, project.id, name));
    if (!isGone) throw new ServiceError('not_found', `This project has no variable "${name}".`);
    return { name, object: 'project.variable', deleted: true };
  }

  /** Their values, for an application that is starting. */
  async valuesOf(projectId: string): Promise<Record<string, string>> {
    const rows = await readSealedVariables(this.#parts.database.queries, projectId);
    return Object.fromEntries(rows.flatMap(({ name, sealed }) => this.#open(projectId, name, sealed)));
  }

  /** The files of an export: `.env.example` names every variable, without its value. */
  async addExample(projectId: string, files: readonly ProjectFile[]): Promise<ProjectFile[]> {
    const rows = await listVariables(this.#parts.database.queries, projectId);
    const own = files.find(({ path }) => path === EXAMPLE_PATH)?.content ?? '';
    const missing = rows.filter(({ name }) => !new RegExp(`^${name}=`, 'm').test(own));
    if (missing.length === 0) return [...files];
    const start = own === '' || own.endsWith('\n') ? own : `${own}\n`;
    const content = `${start}${missing.map(({ name }) => `${name}=\n`).join('')}`;
    return [...files.filter(({ path }) => path !== EXAMPLE_PATH), { path: EXAMPLE_PATH, content }];
  }

  #open(projectId: string, name: string, sealed: Buffer): [string, string][] {
    try {
      return [[name, this.#parts.seal.open(sealed)]];
    } catch {
      this.#parts.log.warn(
        { project: projectId, variable: name },
        'a variable of a project cannot be decrypted because SECRET has changed; set it again',
      );
      return [];
    }
  }
}

const EXAMPLE_PATH = '.env.example';

function showVariable({ framework }: ProjectRow, { name, updatedAt }: VariableRow): object {
  const prefix = PUBLIC_PREFIXES[framework as PreviewFramework];
  const given = prefix === null ? 'server' : name.startsWith(prefix) ? 'page' : 'export';
  return { object: 'project.variable', name, given_to: given, updated_at: updatedAt.toISOString() };
}
