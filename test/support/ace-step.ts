// ACE-Step with its real runtime and random weights, for tests.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ACE_STEP_RUNTIME, aceStepRuntimeEntry } from '../../src/engines/music/ace-step/runtime.ts';
import { ACE_STEP_MODEL } from '../../src/engines/music/ace-step/source.ts';
import type { CatalogueEntry } from '../../src/models/catalogue.ts';
import { createModelStore } from '../../src/models/store.ts';
import { writeAceStepWeights } from './ace-step-weights.ts';
import { TEST_MODELS_DIR } from './weights.ts';

export interface AceStepFolder {
  modelsDir: string;
  entries: CatalogueEntry[];
  remove(): Promise<void>;
}

/** A models folder of its own with the runtime and the weights in it: other tests must not find ACE-Step. */
export async function prepareAceStep(settings: Record<string, unknown> = {}): Promise<AceStepFolder> {
  const known = aceStepRuntimeEntry();
  if (!known) throw new Error('the runtime of ACE-Step is not built for this machine');
  // From the npm registry once: 288 MB of packages, of which 122 MB are kept.
  const runtime = await createModelStore({ modelsDir: TEST_MODELS_DIR, extraModels: [known] }).ensure(ACE_STEP_RUNTIME);
  const folder = await mkdtemp(join(tmpdir(), 'atelier-ace-step-'));
  const weights = writeAceStepWeights(folder);
  const entries: CatalogueEntry[] = [
    {
      ...known,
      files: Object.fromEntries(
        Object.entries(known.files).map(([name, file]) => [
          name,
          { ...file, sources: [pathToFileURL(runtime[name] ?? '').href] },
        ]),
      ),
    },
    {
      id: ACE_STEP_MODEL,
      kind: 'music',
      title: 'ACE-Step with random weights',
      ownedBy: 'owner',
      licence: 'CC0-1.0',
      needs: { memoryBytes: 1_000_000_000 },
      settings,
      files: Object.fromEntries(
        Object.entries(weights).map(([name, { path, ...facts }]) => [
          name,
          { ...facts, sources: [pathToFileURL(path).href] },
        ]),
      ),
    },
  ];
  const modelsDir = join(folder, 'models');
  const store = createModelStore({ modelsDir, extraModels: entries });
  for (const { id } of entries) await store.ensure(id);
  for (const { path } of Object.values(weights)) await rm(path);
  return { modelsDir, entries, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The worker's process, which is a child of this one. */
export function findSongWorker(): number | undefined {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().split('\n');
  const line = lines.find(
    (text) => text.includes('ace-step/bare-worker.mjs') && text.trim().split(/\s+/)[1] === String(process.pid),
  );
  return line ? Number.parseInt(line, 10) : undefined;
}
