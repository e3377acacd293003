// Vectors of texts that may be longer than their model reads: such a text is read in halves, whose vectors are averaged.
import type { EmbeddingEngine, EmbeddingResult, OnRead } from '../../engines/embedding/port.ts';
import { addRead, isRefusal } from './refused-in-part.ts';

/** Small, so that others get their turn at a model of this machine. */
const TEXTS_AT_ONCE = 8;
/** A text is cut in up to this many times two. */
const MAX_HALVINGS = 5;

export interface LongTexts {
  model: string;
  texts: readonly string[];
  onRead?: OnRead;
}

export async function embedLongTexts(
  engine: EmbeddingEngine,
  { model, texts, onRead }: LongTexts,
  signal: AbortSignal,
): Promise<EmbeddingResult> {
  const sum = { promptTokens: 0, isEstimated: false };
  const noteRead: OnRead = (part) => {
    addRead(sum, part);
    onRead?.(part);
  };
  const read = async (some: readonly string[], halvings: number): Promise<Float32Array[]> => {
    signal.throwIfAborted();
    try {
      const result = await engine.embed({ model, inputs: some, onRead: noteRead }, signal);
      return result.vectors.map(toUnit);
    } catch (error) {
      if (!isRefusal(error) || halvings === MAX_HALVINGS) throw error;
      if (some.length > 1) {
        const vectors: Float32Array[] = [];
        for (const text of some) vectors.push(...(await read([text], halvings)));
        return vectors;
      }
      const [text = ''] = some;
      if (text.length < 2) throw error;
      const middle = middleOf(text);
      const halves = await read([text.slice(0, middle), text.slice(middle)], halvings + 1);
      return [averageOf(halves)];
    }
  };
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE)
    vectors.push(...(await read(texts.slice(at, at + TEXTS_AT_ONCE), 0)));
  return { vectors, tokens: sum.promptTokens, isEstimated: sum.isEstimated };
}

/** Behind a space near the middle, so that no word is cut. */
function middleOf(text: string): number {
  const half = Math.floor(text.length / 2);
  const space = text.lastIndexOf(' ', half);
  if (space > half / 2) return space + 1;
  const code = text.charCodeAt(half - 1);
  return code >= 0xd800 && code <= 0xdbff ? half + 1 : half;
}

function averageOf(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = vectors;
  return toUnit(first.map((_, index) => vectors.reduce((sum, vector) => sum + (vector[index] ?? 0), 0)));
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 || Math.abs(length - 1) < 1e-6 ? vector : vector.map((value) => value / length);
}
