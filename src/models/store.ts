// The folder of weights that all processes share: reports and pulls models, and never exposes an incomplete one.
import { readFileSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type CatalogueEntry, loadCatalogue, totalBytes } from './catalogue.ts';
import { peekLock, readLock, tryLock } from './lock.ts';
import { type PulledFile, pullFiles } from './pull.ts';

export interface ModelStoreOptions {
  modelsDir: string;
  /** The hub or a mirror of it. */
  hubUrl?: string;
  hubToken?: string;
  /** Entries from the operator's configuration; one with a built-in id replaces the built-in entry. */
  extraModels?: readonly CatalogueEntry[];
  log?: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

export interface ModelStatus {
  ready: boolean;
  pulling: boolean;
  /** 0–1. */
  progress: number;
  error: string | null;
}

export type ModelFiles = Readonly<Record<string, string>>;

export interface EnsureOptions {
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
}

export type ModelStore = ReturnType<typeof createModelStore>;

interface Pull {
  promise: Promise<ModelFiles>;
  abort: AbortController;
  waiting: number;
  progress: number;
  listeners: Set<(fraction: number) => void>;
}

const MANIFEST = '.complete.json';
const POLL_MS = 300;
const RECHECK_MS = 1_000;
const DEFAULT_HUB = 'https://huggingface.co';

export function createModelStore(options: ModelStoreOptions) {
  const modelsDir = resolve(options.modelsDir);
  const hub = { url: options.hubUrl ?? DEFAULT_HUB, ...(options.hubToken ? { token: options.hubToken } : {}) };
  const catalogue = loadCatalogue(options.extraModels);
  const pulls = new Map<string, Pull>();
  const errors = new Map<string, string>();
  const recentChecks = new Map<string, { atMs: number; files: ModelFiles | undefined }>();

  function entryOf(id: string): CatalogueEntry {
    const entry = catalogue.get(id);
    if (!entry) throw new Error(`the catalogue has no model "${id}"; \`npm run models -- list\` shows all models`);
    return entry;
  }

  /**
   * The files, if all of them are complete and have the catalogue's checksums; otherwise undefined. Every call of a
   * model asks for this, so the disk is checked at most once a second.
   */
  function pathIfReady(id: string): ModelFiles | undefined {
    const recent = recentChecks.get(id);
    if (recent && Date.now() - recent.atMs < RECHECK_MS) return recent.files;
    const files = checkFiles(id);
    recentChecks.set(id, { atMs: Date.now(), files });
    return files;
  }

  function checkFiles(id: string): ModelFiles | undefined {
    const entry = entryOf(id);
    const folder = join(modelsDir, id);
    const manifest = readManifest(folder);
    if (!manifest) return undefined;
    const files: Record<string, string> = {};
    for (const [name, file] of Object.entries(entry.files)) {
      const pulled = manifest[name];
      if (!pulled || !isKnownChecksum(file, pulled.sha256)) return undefined;
      if (statSync(join(folder, name), { throwIfNoEntry: false })?.size !== pulled.bytes) return undefined;
      files[name] = join(folder, name);
    }
    return files;
  }

  function status(id: string): ModelStatus {
    const ready = pathIfReady(id) !== undefined;
    if (ready) return { ready, pulling: false, progress: 1, error: null };
    const progress = pulls.get(id)?.progress ?? progressElsewhere(id);
    return { ready, pulling: progress !== undefined, progress: progress ?? 0, error: errors.get(id) ?? null };
  }

  /** Progress of a pull by another process: a worker or the `models` command. */
  function progressElsewhere(id: string): number | undefined {
    const lock = peekLock(join(modelsDir, '.locks', id));
    return lock && Math.min(0.99, lock.receivedBytes / totalBytes(entryOf(id)));
  }

  async function ensure(id: string, { signal, onProgress }: EnsureOptions = {}): Promise<ModelFiles> {
    signal?.throwIfAborted();
    const ready = pathIfReady(id);
    if (ready) return ready;
    const pull = pulls.get(id) ?? startPull(entryOf(id));
    return joinPull(pull, signal, onProgress);
  }

  function startPull(entry: CatalogueEntry): Pull {
    const abort = new AbortController();
    const pull: Pull = { promise: Promise.resolve({}), abort, waiting: 0, progress: 0, listeners: new Set() };
    const size = totalBytes(entry);
    const onReceived = (bytes: number) => {
      // Progress never decreases, and stays below 1 until the checksums are verified.
      pull.progress = Math.max(pull.progress, Math.min(0.99, bytes / size));
      for (const listener of pull.listeners) listener(pull.progress);
    };
    pulls.set(entry.id, pull);
    errors.delete(entry.id);
    pull.promise = pullUnderLock(entry, onReceived, abort.signal)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) errors.set(entry.id, error instanceof Error ? error.message : String(error));
        throw error;
      })
      .finally(() => pulls.delete(entry.id));
    pull.promise.catch(() => undefined); // each caller gets the error; it must not be an unhandled rejection
    return pull;
  }

  async function pullUnderLock(entry: CatalogueEntry, onReceived: (bytes: number) => void, signal: AbortSignal) {
    const lockPath = join(modelsDir, '.locks', entry.id);
    for (;;) {
      recentChecks.delete(entry.id);
      const ready = pathIfReady(entry.id);
      if (ready) return ready;
      const lock = await tryLock(lockPath);
      if (!lock) {
        onReceived((await readLock(lockPath))?.receivedBytes ?? 0);
        await wait(POLL_MS, undefined, { signal });
        continue;
      }
      try {
        // Another process may have finished between the check and the lock.
        return (
          checkFiles(entry.id) ??
          (await pullNow(entry, (bytes) => [lock.setReceived(bytes), onReceived(bytes)], signal))
        );
      } finally {
        await lock.release();
      }
    }
  }

  async function pullNow(entry: CatalogueEntry, onReceived: (bytes: number) => void, signal: AbortSignal) {
    options.log?.info({ model: entry.id, bytes: totalBytes(entry) }, 'model pull started');
    const targetFolder = join(modelsDir, entry.id);
    await mkdir(targetFolder, { recursive: true });
    await rm(join(targetFolder, MANIFEST), { force: true });
    recentChecks.delete(entry.id);
    const pulled = await pullFiles(entry, {
      hub,
      targetFolder,
      partialFolder: join(modelsDir, '.partial', entry.id),
      onReceived,
      onFailedSource: (source, why) => options.log?.warn({ model: entry.id, source, why }, 'model source failed'),
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new Error(explainFailure(entry, error), { cause: error });
    });
    await writeManifest(targetFolder, pulled);
    recentChecks.delete(entry.id);
    const files = pathIfReady(entry.id);
    if (!files)
      throw new Error(
        `${entry.id} was pulled but its files are incomplete; run \`npm run models -- pull ${entry.id}\``,
      );
    options.log?.info({ model: entry.id }, 'model pull completed');
    return files;
  }

  async function remove(id: string): Promise<void> {
    const folder = join(modelsDir, entryOf(id).id);
    await rm(join(folder, MANIFEST), { force: true });
    await rm(folder, { recursive: true, force: true });
    await rm(join(modelsDir, '.partial', id), { recursive: true, force: true });
    recentChecks.delete(id);
  }

  function entries(): readonly CatalogueEntry[] {
    return [...catalogue.values()];
  }

  function list() {
    return entries().map((entry) => ({ ...entry, bytes: totalBytes(entry), status: status(entry.id) }));
  }

  return { modelsDir, entries, list, entry: entryOf, status, ensure, pathIfReady, remove };
}

/** A caller that aborts ends only its own wait; the pull itself is aborted when no caller waits any more. */
async function joinPull(pull: Pull, signal: AbortSignal | undefined, onProgress: EnsureOptions['onProgress']) {
  pull.waiting += 1;
  if (onProgress) pull.listeners.add(onProgress);
  let leave: (() => void) | undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
  });
  try {
    const files = await Promise.race([pull.promise, left]);
    onProgress?.(1);
    return files;
  } finally {
    if (leave) signal?.removeEventListener('abort', leave);
    if (onProgress) pull.listeners.delete(onProgress);
    pull.waiting -= 1;
    if (pull.waiting === 0) pull.abort.abort(new Error('no caller waits for this model any more'));
  }
}

function isKnownChecksum(file: CatalogueEntry['files'][string], sha256: string): boolean {
  const own = file.sources.flatMap((source) => (typeof source === 'object' && 'from' in source ? [source.sha256] : []));
  const pinned = file.sha256 ? [file.sha256, ...own] : own;
  return !file.sha256 || pinned.includes(sha256);
}

function readManifest(folder: string): Record<string, PulledFile> | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Record<string, PulledFile>;
  } catch {
    return undefined; // not pulled yet
  }
}

async function writeManifest(folder: string, pulled: Record<string, PulledFile>): Promise<void> {
  const draft = join(folder, `${MANIFEST}.${process.pid}`);
  const file = await open(draft, 'w');
  await file.writeFile(JSON.stringify(pulled, null, 2));
  await file.sync();
  await file.close();
  await rename(draft, join(folder, MANIFEST));
}

function explainFailure(entry: CatalogueEntry, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return (
    `${entry.title} (${entry.id}) could not be pulled: ${why}. Check the network and npm's registry settings, ` +
    `then run \`npm run models -- pull ${entry.id}\`; set HF_ENDPOINT for a mirror of the model hub.`
  );
}
