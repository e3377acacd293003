// The thread in which stems are built, so that nobody else waits for it.
import { parentPort } from 'node:worker_threads';
import { buildStem, type StemOrder } from './stem.ts';

export type StemAnswer = { stem: Float32Array<ArrayBuffer> } | { error: string };

parentPort?.on('message', ({ order }: { order: StemOrder }) => {
  try {
    const stem = Float32Array.from(buildStem(order));
    parentPort?.postMessage({ stem } satisfies StemAnswer, [stem.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies StemAnswer);
  }
});
