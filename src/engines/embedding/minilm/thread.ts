// The embedding thread: keeps the network in memory and processes one order at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { SentenceNetwork } from './network.ts';
import type { FromThread, ThreadSettings, ToThread } from './protocol.ts';
import { InputRefused, WordPieces } from './word-pieces.ts';

const settings = workerData as ThreadSettings;
const pieces = new WordPieces(settings.tokenizerPath, settings.maxInputTokens);
const network = SentenceNetwork.load(settings.modelPath, settings.threads);
const running = new Map<number, AbortController>();
// One at a time: the network uses all its threads, so two runs at once would only slow each other down.
let queue: Promise<void> = Promise.resolve();

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'abort') {
    running.get(message.call)?.abort();
    return;
  }
  running.set(message.call, new AbortController());
  queue = queue.then(() => embed(message)).finally(() => running.delete(message.call));
});

async function embed({ call, inputs }: Extract<ToThread, { kind: 'embed' }>): Promise<void> {
  const signal = running.get(call)?.signal ?? AbortSignal.abort();
  try {
    const ids = inputs.map((input, index) => pieces.read(input, index));
    const vectors = await (await network).embed(ids, signal);
    const tokens = ids.reduce((sum, row) => sum + row.length, 0);
    const transfers = vectors.map(({ buffer }) => buffer as ArrayBuffer);
    parentPort?.postMessage({ kind: 'vectors', call, vectors, tokens } satisfies FromThread, transfers);
  } catch (error) {
    if (!signal.aborted) parentPort?.postMessage(describeError(call, error));
  }
}

function describeError(call: number, error: unknown): FromThread {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof InputRefused) return { kind: 'refused', call, code: error.code, message, param: error.param };
  return { kind: 'failed', call, message };
}
