// Turns text, or token ids from a caller, into the ids that the network reads, with its start and end marks.
import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import type { EmbeddingInput } from './protocol.ts';

const BEGIN = '[CLS]';
const END = '[SEP]';
/** No word of real text is longer; reading megabytes as one word would block other requests. */
const MAX_CHARACTERS_PER_TOKEN = 128;

export class InputRefused extends Error {
  readonly code: 'context_length_exceeded' | 'invalid_parameter';
  readonly param: string;

  constructor(code: InputRefused['code'], message: string, param: string) {
    super(message);
    this.code = code;
    this.param = param;
  }
}

export class WordPieces {
  readonly #tokenizer: Tokenizer;
  readonly #maxInputTokens: number;
  readonly #vocabularySize: number;
  readonly #begin: number;
  readonly #end: number;

  constructor(tokenizerPath: string, maxInputTokens: number) {
    const description = JSON.parse(readFileSync(tokenizerPath, 'utf8')) as { model: { vocab: Record<string, number> } };
    this.#tokenizer = new Tokenizer(description, {});
    this.#maxInputTokens = maxInputTokens;
    this.#vocabularySize = Object.keys(description.model.vocab).length;
    this.#begin = description.model.vocab[BEGIN] ?? 101;
    this.#end = description.model.vocab[END] ?? 102;
  }

  read(input: EmbeddingInput, index: number): number[] {
    if (typeof input === 'string' && input.length > this.#maxInputTokens * MAX_CHARACTERS_PER_TOKEN) {
      const message = `This input is too long. The model accepts at most ${this.#maxInputTokens} tokens. Split the input.`;
      throw new InputRefused('context_length_exceeded', message, `input[${index}]`);
    }
    const ids = typeof input === 'string' ? this.#tokenizer.encode(input).ids : this.#frame(input, index);
    if (ids.length <= this.#maxInputTokens) return ids;
    const message = `This input has ${ids.length} tokens, but the model accepts at most ${this.#maxInputTokens}. Split the input.`;
    throw new InputRefused('context_length_exceeded', message, `input[${index}]`);
  }

  #frame(ids: readonly number[], index: number): number[] {
    if (ids.some((id) => !Number.isInteger(id) || id < 0 || id >= this.#vocabularySize)) {
      const message = `Token ids of this model are whole numbers from 0 to ${this.#vocabularySize - 1}.`;
      throw new InputRefused('invalid_parameter', message, `input[${index}]`);
    }
    return ids[0] === this.#begin ? [...ids] : [this.#begin, ...ids, this.#end];
  }
}
