// The programs that run diffusion models, Bare and stable-diffusion.cpp: their sources for each platform.
import { arch, platform } from 'node:os';
import type { CatalogueEntry, CatalogueFile } from '../../models/catalogue.ts';
import type { ModelFiles } from '../../models/store.ts';
import type { DiffusionRuntime } from './bare-channel.ts';

export const RUNTIME = 'diffusion-runtime-1';

const BARE = 'npm:bare-sidecar@0.3.0#prebuilds';
const ADDON = 'npm:@qvac/diffusion-cpp@0.25.0#prebuilds';

interface Built {
  bytes: number;
  sha256: string;
}

/** The packages contain the builds of all platforms, some 900 MB; only the two files for this one are kept. */
const BUILDS: Readonly<Record<string, { bare: Built; addon: Built }>> = {
  'linux-arm64': {
    bare: { bytes: 81_935_592, sha256: '1c8a77d80a390776f14aa4282db866b6501fbb0a9d20975db98280cf36082f90' },
    addon: { bytes: 40_107_680, sha256: '3804b7fe1105ba12ca7b5acf96394ea071b9c609eb76718dc58071e55b540b81' },
  },
  'linux-x64': {
    bare: { bytes: 80_640_648, sha256: '90cae1d1e1ba218a03b3bbf25516e23ee117c5ee9287478d66e16761d224a83a' },
    addon: { bytes: 40_708_488, sha256: '08890ea57e12de407b7461827252ff07cdb8185dc6b4ecbd70242dbf392d128e' },
  },
  'darwin-arm64': {
    bare: { bytes: 65_041_464, sha256: 'ce924274cabc10101d4a4aa7f1a3b0ee4f696d9ee4bbfdd84c21349e088ea2e1' },
    addon: { bytes: 38_545_352, sha256: 'a355f9a1f81bd5dbd100d9cb1146283a9bbb3d06ef68dd166839a28dfda8c4eb' },
  },
  'darwin-x64': {
    bare: { bytes: 66_876_984, sha256: '8c12f67f5c185cb7b88b9f85cce2a7a0515e2be101128af1af4456ff426eba4b' },
    addon: { bytes: 39_636_808, sha256: '8ebf36902beedbaee80c5756eaec8679d89fc494c3e67170647d5632916e33d9' },
  },
  'win32-x64': {
    bare: { bytes: 40_637_440, sha256: '020cfb7f9ebec4bbb38fefd71bcd2e007bc3d706a58eb3f9b5673a9683a72b4d' },
    addon: { bytes: 85_373_952, sha256: '33cf36974106ff33d49615f5222f14cf60f339c07c482f6f01fc520561a728df' },
  },
};

/** Undefined if the runtime was not built for this platform. */
export function runtimeEntry(machine = `${platform()}-${arch()}`): CatalogueEntry | undefined {
  const built = BUILDS[machine];
  const bare = bareFile(machine);
  if (!built || !bare) return undefined;
  return {
    id: RUNTIME,
    kind: 'other',
    title: 'Bare 1.27 and stable-diffusion.cpp',
    ownedBy: 'tether',
    licence: 'Apache-2.0',
    note: 'Runs the diffusion models; pulled automatically with the first weights.',
    files: {
      bare,
      'diffusion.bare': { ...built.addon, sources: [`${ADDON}/${machine}/qvac__diffusion-cpp.bare`] },
    },
  };
}

/** The Bare executable; undefined if it was not built for this platform. */
export function bareFile(machine: string): CatalogueFile | undefined {
  const built = BUILDS[machine];
  const program = machine.startsWith('win32') ? 'bare.exe' : 'bare';
  return built && { ...built.bare, sources: [`${BARE}/${machine}/${program}`] };
}

/** For this machine's catalogue; an operator's entry with the same id replaces it. */
export function runtimeEntries(): readonly CatalogueEntry[] {
  const entry = runtimeEntry();
  return entry ? [entry] : [];
}

export function runtimeOf(files: ModelFiles): DiffusionRuntime {
  const { bare, 'diffusion.bare': addon } = files;
  if (!bare || !addon) throw new Error('the entry of the diffusion runtime lacks a file');
  return { bare, addon };
}
