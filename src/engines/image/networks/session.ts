// Loads a network once per process and runs it; used only inside the studio's process.
import { availableParallelism } from 'node:os';
import ort from 'onnxruntime-node';

export type Network = ort.InferenceSession;

const MAX_LOADED = 3;
const loaded = new Map<string, Promise<Network>>();

export function loadNetwork(path: string): Promise<Network> {
  const known = loaded.get(path);
  if (known) {
    loaded.delete(path);
    loaded.set(path, known); // the most recently used is last
    return known;
  }
  const opening = ort.InferenceSession.create(path, {
    intraOpNumThreads: Math.max(1, Math.min(4, availableParallelism())),
    // Tiles bound the memory of one run, and the arena reuses it for the next: without it the heap is fragmented
    // (2.4 GB instead of 0.3 GB for tiles of 192) and every run takes twice as long.
    enableCpuMemArena: true,
    logSeverityLevel: 3,
  });
  opening.catch(() => loaded.delete(path));
  loaded.set(path, opening);
  dropOldest();
  return opening;
}

function dropOldest(): void {
  for (const [path, network] of loaded) {
    if (loaded.size <= MAX_LOADED) return;
    loaded.delete(path);
    void network.then((session) => session.release());
  }
}

/** For networks with one input and one output. */
export async function runNetwork(network: Network, values: Float32Array, shape: readonly number[]) {
  const input = network.inputNames[0] ?? 'input';
  const output = network.outputNames[0] ?? 'output';
  const results = await network.run({ [input]: new ort.Tensor('float32', values, shape) });
  const tensor = results[output];
  if (!(tensor?.data instanceof Float32Array)) throw new Error('the network returned no output');
  return { values: tensor.data, shape: tensor.dims };
}
