// Embeddings from an OpenAI-compatible upstream: its model list, its /embeddings route, its own token counts.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseAnswer } from '../../core/bounded-json.ts';
import { CONNECTED } from '../../core/connected-models.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { mostTokensToRead } from '../../core/token-bounds.ts';
import { failedAt } from '../../core/upstream-failure.ts';
import { ListFailures } from '../../net/list-failures.ts';
import { causeOfStatus } from '../../net/provider-error.ts';
import { readWhole, UpstreamClient } from '../../net/upstream-client.ts';
import { UpstreamError } from '../../net/upstream-error.ts';
import { quoteUpstream } from '../../net/upstream-words.ts';
import type { EmbeddingEngine, EmbeddingModel, EmbeddingOrder, EmbeddingResult } from './port.ts';

export interface EmbeddingUpstream {
  name: string;
  baseUrl: string;
  apiKey?: string | undefined;
  log: Log;
}

const REFRESH_MS = 5 * 60_000;
const RETRY_MS = 10_000;
const LIST_TIMEOUT_MS = 15_000;
const MAX_INPUT_TOKENS = 8_192;
const MAX_MODELS = 32;
/** About 2 MB of JSON: some ten milliseconds to read. */
const MAX_NUMBERS_OF_PART = 100_000;
const PARTS_AT_ONCE = 4;
/**
 * Lists do not state a model's purpose, but these names do. A list of many chat models must not be probed one by one.
 */
const EMBEDS = /embed|minilm|(?:^|[/-])(?:bge|gte|e5)-/i;
const RANKS = /rerank/i;
const SLICE_CHARACTERS = 512;
/** Characters to count before other requests get a turn. */
const CHARACTERS_PER_TURN = 16 * SLICE_CHARACTERS;
// Special tokens inside a client's text are counted as plain text.
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };
const KNOWN_DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

interface UpstreamReply {
  data?: { index?: number; embedding?: number[] }[];
  usage?: { prompt_tokens?: number };
  error?: { message?: string };
}

export class UpstreamEmbeddingEngine implements EmbeddingEngine {
  readonly name: string;
  readonly #client: UpstreamClient;
  readonly #log: Log;
  readonly #failures: ListFailures;
  readonly #stop = new AbortController();
  #models: readonly EmbeddingModel[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor({ name, baseUrl, apiKey, log }: EmbeddingUpstream) {
    this.name = name;
    this.#client = new UpstreamClient({ name, baseUrl, apiKey, connections: 16 });
    this.#log = log;
    this.#failures = new ListFailures(log, name);
  }

  async start(): Promise<void> {
    let next = REFRESH_MS;
    try {
      this.#models = await this.#list();
      this.#failures.worked();
    } catch (error) {
      next = RETRY_MS;
      if (!this.#stop.signal.aborted) this.#failures.failed(error);
    }
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => void this.start(), next);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
    await this.#client.close();
  }

  models(): readonly EmbeddingModel[] {
    return this.#models;
  }

  async embed({ model, inputs, onRead }: EmbeddingOrder, signal: AbortSignal): Promise<EmbeddingResult> {
    const parts = this.#partsOf(model, inputs);
    const read: EmbeddingResult = { vectors: [], tokens: 0, isEstimated: false };
    for (let at = 0; at < parts.length; at += PARTS_AT_ONCE) {
      signal.throwIfAborted();
      const together = parts.slice(at, at + PARTS_AT_ONCE).map((part) => this.#embedPart(model, part, signal));
      const ended = await Promise.allSettled(together);
      for (const one of ended) {
        if (one.status !== 'fulfilled') continue;
        addTo(read, one.value);
        onRead?.(one.value);
      }
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    }
    return read;
  }

  /** An answer of 2,048 vectors would be 60 MB of text, read in one turn of the event loop. */
  #partsOf<Input>(model: string, inputs: readonly Input[]): Input[][] {
    const dimensions = this.#models.find(({ id }) => id === model)?.dimensions ?? 1;
    const length = Math.max(1, Math.floor(MAX_NUMBERS_OF_PART / dimensions));
    const count = Math.ceil(inputs.length / length);
    return Array.from({ length: count }, (_, part) => inputs.slice(part * length, (part + 1) * length));
  }

  async #embedPart(
    model: string,
    inputs: readonly (string | readonly number[])[],
    signal: AbortSignal,
  ): Promise<EmbeddingResult> {
    const answer = await this.#post({ model, input: inputs, encoding_format: 'float' }, signal);
    const rows = listOf(answer.data).sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
    const vectors = rows.map(({ embedding }) => Float32Array.from(listOf<number>(embedding)));
    const [first] = vectors;
    const isVector = (vector: Float32Array) =>
      vector.length > 0 && vector.length === first?.length && vector.every(Number.isFinite);
    if (vectors.length !== inputs.length || !vectors.every(isVector)) {
      throw failedAt(this.name, 'The model did not return one vector for each input.');
    }
    const told = believedTokens(answer, inputs);
    if (told !== undefined) return { vectors, tokens: told };
    return { vectors, tokens: await countTokens(inputs), isEstimated: true };
  }

  async #post(body: object, signal: AbortSignal): Promise<UpstreamReply> {
    try {
      const answer = await this.#client.post('embeddings', JSON.stringify(body), signal);
      const reply = parseReply(await readWhole(this.name, answer));
      if (answer.status === 200 && !reply.error) return reply;
      throw this.#refusal(answer.status, reply.error?.message, answer.retryAfterSeconds);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const code = error.fault === 'timeout' ? 'engine_timeout' : 'engine_unavailable';
      const facts = { cause: error, upstream: this.name, retryAfterSeconds: 5 };
      throw new ServiceError(code, error.message, facts);
    }
  }

  #refusal(status: number, said: string | undefined, retryAfterSeconds = 5): ServiceError {
    const cause = causeOfStatus(status, said && quoteUpstream(said, this.name));
    if (status === 400 || status === 422)
      return new ServiceError('invalid_parameter', quoteUpstream(said ?? 'The model refused the input.', this.name), {
        param: 'input',
      });
    if (status === 429 || status === 503) {
      const message = 'The model takes no more calls right now. Try again later.';
      return new ServiceError('engine_unavailable', message, { retryAfterSeconds, cause, upstream: this.name });
    }
    return failedAt(this.name, `The model failed with status ${status}.`, cause);
  }

  async #list(): Promise<EmbeddingModel[]> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]);
    const answer = await this.#client.get('models', signal);
    const { data = [] } = parseAnswer(await readWhole(this.name, answer)) as {
      data?: { id?: string }[];
    };
    const found: EmbeddingModel[] = [];
    for (const { id } of data) {
      if (!id || !EMBEDS.test(id) || RANKS.test(id) || found.length >= MAX_MODELS) continue;
      const dimensions =
        (Object.hasOwn(KNOWN_DIMENSIONS, id) ? KNOWN_DIMENSIONS[id] : undefined) ?? (await this.#probe(id, signal));
      if (dimensions) found.push({ id, ownedBy: CONNECTED, dimensions, maxInputTokens: MAX_INPUT_TOKENS, ready: true });
    }
    return found;
  }

  /** No list states the length of a model's vectors, so one word is embedded once to find out. */
  async #probe(model: string, signal: AbortSignal): Promise<number | undefined> {
    const known = this.#models.find(({ id }) => id === model);
    if (known) return known.dimensions;
    try {
      const { vectors } = await this.embed({ model, inputs: ['word'] }, signal);
      return vectors[0]?.length;
    } catch (error) {
      this.#log.warn(
        { upstream: this.name, model, err: error },
        'upstream embedding model does not respond and is left out',
      );
      return undefined;
    }
  }
}

function parseReply(text: string): UpstreamReply {
  try {
    // Vectors of 4,096 numbers for as many inputs as a call may have.
    const reply = parseAnswer(text, { values: 10_000_000 });
    return typeof reply === 'object' && reply !== null ? (reply as UpstreamReply) : {};
  } catch {
    return { error: { message: 'The model sent a response that is not JSON.' } };
  }
}

function addTo(sum: EmbeddingResult, { vectors, tokens, isEstimated }: EmbeddingResult): void {
  for (const vector of vectors) sum.vectors.push(vector);
  sum.tokens += tokens;
  sum.isEstimated ||= isEstimated === true;
}

function listOf<T>(value: readonly (T | null)[] | undefined): T[] {
  return Array.isArray(value) ? value.filter((one): one is T => one !== null && one !== undefined) : [];
}

/** Ignores an impossible count: a tokenizer makes at least one token and at most as many as there are bytes. */
function believedTokens(answer: UpstreamReply, inputs: readonly (string | readonly number[])[]): number | undefined {
  const tokens: unknown = answer.usage?.prompt_tokens;
  const isCount = typeof tokens === 'number' && Number.isInteger(tokens) && tokens > 0;
  return isCount && tokens <= mostTokensToRead(inputs) ? tokens : undefined;
}

/** Counted slice by slice: merging takes quadratic time in a word's length, and an input may be one endless word. */
async function countTokens(inputs: readonly (string | readonly number[])[]): Promise<number> {
  const { encode } = await import('gpt-tokenizer/encoding/cl100k_base');
  let tokens = 0;
  for (const input of inputs) {
    if (typeof input !== 'string') tokens += input.length;
    else
      for (let at = 0; at < input.length; at += SLICE_CHARACTERS) {
        tokens += encode(input.slice(at, at + SLICE_CHARACTERS), PLAIN_TEXT).length;
        if (at % CHARACTERS_PER_TURN === 0) await nextTurn();
      }
  }
  return tokens;
}
