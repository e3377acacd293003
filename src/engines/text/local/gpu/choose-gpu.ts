// Decides whether text models run on a GPU: what was found, which build it needs, and whether it works. Never fails.
import type { ModelStore } from '../../../../models/store.ts';
import { arrangeBuild, BUILDS_VERSION, buildFor, entryOf, type GpuKind, type RunsOn } from './builds.ts';
import { probeGpu } from './probe.ts';
import type { GpuSetting } from './setting.ts';

export interface GpuChoice extends RunsOn {
  /** For the operator: what was found and used, or why it was not. */
  words: string;
}

export interface ChooseOptions {
  setting: GpuSetting;
  store: Pick<ModelStore, 'pathIfReady' | 'ensure'>;
  find: () => Promise<{ name: string; kind: GpuKind } | undefined>;
  /** Whether a missing build is pulled now; otherwise the CPU is used until it is present. */
  pull: boolean;
  machine?: string;
  probe?: typeof probeGpu;
  signal?: AbortSignal;
}

export async function chooseGpu(options: ChooseOptions): Promise<GpuChoice> {
  const { setting, machine = `${process.platform}-${process.arch}` } = options;
  if (setting === 'off') return onCpu('GPU=off: text models run on the CPU');
  const found = await options.find().catch(() => undefined);
  const kind = setting === 'auto' ? found?.kind : setting;
  if (!kind) return onCpu('no GPU was found: text models run on the CPU');
  const name = found?.kind === kind ? found.name : `${kind} (requested by GPU=${setting}, not detected)`;
  try {
    return await openGpu(kind, name, { ...options, machine });
  } catch (error) {
    options.signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return onCpu(`${name} cannot be used, text models run on the CPU: ${why}`);
  }
}

type OpenOptions = ChooseOptions & { machine: string };

async function openGpu(kind: GpuKind, name: string, options: OpenOptions): Promise<GpuChoice> {
  const { store, machine, probe = probeGpu } = options;
  const build = buildFor(kind, machine);
  if (!build && machine !== 'darwin-arm64') throw new Error(`llama.cpp has no ${kind} build for ${machine}`);
  if (build && !options.pull && !store.pathIfReady(entryOf(build)))
    throw new Error(`its build is not on this machine yet; npm run models -- pull ${entryOf(build)} downloads it`);
  const files = build ? await store.ensure(entryOf(build), options.signal ? { signal: options.signal } : {}) : {};
  const folders = build ? await arrangeBuild(build, files) : {};
  const answer = await probe({ use: kind, folders, version: BUILDS_VERSION });
  const memory = `${(answer.memoryBytes / 1e9).toFixed(1)} GB`;
  const words = `${answer.names.join(', ') || name} (${kind}, ${memory}): text models run on it as far as they fit`;
  return { use: kind, words, folders, version: BUILDS_VERSION };
}

function onCpu(words: string): GpuChoice {
  return { use: 'off', words, folders: {}, version: BUILDS_VERSION };
}
