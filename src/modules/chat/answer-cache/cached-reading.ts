// The vectors of texts that the same key has read before.
import type { EmbeddingResult } from '../../../engines/embedding/port.ts';
import type { CachedAnswer } from '../../../store/answer-cache.ts';
import type { ReadingCache } from '../paid-reading.ts';
import { type AnswerCache, type CacheSlot, MAX_ANSWER_BYTES } from './answer-cache.ts';

export class CachedReading implements ReadingCache<EmbeddingResult> {
  readonly #cache: AnswerCache;
  readonly #slot: CacheSlot;
  readonly #model: string;

  constructor(cache: AnswerCache, slot: CacheSlot, model: string) {
    this.#cache = cache;
    this.#slot = slot;
    this.#model = model;
  }

  async find(): Promise<EmbeddingResult | undefined> {
    const found = await this.#cache.find(this.#slot);
    return found && resultOf(found);
  }

  async keep({ vectors, tokens, isEstimated }: EmbeddingResult): Promise<void> {
    const [{ length } = { length: 0 }] = vectors;
    if (length === 0) return;
    const bytes = vectors.length * length * Float32Array.BYTES_PER_ELEMENT;
    if (bytes > MAX_ANSWER_BYTES / BASE64_GROWTH || vectors.some((vector) => vector.length !== length)) return;
    const content = Buffer.concat(vectors.map(bytesOf)).toString('base64');
    const facts = { form: 'vectors', length, tokens, ...(isEstimated ? { isEstimated } : {}) } as const;
    await this.#cache.keep(this.#slot, { model: this.#model, content, facts });
  }
}

const BASE64_GROWTH = 4 / 3;

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function resultOf({ facts, content }: CachedAnswer): EmbeddingResult | undefined {
  if (facts.form !== 'vectors') return undefined;
  const { form: _form, length, ...told } = facts;
  // Copied, because a vector begins at a multiple of its elements' size.
  const floats = new Float32Array(new Uint8Array(Buffer.from(content, 'base64')).buffer);
  const vectors: Float32Array[] = [];
  for (let at = 0; at < floats.length; at += length) vectors.push(floats.slice(at, at + length));
  return { ...told, vectors };
}
