// The embedding process: keeps the network in memory and processes one order after the other.
import { serveTasks } from '@atelier/kit';
import { SentenceNetwork } from './network.ts';
import type { EmbeddingAnswer, EmbeddingTask, WorkerSettings } from './protocol.ts';
import { InputRefused, WordPieces } from './word-pieces.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings;
const pieces = new WordPieces(settings.tokenizerPath, settings.maxInputTokens);
const network = SentenceNetwork.load(settings.modelPath, settings.threads);

serveTasks<EmbeddingTask, EmbeddingAnswer>((task, { signal }) => embed(task, signal), {
  // The network uses all allowed threads, so two orders at once would only compete.
  oneAtATime: true,
});

async function embed({ inputs }: EmbeddingTask, signal: AbortSignal): Promise<EmbeddingAnswer> {
  try {
    const ids = inputs.map((input, index) => pieces.read(input, index));
    const vectors = await (await network).embed(ids, signal);
    return { vectors, tokens: ids.reduce((sum, row) => sum + row.length, 0) };
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    return { refusal: { code: error.code, message: error.message, param: error.param } };
  }
}
