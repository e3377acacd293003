// Turns Ollama's embedding requests into a request of the embedding service, and converts the vectors back.
import type { EmbeddingBody } from '../../schema.ts';
import { modelIdOf } from './model-name.ts';
import type { EmbedBody } from './schema.ts';

export function embeddingBodyOf(body: EmbedBody): EmbeddingBody {
  const { model, input, dimensions } = body;
  return { model: modelIdOf(model), input, ...(dimensions === undefined ? {} : { dimensions }) };
}

export function vectorsOf(body: object): { vectors: number[][]; tokens: number } {
  const { data, usage } = body as { data: { embedding: number[] }[]; usage: { prompt_tokens: number } };
  return { vectors: data.map(({ embedding }) => embedding), tokens: usage.prompt_tokens };
}
