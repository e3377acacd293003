// The programs that run ACE-Step, Bare and audiogen-cpp: their sources for each platform, and where the addon looks for
// its libraries.
import { mkdirSync, symlinkSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CatalogueEntry, CatalogueFile } from '../../../models/catalogue.ts';
import type { ModelFiles } from '../../../models/store.ts';
import type { DiffusionRuntime } from '../../diffusion/bare-channel.ts';
import { bareFile } from '../../diffusion/runtime.ts';
import { ACE_STEP_BUILDS } from './builds.ts';

export const ACE_STEP_RUNTIME = 'ace-step-runtime-1';

const VERSION = '0.4.1';
const NAME = 'qvac__audiogen-ggml';
const PROGRAM = fileURLToPath(new URL('./bare-worker.mjs', import.meta.url));

/** Undefined if the runtime was not built for this platform. */
export function aceStepRuntimeEntry(machine = `${platform()}-${arch()}`): CatalogueEntry | undefined {
  const built = ACE_STEP_BUILDS[machine];
  const bare = bareFile(machine);
  if (!built || !bare) return undefined;
  const folder = `npm:@qvac/audiogen-ggml-${machine}@${VERSION}#addon/prebuilds/${machine}`;
  const { addon, ...libraries } = built;
  const files: Record<string, CatalogueFile> = { bare, 'song.bare': { ...addon, sources: [`${folder}/${NAME}.bare`] } };
  for (const [processor, facts] of Object.entries(libraries)) {
    const name = `libqvac-speech-ggml-cpu-${processor}.so`;
    files[name] = { ...facts, sources: [`${folder}/${NAME}/${name}`] };
  }
  return {
    id: ACE_STEP_RUNTIME,
    kind: 'other',
    title: 'Bare 1.27 and audiogen-cpp',
    ownedBy: 'tether',
    licence: 'Apache-2.0',
    note: 'Runs ACE-Step; pulled automatically with its weights.',
    files,
  };
}

/** For this machine's catalogue; an operator's entry with the same id replaces it. */
export function aceStepRuntimeEntries(): readonly CatalogueEntry[] {
  const entry = aceStepRuntimeEntry();
  return entry ? [entry] : [];
}

export function aceStepRuntimeOf(files: ModelFiles): DiffusionRuntime {
  const { bare, 'song.bare': addon } = files;
  if (!bare || !addon) throw new Error('the entry of the ACE-Step runtime lacks a file');
  return { bare, addon, program: PROGRAM };
}

/** The addon looks for its libraries in `<folder>/<platform>/qvac__audiogen-ggml`; the model store keeps all files in one folder. */
export function linkLibraries({ addon }: DiffusionRuntime, machine = `${platform()}-${arch()}`): string {
  const folder = dirname(addon);
  if (!machine.startsWith('linux')) return folder;
  mkdirSync(join(folder, machine), { recursive: true });
  try {
    symlinkSync('..', join(folder, machine, NAME));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return folder;
}
