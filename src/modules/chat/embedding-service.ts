// Embeddings: finds the model's engine, charges for the tokens, and returns the vectors in the requested format.

import { ServiceError } from '../../core/errors.ts';
import { mostTokensToRead } from '../../core/token-bounds.ts';
import type { EmbeddingEngine, EmbeddingModel, EmbeddingResult } from '../../engines/embedding/port.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Paying } from '../../money/token-hold.ts';
import type { TextCall } from './chat-service.ts';
import { chooseReader, payForReading, type ReadingTerms } from './paid-reading.ts';
import type { EmbeddingBody } from './schema.ts';

type Input = string | readonly number[];

export class EmbeddingService {
  readonly #engines: readonly EmbeddingEngine[];
  readonly #paying: Paying;

  constructor(engines: readonly EmbeddingEngine[], paying: Paying) {
    this.#engines = engines;
    this.#paying = paying;
  }

  async embed(call: TextCall<EmbeddingBody>): Promise<{ body: object; receipt: Receipt }> {
    const { body } = call;
    const unknown = `There is no embedding model "${body.model}". GET /models lists the available models.`;
    const { engine, model } = chooseReader(this.#engines, body.model, unknown);
    const inputs = inputsOf(body.input);
    const dimensions = checkedDimensions(body, model);
    const terms: ReadingTerms = {
      model: model.id,
      description: `embeddings with ${model.id}`,
      mostTokens: mostTokensToRead(inputs),
    };
    const { value, receipt } = await payForReading(this.#paying, { call, terms }, (signal) =>
      engine.embed(model.id, inputs, signal),
    );
    return {
      body: replyOf(value, { model: model.id, dimensions, asBase64: body.encoding_format === 'base64' }),
      receipt,
    };
  }
}

function inputsOf(input: EmbeddingBody['input']): Input[] {
  if (typeof input === 'string') return [input];
  return typeof input[0] === 'number' ? [input as number[]] : (input as Input[]);
}

function checkedDimensions(body: EmbeddingBody, model: EmbeddingModel): number {
  const dimensions = body.dimensions ?? model.dimensions;
  if (dimensions <= model.dimensions) return dimensions;
  throw new ServiceError('invalid_parameter', `The model "${model.id}" has ${model.dimensions} dimensions.`, {
    param: 'dimensions',
  });
}

function replyOf(result: EmbeddingResult, wanted: { model: string; dimensions: number; asBase64: boolean }): object {
  return {
    object: 'list',
    data: result.vectors.map((whole, index) => {
      const vector = shorten(whole, wanted.dimensions);
      return { object: 'embedding', index, embedding: wanted.asBase64 ? toBase64(vector) : [...vector] };
    }),
    model: wanted.model,
    usage: { prompt_tokens: result.tokens, total_tokens: result.tokens },
  };
}

/** The first dimensions, scaled back to length 1. */
function shorten(vector: Float32Array, dimensions: number): Float32Array {
  if (dimensions === vector.length) return vector;
  const cut = vector.slice(0, dimensions);
  const length = Math.hypot(...cut);
  return length === 0 ? cut : cut.map((value) => value / length);
}

function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
