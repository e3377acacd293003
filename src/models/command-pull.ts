// Pulls a model of the catalogue or of the hub by name, with a progress bar, the rate and the time that is left.
import { pathToFileURL } from 'node:url';
import { totalBytes } from './catalogue.ts';
import { describeNamed, withAdapter } from './named-model.ts';
import type { ModelStore } from './store.ts';
import { duration, gigabytes } from './words.ts';

const BAR_WIDTH = 30;

export interface CommandFlags {
  json: boolean;
  acceptLicence: boolean;
  adapter?: string;
  as?: string;
}

export async function pullModel(store: ModelStore, name: string, flags: CommandFlags) {
  const id = await identify(store, name, flags);
  const entry = store.entry(id);
  process.stderr.write(
    `${entry.title}: ${gigabytes(totalBytes(entry))}, licence ${entry.licence}${entry.licenceUrl ? ` (${entry.licenceUrl})` : ''}\n`,
  );
  const showProgress = progressBar(id, totalBytes(entry));
  const files = await store.ensure(id, { onProgress: showProgress, acceptLicence: flags.acceptLicence });
  if (process.stderr.isTTY) process.stderr.write('\n');
  return { id, state: 'ready', files };
}

/** The id in the catalogue; what the operator names by its address is added to it. */
async function identify(store: ModelStore, name: string, { adapter, as }: CommandFlags): Promise<string> {
  const { signal } = new AbortController();
  if (name.startsWith('hf:')) {
    const named = { address: name, ...(adapter ? { adapter } : {}), ...(as ? { id: as } : {}) };
    const entry = await describeNamed(named, store.hub, signal);
    await store.add(entry);
    return entry.id;
  }
  if (!adapter) return name;
  const here = Object.entries(store.pathIfReady(name) ?? {});
  const urls = Object.fromEntries(here.map(([file, path]) => [file, pathToFileURL(path).href]));
  const entry = await withAdapter({ entry: store.entry(name), urls }, adapter, store.hub, signal);
  const added = as ? { ...entry, id: as } : entry;
  await store.add(added);
  return added.id;
}

function progressBar(id: string, bytes: number): (fraction: number) => void {
  const { isTTY } = process.stderr;
  let shown = -1;
  let start: { atMs: number; fraction: number } | undefined;
  return (fraction) => {
    start ??= { atMs: Date.now(), fraction };
    const percent = Math.floor(fraction * 100);
    // A terminal shows a moving bar; a log file gets one line per ten percent.
    if (percent === shown || (!isTTY && percent % 10 !== 0)) return;
    shown = percent;
    const bytesPerSecond = ((fraction - start.fraction) * bytes * 1000) / Math.max(1, Date.now() - start.atMs);
    const left = duration(((1 - fraction) * bytes) / bytesPerSecond);
    const speed = bytesPerSecond > 0 && fraction < 1 ? `, ${(bytesPerSecond / 1e6).toFixed(1)} MB/s, ${left} left` : '';
    const filled = Math.round(fraction * BAR_WIDTH);
    const bar = `${id} [${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${percent} %${speed}`;
    process.stderr.write(isTTY ? `\r${bar}  ` : `${bar}\n`);
  };
}
