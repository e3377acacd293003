// Makes a catalogue entry for a file of the hub that the operator names: `hf:owner/repo/file.gguf`, with an adapter if wanted.
import { basename, extname } from 'node:path';
import type { CatalogueEntry, CatalogueFile } from './catalogue.ts';
import { askWithRetries } from './retry-download.ts';
import { type Hub, lookUpRepo, parseHubAddress } from './source-hub.ts';

export interface NamedModel {
  address: string;
  /** `hf:` address of a low-rank adapter in GGUF, made for these weights. */
  adapter?: string;
  /** The id to give it; otherwise made from the file's name. */
  id?: string;
}

export async function describeNamed(named: NamedModel, hub: Hub, signal: AbortSignal): Promise<CatalogueEntry> {
  const model = await findFile({ address: named.address }, hub, signal);
  const adapter = named.adapter ? await findFile({ address: named.adapter }, hub, signal) : undefined;
  const licences = new Set([model.licence, ...(adapter ? [adapter.licence] : [])]);
  return {
    id: named.id ?? idFrom(model.path),
    kind: 'text',
    title: basename(model.path, '.gguf'),
    ownedBy: model.repo.split('/')[0] ?? model.repo,
    licence: [...licences].join(' and '),
    licenceUrl: `${hub.url}/${model.repo}`,
    note: `Added by name from ${model.repo}.`,
    files: { 'model.gguf': model.file, ...(adapter ? { 'adapter.gguf': adapter.file } : {}) },
  };
}

/** A catalogue entry with an adapter; uses its local files if they exist. */
export async function withAdapter(
  base: { entry: CatalogueEntry; urls: Readonly<Record<string, string>> },
  adapterAddress: string,
  hub: Hub,
  signal: AbortSignal,
): Promise<CatalogueEntry> {
  const how = ADAPTERS[base.entry.kind];
  if (!how) throw new Error(`${base.entry.id}: models of the kind ${base.entry.kind} take no adapters`);
  const adapter = await findFile({ address: adapterAddress, formats: how.formats }, hub, signal);
  const files = Object.entries(base.entry.files).map(([name, file]): [string, CatalogueFile] => {
    const here = base.urls[name];
    return [name, here && file.sha256 ? { ...file, sources: [here, ...file.sources] } : file];
  });
  const format = extname(adapter.path);
  const name = basename(adapter.path, format);
  return {
    ...base.entry,
    id: slug(`${base.entry.id}-${name}`),
    title: `${base.entry.title} with ${name}`,
    licence: adapter.licence === base.entry.licence ? adapter.licence : `${base.entry.licence} and ${adapter.licence}`,
    licenceUrl: `${hub.url}/${adapter.repo}`,
    files: { ...Object.fromEntries(files), [`${how.name}${format.toLowerCase()}`]: adapter.file },
  };
}

type Formats = readonly ('gguf' | 'safetensors')[];

/** By the kind of model: what its engine calls the adapter's file, and which formats it reads. */
const ADAPTERS: Readonly<Partial<Record<CatalogueEntry['kind'], { name: string; formats: Formats }>>> = {
  text: { name: 'adapter', formats: ['gguf'] },
  'text-to-image': { name: 'lora', formats: ['safetensors', 'gguf'] },
};

async function findFile(
  { address, formats = ['gguf'] }: { address: string; formats?: Formats },
  hub: Hub,
  signal: AbortSignal,
) {
  const parsed = parseHubAddress(address);
  const suffix = new RegExp(`\\.(?:${formats.join('|')})$`, 'i');
  const named = formats.map((format) => (format === 'gguf' ? 'GGUF' : format)).join(' and ');
  if (!suffix.test(parsed.path)) throw new Error(`${address}: only ${named} files can be added by name`);
  const repo = await askWithRetries(() => lookUpRepo(parsed, hub, signal), signal);
  const found = repo.files.get(parsed.path);
  if (!found) {
    const some = [...repo.files.keys()].filter((path) => suffix.test(path)).slice(0, 12);
    throw new Error(`${parsed.repo} has no file ${parsed.path}; its ${named} files: ${some.join(', ') || 'none'}`);
  }
  if (!found.bytes) throw new Error(`${parsed.repo} does not state the size of ${parsed.path}`);
  const file: CatalogueFile = {
    bytes: found.bytes,
    ...(found.sha256 ? { sha256: found.sha256 } : {}),
    sources: [`hf:${parsed.repo}@${repo.commit}/${parsed.path}`],
  };
  return { ...parsed, licence: repo.licence, file };
}

function idFrom(path: string): string {
  return slug(basename(path, '.gguf'));
}

function slug(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 80);
  if (!id) throw new Error(`no id can be made from "${text}"; give one with --as`);
  return id;
}
