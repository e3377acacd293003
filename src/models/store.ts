// The folder of weights that all processes share: reports and pulls models, and never exposes an incomplete one.
import { statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type CatalogueEntry, loadCatalogue, totalBytes } from './catalogue.ts';
import { findDamage, isKnownChecksum, MANIFEST, readManifest, writeManifest } from './checked-files.ts';
import { createDecisions } from './decisions.ts';
import { LocalState } from './local-state.ts';
import { peekLock, readLock, tryLock, waitForLock } from './lock.ts';
import { type PulledFile, pullFiles } from './pull.ts';
import { checkRoom, explainFailure } from './pull-room.ts';
import type { RetryRules } from './retry-download.ts';
import { type EnsureOptions, joinPull, type ModelFiles, type Pull } from './shared-pull.ts';
import type { Hub } from './source-hub.ts';
import { gigabytes } from './words.ts';

export type { ModelFiles } from './shared-pull.ts';

export interface ModelStoreOptions {
  modelsDir: string;
  /** The hub or a public mirror of it. */
  hubUrl?: string;
  hubToken?: string;
  /** Private mirrors, asked before the hub; the hub's token is not sent to them. */
  mirrors?: readonly Hub[];
  retries?: RetryRules;
  freeDiskBytes?: (folder: string) => number | undefined;
  /** Entries from the operator's configuration; one with a built-in id replaces the built-in entry. */
  extraModels?: readonly CatalogueEntry[];
  log?: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Called for each percent of a pull. */
  onPercent?: (words: string) => void;
}

export interface ModelStatus {
  ready: boolean;
  pulling: boolean;
  /** 0–1. */
  progress: number;
  error: string | null;
}

interface VerifiedModel {
  entry: CatalogueEntry;
  /** The folder that holds the files. */
  from: string;
  files: Record<string, PulledFile>;
}

export type ModelStore = ReturnType<typeof createModelStore>;

const POLL_MS = 300;
const RECHECK_MS = 1_000;
/** Importing files takes milliseconds; pulling them may take hours. */
const ADOPT_WAIT_MS = 5_000;
const DEFAULT_HUB = 'https://huggingface.co';

export function createModelStore(options: ModelStoreOptions) {
  const modelsDir = resolve(options.modelsDir);
  const hub: Hub = { url: options.hubUrl ?? DEFAULT_HUB, ...(options.hubToken ? { token: options.hubToken } : {}) };
  const catalogue = loadCatalogue(options.extraModels);
  const local = new LocalState(modelsDir);
  const configured = new Set(options.extraModels?.map(({ id }) => id));
  const decisions = createDecisions({ local, catalogue, configured });
  const pulls = new Map<string, Pull>();
  const errors = new Map<string, string>();
  let lastWhy = '';
  const recentChecks = new Map<string, { atMs: number; files: ModelFiles | undefined }>();

  function entryOf(id: string): CatalogueEntry {
    const entry = catalogue.get(id) ?? local.read().added.find((added) => added.id === id);
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

  async function ensure(
    id: string,
    { signal, onProgress, acceptLicence = false }: EnsureOptions = {},
  ): Promise<ModelFiles> {
    signal?.throwIfAborted();
    const ready = pathIfReady(id);
    if (ready) return ready;
    // Does not wait if there is nothing to accept: a status right after the call shows the pull.
    if (!decisions.isAccepted(entryOf(id))) await decisions.checkMayPull(entryOf(id), { acceptLicence });
    const pull = pulls.get(id) ?? startPull(entryOf(id));
    return joinPull(pull, signal, onProgress);
  }

  function startPull(entry: CatalogueEntry): Pull {
    const abort = new AbortController();
    const pull: Pull = { promise: Promise.resolve({}), abort, waiting: 0, progress: 0, listeners: new Set() };
    const size = totalBytes(entry);
    let percent = 0;
    const onReceived = (bytes: number) => {
      // Progress never decreases, and stays below 1 until the checksums are verified.
      pull.progress = Math.max(pull.progress, Math.min(0.99, bytes / size));
      const now = Math.floor(pull.progress * 100);
      if (now > percent) options.onPercent?.(`${entry.id}: ${now} % of ${gigabytes(size)}`);
      percent = now;
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
    await checkRoom(entry, modelsDir, options.freeDiskBytes).catch((error: Error) => {
      throw new Error(explainFailure(entry, error), { cause: error });
    });
    await mkdir(targetFolder, { recursive: true });
    await rm(join(targetFolder, MANIFEST), { force: true });
    recentChecks.delete(entry.id);
    const pulled = await pullFiles(entry, {
      hubs: [...(options.mirrors ?? []), hub],
      ...(options.retries ? { retries: options.retries } : {}),
      targetFolder,
      partialFolder: join(modelsDir, '.partial', entry.id),
      onReceived,
      onFailedSource: (source, why) => logFailedSource(entry, source, why),
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

  /** A host that cannot be reached is one line, and not one for each of its files. */
  function logFailedSource(entry: CatalogueEntry, source: string, why: string): void {
    if (lastWhy === why) return;
    lastWhy = why;
    options.log?.warn({ model: entry.id, source, why }, 'model source failed');
  }

  async function remove(id: string): Promise<void> {
    const folder = join(modelsDir, entryOf(id).id);
    await rm(join(folder, MANIFEST), { force: true });
    await rm(folder, { recursive: true, force: true });
    await rm(join(modelsDir, '.partial', id), { recursive: true, force: true });
    recentChecks.delete(id);
  }

  /** The models added by name too, unless the catalogue has the same id. */
  function entries(): readonly CatalogueEntry[] {
    return [...catalogue.values(), ...local.read().added.filter(({ id }) => !catalogue.has(id))];
  }

  /** Reads every byte again. A damaged model is not used until it is pulled again. */
  async function verify(id: string): Promise<string[]> {
    const folder = join(modelsDir, entryOf(id).id);
    const manifest = readManifest(folder);
    if (!manifest) throw new Error(`${id} is not on this machine; run \`npm run models -- pull ${id}\``);
    const damaged = await findDamage(folder, manifest);
    if (damaged.length > 0) await rm(join(folder, MANIFEST), { force: true });
    recentChecks.delete(id);
    return damaged;
  }

  /** Imports verified files from a folder on the same disk. Locks the model against other pulls and imports. */
  async function adopt({ entry, from, files }: VerifiedModel, waitMs = ADOPT_WAIT_MS): Promise<void> {
    const known = entries().find(({ id }) => id === entry.id);
    for (const [name, file] of Object.entries((known ?? entry).files))
      if (!files[name] || !isKnownChecksum(file, files[name].sha256))
        throw new Error(`${entry.id}/${name} is not the file that the catalogue names`);
    const lockPath = join(modelsDir, '.locks', entry.id);
    const lock = await waitForLock(lockPath, waitMs);
    if (!lock) {
      const pid = (await readLock(lockPath))?.pid;
      throw new Error(
        `${entry.id} is being pulled by another process${pid ? ` (${pid})` : ''}. Wait until that has ended, or end it, then import the bundle again`,
      );
    }
    try {
      if (!known) await decisions.add(entry);
      const folder = join(modelsDir, entry.id);
      await rm(join(folder, MANIFEST), { force: true });
      await mkdir(folder, { recursive: true });
      for (const name of Object.keys(files)) await rename(join(from, name), join(folder, name));
      await writeManifest(folder, files);
      recentChecks.delete(entry.id);
    } finally {
      await lock.release();
    }
  }

  function pulledFiles(id: string): Record<string, PulledFile> | undefined {
    return pathIfReady(id) && readManifest(join(modelsDir, id));
  }

  function list() {
    return entries().map((entry) => ({ ...entry, bytes: totalBytes(entry), status: status(entry.id) }));
  }

  return {
    modelsDir,
    hub,
    entries,
    list,
    entry: entryOf,
    status,
    ensure,
    pathIfReady,
    remove,
    verify,
    adopt,
    pulledFiles,
    ...decisions,
  };
}
