// How long the chunks of a file are.
import { ServiceError } from '../../core/errors.ts';
import type { Chunking } from './schema.ts';

export interface ChunkSizes {
  maxTokens: number;
  overlapTokens: number;
}

/** As at OpenAI. */
const USUAL_TOKENS = 800;
/** Models count tokens in their own way: a chunk should fit although it has some more of them. */
const SHARE_OF_MODEL = 0.7;

export function chunkSizesOf(chunking: Chunking | undefined, modelTokens: number): ChunkSizes {
  if (chunking?.type !== 'static') {
    const maxTokens = Math.min(USUAL_TOKENS, Math.max(100, Math.floor(modelTokens * SHARE_OF_MODEL)));
    return { maxTokens, overlapTokens: Math.floor(maxTokens / 2) };
  }
  const { static: sizes } = chunking;
  if (!sizes) throw new ServiceError('missing_parameter', 'A static strategy has sizes.', { param: PARAM });
  const { max_chunk_size_tokens: maxTokens, chunk_overlap_tokens: overlapTokens } = sizes;
  if (overlapTokens * 2 <= maxTokens) return { maxTokens, overlapTokens };
  throw new ServiceError('invalid_parameter', 'Chunks overlap by at most half of their size.', {
    param: `${PARAM}.chunk_overlap_tokens`,
  });
}

const PARAM = 'chunking_strategy.static';
