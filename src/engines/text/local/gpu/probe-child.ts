// A process that computes on the GPU once and describes it; a crashing driver ends only this process.
import { fileURLToPath } from 'node:url';
import { serveTasks } from '@atelier/kit';
import type { Llama } from 'node-llama-cpp';
import type { RunsOn } from './builds.ts';
import { openLlama } from './open-llama.ts';

export interface ProbeAnswer {
  names: string[];
  memoryBytes: number;
}

/** One block of a llama whose weights are all 1, written by `test/support/tiny-gguf`. */
const PROBE_MODEL = fileURLToPath(new URL('./probe-model.gguf', import.meta.url));

serveTasks<RunsOn, ProbeAnswer>(async (task) => {
  const llama = await openLlama(task);
  await computeOnce(llama);
  const [names, memory] = await Promise.all([llama.getGpuDeviceNames(), llama.getVramState()]);
  return { names, memoryBytes: memory.total };
});

/** A build without code for this GPU, or newer than its driver, opens it and aborts at the first computation. */
async function computeOnce(llama: Llama): Promise<void> {
  const model = await llama.loadModel({ modelPath: PROBE_MODEL, gpuLayers: 'max' });
  const context = await model.createContext({ contextSize: 64 });
  const sequence = context.getSequence();
  await sequence.evaluateWithoutGeneratingNewTokens(model.tokenize('probe'));
}
