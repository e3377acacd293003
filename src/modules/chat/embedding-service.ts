// Embeddings: finds the model's engine, charges for the tokens, and returns the vectors in the requested format.

import { ServiceError } from '../../core/errors.ts';
import { notReady } from '../../core/not-ready.ts';
import type { EmbeddingEngine, EmbeddingModel, EmbeddingResult } from '../../engines/embedding/port.ts';
import { CreditsShort } from '../../money/depletion.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Paying } from '../../money/token-hold.ts';
import type { TextCall } from './chat-service.ts';
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
    const { body, caller, requestId, signal } = call;
    const { engine, model } = this.#choose(body.model);
    const inputs = inputsOf(body.input);
    const dimensions = checkedDimensions(body, model);
    const { money, prices } = this.#paying;
    const what = { module: 'embeddings', model: model.id, description: `embeddings with ${model.id}` };
    // Bytes are an upper bound of the tokens; if the balance does not cover them, the exact count may still be affordable.
    const most = { promptTokens: inputs.reduce((sum, input) => sum + mostTokens(input), 0) };
    const quote = prices.quoteRange(caller, what, { least: { promptTokens: inputs.length }, most });
    const { value, receipt } = await money.charge({ ...caller, requestId }, quote, async (hold) => {
      const result = await engine.embed(model.id, inputs, signal);
      const usage = { promptTokens: result.tokens };
      const cost = prices.cost(caller, what, usage);
      if (cost > hold.amount)
        throw new CreditsShort(
          'The balance does not cover these inputs. Send fewer of them, or buy credits at POST /payments/checkout.',
        );
      return { value: result, cost, usage };
    });
    return {
      body: replyOf(value, { model: model.id, dimensions, asBase64: body.encoding_format === 'base64' }),
      receipt,
    };
  }

  #choose(name: string): { engine: EmbeddingEngine; model: EmbeddingModel } {
    for (const engine of this.#engines) {
      const models = engine.models();
      const model = name === 'default' ? models[0] : models.find(({ id }) => id === name);
      if (!model) continue;
      if (model.ready) return { engine, model };
      throw notReady(model);
    }
    throw new ServiceError(
      'unknown_model',
      `There is no embedding model "${name}". GET /models lists the available models.`,
      {
        param: 'model',
      },
    );
  }
}

function inputsOf(input: EmbeddingBody['input']): Input[] {
  if (typeof input === 'string') return [input];
  return typeof input[0] === 'number' ? [input as number[]] : (input as Input[]);
}

function mostTokens(input: Input): number {
  return typeof input === 'string' ? Buffer.byteLength(input) + 2 : input.length + 2;
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
