// Downloads one model's files into a folder: each file from its first source that delivers the right bytes.
import { createReadStream, createWriteStream } from 'node:fs';
import { constants, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { addressesOf, type CatalogueEntry, type CatalogueFile, checksumOf, type FileSource } from './catalogue.ts';
import { gitBlobSha1OfFile, sha256OfFile } from './checksum.ts';
import { WrongBytes } from './download-error.ts';
import { PackageFiles } from './package-files.ts';
import { askWithRetries, downloadWithRetries, type RetryRules } from './retry-download.ts';
import { type Hub, locateOnHub } from './source-hub.ts';

export interface PullOptions {
  /** Mirrors and the hub itself, in the order in which they are asked. */
  hubs: readonly Hub[];
  retries?: RetryRules;
  /** Folder of incomplete downloads. It survives a crash, so that the next pull can resume. */
  partialFolder: string;
  targetFolder: string;
  onReceived: (bytes: number) => void;
  onFailedSource: (address: string, why: string) => void;
  signal: AbortSignal;
}

export interface PulledFile {
  bytes: number;
  sha256: string;
}

export async function pullFiles(entry: CatalogueEntry, options: PullOptions): Promise<Record<string, PulledFile>> {
  await mkdir(options.partialFolder, { recursive: true });
  await mkdir(options.targetFolder, { recursive: true });
  const pulled: Record<string, PulledFile> = {};
  const packages = new PackageFiles(entry, options);
  let done = 0;
  try {
    for (const [name, file] of Object.entries(entry.files)) {
      const before = done;
      const onReceived = (bytes: number) => options.onReceived(before + Math.min(bytes, file.bytes));
      pulled[name] = await pullFile(name, file, packages, { ...options, onReceived });
      done += file.bytes;
      options.onReceived(done);
    }
  } finally {
    await packages.clear();
  }
  await rm(options.partialFolder, { recursive: true, force: true });
  return pulled;
}

async function pullFile(
  name: string,
  file: CatalogueFile,
  packages: PackageFiles,
  options: PullOptions,
): Promise<PulledFile> {
  const failures: unknown[] = [];
  // A resumed download may have joined parts of two different files, so a download with a wrong checksum is retried once.
  const sources = file.sources.flatMap((source) => (isDownload(source) ? [source, source] : [source]));
  let failedSource: FileSource | undefined;
  for (const source of sources) {
    if (source === failedSource) continue;
    const joined = join(options.partialFolder, name);
    try {
      const stated = await fetchSource({ source, file }, joined, packages, options);
      const sha256 = await verify(joined, checksumOf(file, source) ?? stated);
      const { size } = await stat(joined);
      await rename(joined, join(options.targetFolder, name));
      return { bytes: size, sha256 };
    } catch (error) {
      options.signal.throwIfAborted();
      options.onFailedSource(addressesOf(source).join(' + '), wordsOf(error));
      failures.push(error);
      if (!(error instanceof WrongBytes)) failedSource = source;
    }
  }
  throw new AggregateError(failures, `${name}: ${[...new Set(failures.map(wordsOf))].join('; ')}`);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isDownload(source: FileSource): boolean {
  return addressesOf(source).some((address) => /^(hf|https?):/.test(address));
}

type StatedChecksum = string | Awaited<ReturnType<typeof locateOnHub>>['checksum'];

/** Writes the whole file to `target`; returns the checksum that the source states, if any. */
async function fetchSource(
  { source, file }: { source: FileSource; file: CatalogueFile },
  target: string,
  packages: PackageFiles,
  options: PullOptions,
): Promise<StatedChecksum> {
  const addresses = addressesOf(source);
  const single = addresses[0];
  if (addresses.length === 1 && single) return fetchAddress({ address: single, file }, target, packages, options);
  const parts: string[] = [];
  for (const [index, address] of addresses.entries()) {
    const part = `${target}.${index}`;
    parts.push(part);
    await fetchAddress({ address, file }, part, packages, options);
  }
  await rm(target, { force: true });
  for (const part of parts) await pipeline(createReadStream(part), createWriteStream(target, { flags: 'a' }));
  await Promise.all(parts.map((part) => rm(part)));
  return undefined;
}

async function fetchAddress(
  { address, file }: { address: string; file: CatalogueFile },
  target: string,
  packages: PackageFiles,
  options: PullOptions,
): Promise<StatedChecksum> {
  if (address.startsWith('npm:')) {
    await packages.take(address, target);
    return undefined;
  }
  if (address.startsWith('file:')) {
    await copyFile(fileURLToPath(address), target, constants.COPYFILE_FICLONE);
    return undefined;
  }
  if (address.startsWith('hf:')) return fetchFromHubs({ address, file }, target, options);
  if (/^https?:/.test(address)) {
    const source = { url: address, headers: {}, maxBytes: largestOf(file) };
    await downloadWithRetries(source, { ...options, target: `${target}.http` }, options.retries);
    await rename(`${target}.http`, target);
    return undefined;
  }
  throw new Error(`unknown kind of source: ${address}`);
}

/** The first mirror that has the file; the reasons of all if none has. */
async function fetchFromHubs(
  { address, file }: { address: string; file: CatalogueFile },
  target: string,
  options: PullOptions,
): Promise<StatedChecksum> {
  const failures: unknown[] = [];
  for (const hub of options.hubs) {
    try {
      return await fetchFromHub(hub, { address, file }, target, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (error instanceof WrongBytes && hub === options.hubs.at(-1)) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (failures.length === 1) throw first;
  throw new AggregateError(failures, failures.map(wordsOf).join('; '));
}

async function fetchFromHub(
  hub: Hub,
  { address, file }: { address: string; file: CatalogueFile },
  target: string,
  options: PullOptions,
): Promise<StatedChecksum> {
  const { signal, retries } = options;
  const located = await askWithRetries(() => locateOnHub(address, hub, signal), signal, retries);
  if (!located.checksum && !file.sha256) throw new Error(`${located.url} states no checksum`);
  if (located.bytes !== undefined && located.bytes > largestOf(file))
    throw new WrongBytes(`${located.url} has ${located.bytes} bytes, but the catalogue expects ${file.bytes}`);
  // Named by its checksum, so that a replaced file on the hub is not joined to a part of the old one.
  const part = `${target}.${located.checksum?.hex.slice(0, 16) ?? 'hub'}`;
  const source = { ...located, maxBytes: located.bytes ?? largestOf(file) };
  await downloadWithRetries(source, { ...options, target: part }, retries);
  await rename(part, target);
  return located.checksum;
}

/** Sizes in the catalogue may be rounded. */
function largestOf(file: CatalogueFile): number {
  return file.bytes * 1.25 + 1_000_000;
}

async function verify(path: string, expected: StatedChecksum): Promise<string> {
  const sha256 = await sha256OfFile(path);
  const wanted = typeof expected === 'string' ? { algorithm: 'sha256', hex: expected } : expected;
  if (!wanted) return sha256;
  const actual = wanted.algorithm === 'sha256' ? sha256 : await gitBlobSha1OfFile(path);
  if (actual === wanted.hex) return sha256;
  await rm(path, { force: true });
  throw new WrongBytes(`the checksum is wrong (${actual} instead of ${wanted.hex})`);
}
