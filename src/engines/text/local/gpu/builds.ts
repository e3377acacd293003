// The GPU builds of the library that runs text models: catalogue entries, so that the model store pulls and checks them like weights.
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CatalogueEntry } from '../../../../models/catalogue.ts';
import type { ModelFiles } from '../../../../models/store.ts';
import table from './builds.json' with { type: 'json' };

export type GpuKind = 'cuda' | 'vulkan' | 'metal';

/** Where text models run, and where the library finds its files. */
export interface RunsOn {
  use: GpuKind | 'off';
  /** Packages of the library that are outside of node_modules, with their folders. */
  folders: Readonly<Record<string, string>>;
  version: string;
}

interface BuildFile {
  /** Where the library looks for it, below the folder of all builds. */
  at: string;
  from: string;
  path: string;
  bytes: number;
  sha256: string;
}

const BUILDS: Readonly<Record<string, readonly BuildFile[]>> = table.builds;
export const BUILDS_VERSION = table.version;

/** Undefined if the library has no such build, or if it is installed with the library itself (Metal). */
export function buildFor(kind: GpuKind, machine = `${process.platform}-${process.arch}`): string | undefined {
  return BUILDS[`${machine}-${kind}`] && `${machine}-${kind}`;
}

/** The builds for this machine, one entry each: `llama-linux-x64-cuda-1`. */
export function buildEntries(machine = `${process.platform}-${process.arch}`): CatalogueEntry[] {
  const fitting = Object.entries(BUILDS).filter(([build]) => build.startsWith(`${machine}-`));
  return fitting.map(([build, files]) => ({
    id: entryOf(build),
    kind: 'other',
    title: `llama.cpp for ${build}`,
    ownedBy: 'node-llama-cpp',
    licence: 'MIT',
    note: 'Runs text models on a GPU; pulled automatically if one is found.',
    files: Object.fromEntries(
      files.map(({ at, from, path, bytes, sha256 }) => [
        nameOf(at),
        { bytes, sha256, sources: [`npm:${from}@${BUILDS_VERSION}#${path}`] },
      ]),
    ),
  }));
}

export function entryOf(build: string): string {
  return `llama-${build}-1`;
}

/** Arranges pulled files as the library expects them, and names the module that stands for each of its packages. */
export async function arrangeBuild(build: string, files: ModelFiles): Promise<Record<string, string>> {
  const [first] = Object.values(files);
  if (!first) throw new Error(`the build ${build} has no files`);
  const folder = join(dirname(first), 'bins');
  for (const { at } of BUILDS[build] ?? []) await linkFile(join(folder, at), files[nameOf(at)] ?? '');
  const packages = [...new Set((BUILDS[build] ?? []).map(({ from }) => from))];
  return Object.fromEntries(packages.map((name) => [name, name.endsWith('-ext') ? join(folder, 'ext') : folder]));
}

/** A hard link: Node resolves a symbolic one, and the build would look for its libraries in the store's folder. */
async function linkFile(at: string, target: string): Promise<void> {
  await mkdir(dirname(at), { recursive: true });
  await rm(at, { force: true });
  await link(target, at).catch(() => copyFile(target, at));
}

/** A file's name in the store: the store's folders are flat, and no name starts with an underscore. */
function nameOf(at: string): string {
  return at.replaceAll('/', '-').replace('-_', '-');
}
