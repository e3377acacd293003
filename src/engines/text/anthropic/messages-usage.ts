// Reads the usage and the texts of Anthropic's messages.
import { asRecord, asRecords, asText } from '../../../core/unknown-json.ts';
import type { TokenUsage } from '../port.ts';

/** Anthropic counts cached tokens apart from the other tokens of the prompt. Undefined if the prompt is not told. */
export function readMessagesUsage(value: unknown): TokenUsage | undefined {
  const usage = asRecord(value);
  if (!usage || !isCount(usage.input_tokens)) return undefined;
  const read = isCount(usage.cache_read_input_tokens) ? usage.cache_read_input_tokens : 0;
  const written = isCount(usage.cache_creation_input_tokens) ? usage.cache_creation_input_tokens : 0;
  const thinking = asRecord(usage.output_tokens_details)?.thinking_tokens;
  return {
    promptTokens: usage.input_tokens + read + written,
    completionTokens: isCount(usage.output_tokens) ? usage.output_tokens : 0,
    ...(read > 0 ? { cachedTokens: read } : {}),
    ...(written > 0 ? { cacheWriteTokens: written } : {}),
    ...(isCount(thinking) ? { reasoningTokens: thinking } : {}),
  };
}

export function textOfBlocks(content: unknown): string {
  return asRecords(content)
    .map((block) => asText(block.text) + asText(block.thinking) + (block.input ? JSON.stringify(block.input) : ''))
    .join('');
}

/** What a piece of a block adds to the answer. */
export function textOfDelta(value: unknown): string {
  const delta = asRecord(value);
  return asText(delta?.text) + asText(delta?.thinking) + asText(delta?.partial_json);
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
