// Counts image work in tokens, for clients of OpenAI's API. Prices are per image and do not depend on these counts.
import type { StoredImage } from './work.ts';

const PATCH_PIXELS = 32;
/** Close to what common tokenizers count for English. */
const BYTES_PER_TOKEN = 4;

export interface TokenNumbers {
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
  input_tokens_details: { text_tokens: number; image_tokens: number };
}

/** `hasImage`: an edit reads an image of the size that it writes. */
export function tokensOf(
  prompt: string,
  images: readonly Pick<StoredImage, 'width' | 'height'>[],
  hasImage: boolean,
): TokenNumbers {
  const patches = images.map(({ width, height }) => Math.ceil(width / PATCH_PIXELS) * Math.ceil(height / PATCH_PIXELS));
  const text_tokens = Math.ceil(Buffer.byteLength(prompt) / BYTES_PER_TOKEN);
  const image_tokens = hasImage ? (patches[0] ?? 0) : 0;
  const output_tokens = patches.reduce((sum, count) => sum + count, 0);
  const input_tokens = text_tokens + image_tokens;
  return {
    input_tokens,
    output_tokens,
    total_tokens: input_tokens + output_tokens,
    input_tokens_details: { text_tokens, image_tokens },
  };
}
