// The blueprint engine: reads prompts by rules, and compares embeddings only where no rule matches.

import { Host, openThread } from '@atelier/kit';
import type { AppFile, Blueprint, BlueprintEdit, BlueprintEngine, Requested } from './blueprint.ts';
import type { BlueprintResult, BlueprintTask } from './blueprint-worker.ts';
import { type AppKind, KIND_SENTENCES, recogniseKind } from './read/kind-rules.ts';
import type { Wishes } from './read/wishes.ts';

/** Unit vectors for texts; passed in if an embedding engine is ready, never required. */
export type EmbedTexts = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[] | null>;

const LEAST_SIMILARITY = 0.45;
const IDLE_MS = 60_000;
const LIMIT_MS = 120_000;

export interface BlueprintOptions {
  embed?: EmbedTexts;
  now?: () => Date;
}

export function createBlueprintEngine({ embed, now = () => new Date() }: BlueprintOptions = {}): BlueprintEngine {
  const host = new Host<BlueprintTask, BlueprintResult>({
    open: () => openThread(new URL('./blueprint-worker.ts', import.meta.url)),
    name: 'The application builder',
    idleMs: IDLE_MS,
  });
  const run = <Result extends BlueprintResult>(task: BlueprintTask, signal: AbortSignal) =>
    host.call(task, { signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]) }) as Promise<Result>;
  return {
    name: 'blueprint',
    async read(prompt, signal) {
      const { wanted } = await run<Wishes>({ kind: 'wishes', prompt }, signal);
      const { kind, score } = recogniseKind(wanted);
      const meant = score === 0 && embed ? await kindByMeaning(wanted, embed, signal) : null;
      return run<Blueprint>({ kind: 'compose', prompt, app: meant ?? kind, today: now() }, signal);
    },
    edit: (blueprint, instruction, signal) => run<BlueprintEdit>({ kind: 'edit', blueprint, instruction }, signal),
    write: (blueprint, framework, signal) => run<AppFile[]>({ kind: 'write', blueprint, framework }, signal),
    review: (order, signal) => run<Requested[]>({ kind: 'review', order }, signal),
    close: () => host.close(),
  };
}

async function kindByMeaning(prompt: string, embed: EmbedTexts, signal: AbortSignal): Promise<AppKind | null> {
  const kinds = Object.entries(KIND_SENTENCES) as [AppKind, string][];
  // Embeddings are a hint: if they fail, the rules decide.
  const vectors = await embed([prompt, ...kinds.map(([, sentence]) => sentence)], signal).catch(() => null);
  const [wanted, ...known] = vectors ?? [];
  if (!wanted) return null;
  const ranked = known
    .map((vector, index) => ({ kind: kinds[index]?.[0] ?? 'records', likeness: dot(wanted, vector) }))
    .sort((a, b) => b.likeness - a.likeness);
  const [best] = ranked;
  return best && best.likeness >= LEAST_SIMILARITY ? best.kind : null;
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
