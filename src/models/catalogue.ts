// What the catalogue may say: every set of weights, its licence, its files and where each file can be had.
import { readFileSync } from 'node:fs';

type ModelKind =
  | 'text'
  | 'embedding'
  | 'speech'
  | 'transcription'
  | 'soundbank'
  | 'image-upscale'
  | 'image-restore'
  | 'inpaint'
  | 'background'
  | 'segment'
  | 'depth'
  | 'text-to-image'
  | 'safety'
  | 'other';

/**
 * One place to take a file from; an array is read as parts that are joined in order.
 * `hf:owner/repo@revision/path` · `https://…` · `npm:name@version#path/in/package` · `file:/absolute/path`
 */
type SourceAddress = string | readonly string[];

/** A source whose bytes differ from the file's own checksum carries its own. */
export type FileSource = SourceAddress | { from: SourceAddress; sha256: string };

export interface CatalogueFile {
  bytes: number;
  /** May be left out only when every source is the hub, which states the checksum itself. */
  sha256?: string;
  sources: readonly FileSource[];
}

export interface CatalogueEntry {
  /** With a version suffix: `tinyllama-1.1b-chat-1`. */
  id: string;
  kind: ModelKind;
  title: string;
  ownedBy: string;
  licence: string;
  /** An honest sentence on what it is good for. */
  note?: string;
  contextWindow?: number;
  /** What only the kind's own engine reads, e.g. a chat format or the dimensions of a vector. */
  settings?: Record<string, unknown>;
  files: Readonly<Record<string, CatalogueFile>>;
}

interface Catalogue {
  models: readonly CatalogueEntry[];
}

const BUILT_IN = new URL('./catalogue.json', import.meta.url);

export function loadCatalogue(extra: readonly CatalogueEntry[] = []): ReadonlyMap<string, CatalogueEntry> {
  const builtIn = JSON.parse(readFileSync(BUILT_IN, 'utf8')) as Catalogue;
  const entries = new Map<string, CatalogueEntry>();
  for (const entry of [...builtIn.models, ...extra]) {
    checkEntry(entry);
    entries.set(entry.id, entry);
  }
  return entries;
}

/** The owner's own models, as the configuration file holds them: id → entry. */
export function readModelEntries(models: Readonly<Record<string, unknown>>): CatalogueEntry[] {
  return Object.entries(models).map(([id, value]) => {
    const given = (value ?? {}) as Partial<CatalogueEntry>;
    const entry = { title: id, ownedBy: 'owner', licence: 'unknown', kind: 'text', ...given, id } as const;
    if (!entry.files) throw new Error(`configuration: models.${id} names no files`);
    const whole: CatalogueEntry = { ...entry, files: entry.files };
    checkEntry(whole);
    return whole;
  });
}

export function totalBytes(entry: CatalogueEntry): number {
  return Object.values(entry.files).reduce((sum, file) => sum + file.bytes, 0);
}

export function addressesOf(source: FileSource): readonly string[] {
  const from = isAddress(source) ? source : source.from;
  return typeof from === 'string' ? [from] : from;
}

export function checksumOf(file: CatalogueFile, source: FileSource): string | undefined {
  return isAddress(source) ? file.sha256 : source.sha256;
}

function isAddress(source: FileSource): source is SourceAddress {
  return typeof source === 'string' || Array.isArray(source);
}

function checkEntry(entry: CatalogueEntry): void {
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(entry.id)) throw new Error(`model catalogue: "${entry.id}" is not a valid id`);
  for (const [name, file] of Object.entries(entry.files)) {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
      throw new Error(`model catalogue: ${entry.id}: bad file name "${name}"`);
    if (file.sources.length === 0) throw new Error(`model catalogue: ${entry.id}/${name} has no source`);
    for (const source of file.sources) {
      const isHubOnly = addressesOf(source).every((address) => address.startsWith('hf:'));
      if (!checksumOf(file, source) && !isHubOnly) {
        throw new Error(`model catalogue: ${entry.id}/${name} needs a sha256 for ${addressesOf(source).join(' + ')}`);
      }
    }
  }
}
