// Tracks the forwarded frames, and ends the answer when the reserved tokens are used up.
import { parseAnswer } from '../../../core/bounded-json.ts';
import { asRecord, asRecords } from '../../../core/unknown-json.ts';
import { SseReader } from '../../../net/sse-reader.ts';
import { emptyFold, type Folded, foldChunk, type ReadUsage } from './chunk-reducer.ts';
import { cutChoice, tokensInChunk } from './token-estimate.ts';

type Chunk = Record<string, unknown>;

export interface AnswerLimits {
  /** The model name in responses. */
  model: string;
  /** For all choices together. */
  maxTokens: number;
  choices: number;
}

const PREFIX = Buffer.from('data: ');
const SUFFIX = Buffer.from('\n\n');
/** Frames are kept unparsed for the rare case that they must be counted; past this size they are folded into plain text. */
const MAX_KEPT_BYTES = 256 * 1024;

export class DeliveredFrames {
  readonly #limits: AnswerLimits;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  /** An upper bound of the tokens in the kept frames. */
  #keptTokens = 0;
  #folded: Folded = emptyFold();
  #tokensLeft: number;
  #isCut = false;
  #counting: Promise<void> | undefined;

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
    this.#tokensLeft = limits.maxTokens;
  }

  /** The limit was reached: nothing more may be forwarded. */
  get isCut(): boolean {
    return this.#isCut;
  }

  get usage(): Pick<Folded, 'usage' | 'reported'> {
    return this.#folded;
  }

  note({ tokens, reported }: ReadUsage): void {
    this.#folded = { ...this.#folded, usage: tokens, reported };
  }

  /** The text so far. */
  fold(): Folded {
    for (const chunk of this.#keptChunks()) this.#folded = foldChunk(this.#folded, chunk);
    this.#kept = [];
    this.#keptBytes = 0;
    this.#keptTokens = 0;
    return this.#folded;
  }

  /** Returns as many whole frames as are paid for. They are counted only if they might exceed what is left. */
  fit(bytes: Buffer, mostTokens: number): Buffer | Promise<Buffer> {
    const isFull = this.#keptBytes + bytes.length > MAX_KEPT_BYTES;
    if (isFull || this.#keptTokens + mostTokens > this.#tokensLeft) return this.#fitCounted(bytes, mostTokens);
    return this.#keep(bytes, mostTokens);
  }

  #keep(bytes: Buffer, mostTokens: number): Buffer {
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    this.#keptTokens += mostTokens;
    return bytes;
  }

  async #fitCounted(bytes: Buffer, mostTokens: number): Promise<Buffer> {
    await this.#countKept();
    if (mostTokens <= this.#tokensLeft) return this.#keep(bytes, mostTokens);
    const fitting: Buffer[] = [];
    for (const { data, raw } of new SseReader().push(bytes)) {
      const given = parseChunk(data);
      if (!given) continue;
      const { chunk, ending } = await this.#fitChunk(given);
      if (ending) return Buffer.concat([...fitting, framed(chunk), ending]);
      fitting.push(raw ?? framed(chunk));
    }
    return Buffer.concat(fitting);
  }

  /** Returns as much of a chunk as is paid for, and the frame that ends the answer if that was not all. */
  async #fitChunk(chunk: Chunk): Promise<{ chunk: Chunk; ending?: Buffer }> {
    const tokens = await tokensInChunk(this.#limits.model, chunk);
    const isWhole = tokens <= this.#tokensLeft;
    const fitting = isWhole ? chunk : await this.#cut(chunk);
    if (isWhole) this.#tokensLeft -= tokens;
    this.#folded = foldChunk(this.#folded, fitting);
    return isWhole ? { chunk } : { chunk: fitting, ending: this.#ending(fitting) };
  }

  /** The tokens so far. Counted frames need not be counted again for the limit. */
  async count(): Promise<number> {
    await this.#countKept();
    return this.#limits.maxTokens - this.#tokensLeft;
  }

  /** One count at a time, so that no frame is counted twice. */
  #countKept(): Promise<void> {
    this.#counting ??= this.#countAll().finally(() => {
      this.#counting = undefined;
    });
    return this.#counting;
  }

  /** Includes frames that arrive meanwhile. */
  async #countAll(): Promise<void> {
    for (const chunk of this.#keptChunks()) this.#tokensLeft -= await tokensInChunk(this.#limits.model, chunk);
    this.fold();
  }

  *#keptChunks(): Generator<Chunk> {
    for (const bytes of this.#kept)
      for (const { data } of new SseReader().push(bytes)) {
        const chunk = parseChunk(data);
        if (chunk) yield chunk;
      }
  }

  async #cut(chunk: Chunk): Promise<Chunk> {
    this.#isCut = true;
    const choices: Chunk[] = [];
    for (const given of asRecords(chunk.choices)) {
      const { choice, tokens } = await cutChoice(this.#limits.model, given, Math.max(0, this.#tokensLeft));
      this.#tokensLeft -= tokens;
      choices.push({ ...choice, finish_reason: null });
    }
    const { id, object, created } = chunk;
    return { id, object, created, model: this.#limits.model, choices };
  }

  /** Reports for every choice that it ended because of its length. */
  #ending(chunk: Chunk): Buffer {
    const nothing = asRecords(chunk.choices).some(({ text }) => typeof text === 'string')
      ? { text: '' }
      : { delta: {} };
    const choices = Array.from({ length: this.#limits.choices }, (_, index) => ({
      index,
      ...nothing,
      finish_reason: 'length',
    }));
    return framed({ ...chunk, choices });
  }
}

function framed(chunk: Chunk): Buffer {
  return Buffer.concat([PREFIX, Buffer.from(JSON.stringify(chunk)), SUFFIX]);
}

function parseChunk(data: Buffer): Chunk | undefined {
  try {
    return asRecord(parseAnswer(data));
  } catch {
    return undefined;
  }
}
