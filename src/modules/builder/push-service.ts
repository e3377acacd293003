// Pushes a project with its versions as commits to a customer's own Git remote. It never overwrites anything there.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import type { Database } from '../../store/database.ts';
import type { ProjectRow } from '../../store/projects.ts';
import { packHistory } from './git-history.ts';
import { GitRemote } from './git-remote.ts';
import type { PushBody } from './push-schema.ts';

export interface PushParts {
  database: Database;
  fetch: GuardedFetch;
  /** Read for every push, because it can change while the service runs. */
  settings: { allowPrivateGit: boolean };
  findProject(caller: Caller, id: string): Promise<ProjectRow>;
}

/** The time limit of the whole push. */
const LIMIT_MS = 60_000;
/** Per process, because each push holds its pack in memory. */
const MAX_AT_ONCE = 4;
/** Branch names that Git rejects, among the characters that the schema allows. */
const BAD_BRANCH = /\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$/;

export class PushService {
  readonly #parts: PushParts;
  readonly #running = new Set<string>();

  constructor(parts: PushParts) {
    this.#parts = parts;
  }

  async push(caller: Caller, id: string, { body, signal }: { body: PushBody; signal: AbortSignal }): Promise<object> {
    const branch = body.branch ?? 'main';
    if (BAD_BRANCH.test(branch))
      throw new ServiceError('invalid_parameter', `"${branch}" cannot be the name of a branch.`, { param: 'branch' });
    const project = await this.#parts.findProject(caller, id);
    if (this.#running.has(project.id) || this.#running.size >= MAX_AT_ONCE)
      throw new ServiceError('rate_limit_exceeded', 'Another push is running. Try again when it has ended.', {
        retryAfterSeconds: 5,
      });
    this.#running.add(project.id);
    try {
      return await this.#pushTo(project, { ...body, branch }, signal);
    } finally {
      this.#running.delete(project.id);
    }
  }

  async #pushTo(
    project: ProjectRow,
    { url, username = 'git', token, branch }: PushBody & { branch: string },
    signal: AbortSignal,
  ): Promise<object> {
    const { database, fetch, settings } = this.#parts;
    const ref = `refs/heads/${branch}`;
    const remote = new GitRemote(fetch, { url, username, token, allowPrivate: settings.allowPrivateGit }, LIMIT_MS);
    const found = await remote.readBranch(ref, signal);
    const { head, added, pack } = await packHistory(database, { projectId: project.id, tip: found.tip }, signal);
    if (added > 0) await remote.push(found, { ref, head, pack }, signal);
    return { object: 'project.push', project_id: project.id, url: found.base, branch, commit: head, pushed: added };
  }
}
