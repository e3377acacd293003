// Computes an upper bound of a prompt's tokens without counting: no tokenizer makes more tokens than there are bytes.
import type { TextMessage } from '../../engines/text/port.ts';

// Templates wrap each message in a few tokens; images cost at most what the most expensive known upstream counts.
const MOST_TOKENS_AROUND_MESSAGE = 16;
const MOST_TOKENS_PER_PICTURE = 3_000;

export function mostTokensOf(messages: readonly TextMessage[], tools: unknown): number {
  let most = MOST_TOKENS_AROUND_MESSAGE;
  for (const { content, name, tool_calls } of messages) {
    most += MOST_TOKENS_AROUND_MESSAGE + (name ? Buffer.byteLength(name) : 0);
    if (typeof content === 'string') most += Buffer.byteLength(content);
    else
      for (const part of content ?? [])
        most += part.type === 'text' ? Buffer.byteLength(part.text) : MOST_TOKENS_PER_PICTURE;
    if (tool_calls) most += Buffer.byteLength(JSON.stringify(tool_calls));
  }
  return tools ? most + Buffer.byteLength(JSON.stringify(tools)) : most;
}
