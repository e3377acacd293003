// Embeddings: finds the model's engine, charges for the tokens, and returns the vectors in the requested format.

import { ServiceError } from '../../core/errors.ts';
import { mayUseModel, refuseModel } from '../../core/model-lists.ts';
import { mostTokensToRead } from '../../core/token-bounds.ts';
import { bookLost, bookPart, noteServed } from '../../core/upstream-work.ts';
import {
  type EmbeddingEngine,
  type EmbeddingModel,
  type EmbeddingResult,
  otherLength,
  type ReadPart,
} from '../../engines/embedding/port.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Paying } from '../../money/token-hold.ts';
import { mayBeBilled } from '../../net/provider-error.ts';
import type { AnswerCache } from './answer-cache/answer-cache.ts';
import { CachedReading } from './answer-cache/cached-reading.ts';
import type { TextCall } from './chat-service.ts';
import { embedLongTexts } from './long-texts.ts';
import { chooseReader, payForReading, type ReadingTerms } from './paid-reading.ts';
import { addRead, isRefusal, refusedInPart } from './refused-in-part.ts';
import type { EmbeddingBody } from './schema.ts';

type Input = string | readonly number[];

export class EmbeddingService {
  readonly #engines: readonly EmbeddingEngine[];
  readonly #paying: Paying;
  readonly #cache: AnswerCache;

  constructor(engines: readonly EmbeddingEngine[], paying: Paying, cache: AnswerCache) {
    this.#engines = engines;
    this.#paying = paying;
    this.#cache = cache;
  }

  async embed(call: TextCall<EmbeddingBody>): Promise<{ body: object; receipt: Receipt }> {
    const { body } = call;
    const unknown = `There is no embedding model "${body.model}". GET /models lists the available models.`;
    const { engine, model } = chooseReader(this.#engines, body.model, unknown);
    const inputs = inputsOf(body.input);
    const dimensions = checkedDimensions(body, model);
    const terms: ReadingTerms = {
      model: model.id,
      engine: engine.name,
      description: `embeddings with ${model.id}`,
      mostTokens: mostTokensToRead(inputs),
    };
    const slot = call.caller.cacheUse && this.#cache.slotFor(call.caller, [model.id, body]);
    const cache = slot && new CachedReading(this.#cache, slot, model.id);
    const { value, receipt } = await payForReading(this.#paying, { call, terms, cache }, (signal, onRead) =>
      engine.embed({ model: model.id, inputs, onRead }, signal),
    );
    return {
      body: replyOf(value, { model: model.id, dimensions, asBase64: body.encoding_format === 'base64' }),
      receipt,
    };
  }

  /** What is known of a model, also before its weights are here. */
  model(name: string): EmbeddingModel {
    const models = this.#engines.flatMap((engine) => engine.models());
    const found = models.find(({ id }) => (name === 'default' ? mayUseModel(id) : id === name));
    const [first] = name === 'default' ? models : [];
    const model = found ?? first;
    if (!model)
      throw new ServiceError('unknown_model', `There is no embedding model "${name}". GET /models lists the models.`, {
        param: 'embedding_model',
      });
    refuseModel(model.id);
    return model;
  }

  /** The vector of each text, however long, for a call that waits for it. */
  async vectorsOf(call: TextCall<unknown>, { model: name, texts, dimensions }: KeptTexts & { dimensions: number }) {
    const { engine, model } = this.#kept(name);
    const terms: ReadingTerms = {
      model: model.id,
      engine: engine.name,
      description: `embeddings with ${model.id}`,
      mostTokens: mostTokensToRead(texts),
    };
    const { value, receipt } = await payForReading(this.#paying, { call, terms }, async (signal, onRead) => {
      const read = await embedLongTexts(engine, { model: model.id, texts, onRead }, signal);
      if (read.vectors.some(({ length }) => length !== dimensions)) throw otherLength(model.id);
      return read;
    });
    return { vectors: value.vectors, receipt };
  }

  /**
   * The same for a job, which may take minutes. It is charged if it succeeds, and for what was read if it is aborted, when
   * there are no vectors, or if a text is refused, which throws after the charge. `maxBytes` bounds the texts, which are not measured again.
   */
  async vectorsForJob(
    { caller, requestId, signal }: TextCall<unknown>,
    { model: name, texts, maxBytes }: KeptTexts & { maxBytes: number },
  ): Promise<Float32Array[] | undefined> {
    const { engine, model } = this.#kept(name);
    const what = { module: 'embeddings', model: model.id, description: `embeddings with ${model.id}` };
    const { money } = this.#paying;
    const prices = this.#paying.prices.now();
    const quote = prices.quote(caller, what, { promptTokens: maxBytes + texts.length * TOKENS_AROUND_TEXT });
    const usage = { promptTokens: 0, isEstimated: false };
    let refusal: ServiceError | undefined;
    const { value, receipt } = await money.charge({ ...caller, requestId }, quote, async () => {
      const by = { engine: engine.name, model: model.id };
      noteServed(model.id, by);
      const onRead = (part: ReadPart) => addRead(usage, part);
      const vectors = await embedLongTexts(engine, { model: model.id, texts, onRead }, signal)
        .then((result) => result.vectors)
        .catch(async (error: unknown) => {
          if (mayBeBilled(error)) await bookLost({ by, error, wasAborted: signal.aborted });
          if (signal.aborted) return undefined;
          if (usage.promptTokens > 0) {
            if (isRefusal(error)) {
              refusal = error;
              return undefined;
            }
            await bookPart(by, usage);
          }
          throw error;
        });
      return { value: vectors, cost: prices.cost(caller, what, usage), usage };
    });
    if (refusal) throw refusedInPart(refusal, usage, receipt.charged);
    return value;
  }

  #kept(name: string) {
    const gone = `The embedding model "${name}", with which these texts were read, is not offered any more. Make a new vector store.`;
    return chooseReader(this.#engines, name, gone);
  }
}

interface KeptTexts {
  model: string;
  texts: readonly string[];
}

/** A template's, as in mostTokensToRead, and what halving a long text adds. */
const TOKENS_AROUND_TEXT = 64;

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
