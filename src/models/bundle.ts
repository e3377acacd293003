// Carries models to machines without a network: one tar file with a manifest and checksums, verified when it is read.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CatalogueEntry, checkEntry } from './catalogue.ts';
import type { PulledFile } from './pull.ts';
import type { ModelStore } from './store.ts';
import { BLOCK, ByteQueue, readName, readSize, tarHeader, tarPadding } from './tarball.ts';

interface BundledModel {
  entry: CatalogueEntry;
  files: Record<string, PulledFile>;
}

interface BundleManifest {
  format: 1;
  models: BundledModel[];
}

const MANIFEST = 'atelier-models.json';
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

export async function exportBundle(store: ModelStore, ids: readonly string[], path: string): Promise<void> {
  const models = ids.map((id) => {
    const files = store.pulledFiles(id);
    if (!files) throw new Error(`${id} is not on this machine; run \`npm run models -- pull ${id}\` first`);
    return { entry: store.entry(id), files };
  });
  const draft = `${path}.${process.pid}.draft`;
  try {
    await pipeline(Readable.from(writeParts(store, { format: 1, models })), createWriteStream(draft, { flags: 'wx' }));
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function* writeParts(store: ModelStore, manifest: BundleManifest) {
  const text = Buffer.from(JSON.stringify(manifest, null, 2));
  yield tarHeader(MANIFEST, text.length);
  yield text;
  yield tarPadding(text.length);
  for (const { entry, files } of manifest.models) {
    for (const [name, { bytes }] of Object.entries(files)) {
      yield tarHeader(`${entry.id}/${name}`, bytes);
      if (bytes > 0) yield* createReadStream(join(store.modelsDir, entry.id, name), { end: bytes - 1 });
      yield tarPadding(bytes);
    }
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Returns the ids; nothing becomes visible before every checksum is right. */
export async function importBundle(
  store: ModelStore,
  path: string,
  options: { acceptLicence: boolean; lockWaitMs?: number },
): Promise<string[]> {
  const partial = join(store.modelsDir, '.partial');
  await mkdir(partial, { recursive: true });
  const folder = await mkdtemp(join(partial, 'import-'));
  const bytes = new ByteQueue(createReadStream(path));
  try {
    const { models } = await readBundleManifest(bytes);
    for (const { entry } of models) await store.checkMayPull(entry, options);
    for (const model of models) await readModel(bytes, model, join(folder, model.entry.id));
    for (const { entry, files } of models)
      await store.adopt({ entry, from: join(folder, entry.id), files }, options.lockWaitMs);
    return models.map(({ entry }) => entry.id);
  } finally {
    bytes.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readBundleManifest(bytes: ByteQueue): Promise<BundleManifest> {
  const header = await bytes.take(BLOCK);
  const size = header ? readSize(header) : 0;
  if (!header || readName(header) !== MANIFEST || !(size > 0 && size <= MAX_MANIFEST_BYTES))
    throw new Error(`not a bundle of models: ${MANIFEST} must be its first file`);
  const text = await bytes.take(size);
  await bytes.pipe(tarPadding(size).length, undefined);
  const manifest = JSON.parse(text?.toString('utf8') ?? '') as BundleManifest;
  if (manifest.format !== 1 || !Array.isArray(manifest.models)) throw new Error('the bundle has an unknown format');
  for (const { entry, files } of manifest.models) {
    checkEntry(entry);
    const [listed, needed] = [Object.keys(files).sort(), Object.keys(entry.files).sort()];
    if (listed.join('\n') !== needed.join('\n')) throw new Error(`the bundle does not hold all files of ${entry.id}`);
  }
  return manifest;
}

/** File names come from the checked manifest; those in the archive must be the same, in the same order. */
async function readModel(bytes: ByteQueue, { entry, files }: BundledModel, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, expected] of Object.entries(files)) {
    const header = await bytes.take(BLOCK);
    if (!header || readName(header) !== `${entry.id}/${name}` || readSize(header) !== expected.bytes)
      throw new Error(`the bundle is damaged: ${entry.id}/${name} is missing or has another size`);
    const hash = createHash('sha256');
    await bytes.pipe(expected.bytes, createWriteStream(join(folder, name)), (piece) => hash.update(piece));
    await bytes.pipe(tarPadding(expected.bytes).length, undefined);
    if (hash.digest('hex') !== expected.sha256)
      throw new Error(`the bundle is damaged: the checksum of ${entry.id}/${name} is wrong`);
  }
}
