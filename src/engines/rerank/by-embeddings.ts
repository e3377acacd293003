// Reranks with an embedding model: the score of a document is the cosine between its vector and the query's.
import type { EmbeddingEngine } from '../embedding/port.ts';
import type { RerankEngine, RerankModel, RerankOrder, RerankResult } from './port.ts';

export class EmbeddingReranker implements RerankEngine {
  readonly name: string;
  readonly #embeddings: EmbeddingEngine;

  constructor(embeddings: EmbeddingEngine) {
    this.name = embeddings.name;
    this.#embeddings = embeddings;
  }

  models(): readonly RerankModel[] {
    return this.#embeddings.models();
  }

  async rank({ query, documents, ...order }: RerankOrder, signal: AbortSignal): Promise<RerankResult> {
    const { vectors, tokens } = await this.#embeddings.embed({ ...order, inputs: [query, ...documents] }, signal);
    const [asked = new Float32Array(), ...answers] = vectors;
    return { scores: answers.map((answer) => cosine(asked, answer)), tokens };
  }
}

function cosine(left: Float32Array, right: Float32Array): number {
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (const [axis, value] of left.entries()) {
    const other = right[axis] ?? 0;
    product += value * other;
    leftSquares += value * value;
    rightSquares += other * other;
  }
  const lengths = Math.sqrt(leftSquares * rightSquares);
  return lengths === 0 ? 0 : product / lengths;
}
