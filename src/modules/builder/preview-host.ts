// Keeps previews running: bundles in memory, server apps as processes that start on the first request and stop when
// idle.
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type {
  BundleFile,
  PreviewAnswer,
  PreviewEngine,
  PreviewFramework,
  PreviewRequest,
  Problem,
  RunningPreview,
} from '../../engines/preview/port.ts';
import type { Database } from '../../store/database.ts';
import { type DataKind, keepData, readKept } from '../../store/project-data.ts';
import { findProjectByAddress, findProjectByShare } from '../../store/project-links.ts';
import { findProjectByPreview, type ProjectRow, readFiles } from '../../store/projects.ts';
import type { VariableService } from './variable-service.ts';

/** A published version runs separately from the preview, with its own data. */
export interface ShownProject extends ProjectRow {
  dataKind?: DataKind;
}

interface Shown {
  accountId: string;
  version: number;
  variablesRevision: number;
  dataKind: DataKind;
  usedMs: number;
  projectId: string;
  bundle: BundleFile[] | null;
  running: RunningPreview | null;
  /** Requests in progress: an app with one is not idle. */
  busy: number;
  /** Whether the visitor who started it has an answer. */
  hasAnswered: boolean;
}

export interface PreviewHostParts {
  database: Database;
  engine: PreviewEngine;
  variables: Pick<VariableService, 'valuesOf'>;
  log: Log;
  idleMs?: number;
}

const MAX_BUNDLES = 60;
const MAX_PROCESSES = 8;
const IDLE_MS = 5 * 60_000;
const SWEEP_MS = 15_000;
/** How long a start waits for an idle process before it ends a busy one. */
const ROOM_MS = 10_000;
const LOOK_MS = 50;

export class PreviewHost {
  readonly #database: Database;
  readonly #engine: PreviewEngine;
  readonly #variables: Pick<VariableService, 'valuesOf'>;
  readonly #log: Log;
  readonly #idleMs: number;
  readonly #shown = new Map<string, Promise<Shown>>();
  /** The started ones among them. Choosing a preview never waits for one that is starting. */
  readonly #ready = new Map<string, Shown>();
  /** Starting processes. Each already has its place. */
  readonly #starting = new Set<Promise<unknown>>();
  /** Stopping previews: the next start waits until their data is stored. */
  readonly #ending = new Map<string, Promise<void>>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(parts: PreviewHostParts) {
    this.#database = parts.database;
    this.#engine = parts.engine;
    this.#variables = parts.variables;
    this.#log = parts.log;
    this.#idleMs = parts.idleMs ?? IDLE_MS;
    this.#sweeper = setInterval(() => void this.#sweep(), Math.min(SWEEP_MS, this.#idleMs)).unref();
  }

  async project(previewId: string): Promise<ProjectRow> {
    const project = await findProjectByPreview(this.#database.queries, previewId);
    if (!project) throw new ServiceError('not_found', 'There is no such preview.');
    return project;
  }

  async sharedProject(token: string): Promise<ShownProject> {
    const project = await findProjectByShare(this.#database.queries, token);
    if (!project) throw new ServiceError('not_found', 'This link has expired or was revoked.');
    return project;
  }

  async publishedProject(address: string): Promise<ShownProject> {
    const project = await findProjectByAddress(this.#database.queries, address);
    if (!project) throw new ServiceError('not_found', 'Nothing is published at this address.');
    return { ...project, previewId: publishedKey(project), dataKind: 'published' };
  }

  /** Stops a project's processes, so that their data is in the database. */
  async settle(project: ProjectRow): Promise<void> {
    for (const id of [project.previewId, publishedKey(project)]) {
      if (this.#shown.has(id)) await this.#hide(id);
      await this.#ending.get(id);
    }
  }

  async request(
    project: ShownProject,
    { base, request }: { base: string; request: PreviewRequest },
    signal: AbortSignal,
  ): Promise<PreviewAnswer> {
    const shown = await this.#show(project);
    shown.usedMs = Date.now();
    if (shown.bundle) return this.#engine.answerFrom(shown.bundle, base, request);
    if (!shown.running) throw new ServiceError('engine_failed', 'This version has no preview.');
    shown.busy += 1;
    try {
      return await shown.running.request(request, signal);
    } finally {
      shown.busy -= 1;
      shown.hasAnswered = true;
      shown.usedMs = Date.now();
    }
  }

  /** The number of running processes. */
  runningCount(): number {
    return this.#processes().length;
  }

  readStorage(project: ProjectRow): Promise<Buffer | null> {
    return readKept(this.#database.queries, { projectId: project.id, kind: 'storage' });
  }

  keepStorage(project: ProjectRow, content: Uint8Array): Promise<void> {
    return keepData(this.#database.queries, { projectId: project.id, kind: 'storage' }, content);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#shown.keys()].map((id) => this.#hide(id)));
  }

  async #show(project: ShownProject): Promise<Shown> {
    const known = this.#shown.get(project.previewId);
    const current = await known?.catch(() => undefined);
    if (current && isShowing(current, project)) return current;
    // Only the first of several requests replaces an old version; the others wait for the same promise.
    if (this.#shown.get(project.previewId) === known) {
      this.#ready.delete(project.previewId);
      const next = (known ? this.#end(current) : Promise.resolve()).then(() => this.#start(project));
      this.#shown.set(project.previewId, next);
      next.catch(() => this.#shown.delete(project.previewId));
    }
    return this.#shown.get(project.previewId) ?? this.#show(project);
  }

  async #start(project: ShownProject): Promise<Shown> {
    const files = (await readFiles(this.#database.queries, project.id, project.version)) ?? [];
    const variables = await this.#variables.valuesOf(project.id);
    const framework = project.framework as PreviewFramework;
    const shown: Shown = {
      accountId: project.accountId,
      version: project.version,
      variablesRevision: project.variablesRevision,
      dataKind: project.dataKind ?? 'disk',
      usedMs: Date.now(),
      projectId: project.id,
      bundle: null,
      running: null,
      busy: 0,
      hasAnswered: false,
    };
    const signal = AbortSignal.timeout(60_000);
    if (framework === 'nodejs' || framework === 'python') {
      await this.#ending.get(project.previewId)?.catch(() => undefined);
      const kept = await readKept(this.#database.queries, { projectId: project.id, kind: shown.dataKind });
      await this.#makeRoom(project.accountId);
      const starting = this.#engine.start({ files, framework, variables, kept }, signal);
      this.#starting.add(starting);
      try {
        const running = await starting;
        void running.ended.then(() => this.#forget(project.previewId, running));
        return this.#keepReady(project, { ...shown, running });
      } finally {
        this.#starting.delete(starting);
      }
    }
    const { bundle, problems } = await this.#engine.check({ files, framework, variables }, signal);
    if (!bundle) throw new ServiceError('engine_failed', `This version cannot be shown: ${describe(problems[0])}`);
    return this.#keepReady(project, { ...shown, bundle });
  }

  #keepReady({ previewId }: ShownProject, shown: Shown): Shown {
    this.#ready.set(previewId, shown);
    return shown;
  }

  #forget(previewId: string, running: RunningPreview): void {
    // Without its last output, which may contain anything from its visitors or its variables.
    this.#log.info({ previewId: previewId.slice(0, 6) }, 'preview ended');
    void this.#shown.get(previewId)?.then((shown) => {
      if (shown.running !== running) return;
      this.#shown.delete(previewId);
      this.#ready.delete(previewId);
    });
  }

  /** Stops the process and stores its data. */
  async #end(shown: Shown | undefined): Promise<void> {
    if (!shown?.running) return;
    const kept = await shown.running.stop();
    if (kept) await keepData(this.#database.queries, { projectId: shown.projectId, kind: shown.dataKind }, kept);
  }

  async #hide(previewId: string): Promise<void> {
    // Synchronously, so that no other call picks the same process.
    this.#ready.delete(previewId);
    const shown = await this.#shown.get(previewId)?.catch(() => undefined);
    this.#shown.delete(previewId);
    this.#ready.delete(previewId);
    const ending = this.#end(shown).finally(() => this.#ending.delete(previewId));
    this.#ending.set(previewId, ending);
    await ending;
  }

  /** Stops processes while there are too many. Returns as soon as a place is free; the caller must take it at once. */
  async #makeRoom(accountId: string): Promise<void> {
    const untilMs = performance.now() + ROOM_MS;
    while (this.#processes().length + this.#starting.size >= MAX_PROCESSES) {
      const victim = leastWanted(this.#processes(), accountId, performance.now() > untilMs);
      if (victim) await this.#hide(victim.id);
      else await sleep(LOOK_MS);
    }
  }

  async #sweep(): Promise<void> {
    const idle = this.#processes().filter(({ shown }) => shown.busy === 0 && Date.now() - shown.usedMs > this.#idleMs);
    const bundles = [...this.#ready]
      .flatMap(([id, shown]) => (shown.bundle ? [{ id, shown }] : []))
      .sort((a, b) => a.shown.usedMs - b.shown.usedMs);
    for (const { id } of [...idle, ...bundles.slice(0, Math.max(0, bundles.length - MAX_BUNDLES))])
      await this.#hide(id).catch((error) => this.#log.warn({ err: error }, 'preview could not be stopped'));
  }

  #processes(): Process[] {
    return [...this.#ready].flatMap(([id, shown]) => (shown.running ? [{ id, shown }] : []));
  }
}

interface Process {
  id: string;
  shown: Shown;
}

/**
 * An idle process of the account that has the most, counting those that it is starting: nobody loses a preview to an
 * account that has more. A busy one ends only for an account that has fewer, or if there is no other.
 */
function leastWanted(processes: readonly Process[], newcomer: string, mayAnswer: boolean): Process | undefined {
  const countOf = (account: string) =>
    processes.filter(({ shown }) => shown.accountId === account).length + (account === newcomer ? 1 : 0);
  const isAnswering = ({ busy, hasAnswered }: Shown) => busy > 0 || !hasAnswered;
  return processes
    .map((process) => ({ process, count: countOf(process.shown.accountId), answers: isAnswering(process.shown) }))
    .filter(({ answers, count }) => !answers || mayAnswer || count > countOf(newcomer))
    .sort(
      (a, b) =>
        b.count - a.count || Number(a.answers) - Number(b.answers) || a.process.shown.usedMs - b.process.shown.usedMs,
    )[0]?.process;
}

function describe(problem: Problem | undefined): string {
  if (!problem) return 'it does not compile';
  const { file, line, message } = problem;
  const place = [file, line].filter((part) => part !== null).join(':');
  return place ? `${place}: ${message}` : message;
}

function isShowing(shown: Shown, project: ShownProject): boolean {
  return shown.version === project.version && shown.variablesRevision === project.variablesRevision;
}

/** Not the preview's id, which a published page must not reveal. */
function publishedKey(project: ProjectRow): string {
  return `published ${project.id}`;
}
