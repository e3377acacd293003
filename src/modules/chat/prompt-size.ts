// Bounds a prompt's tokens without counting them: no tokenizer makes more tokens than there are bytes.
import { ServiceError } from '../../core/errors.ts';
import type { TextMessage, TextModel } from '../../engines/text/port.ts';

// Templates wrap each message in a few tokens; images cost at most what the most expensive known upstream charges.
const MOST_TOKENS_AROUND_MESSAGE = 16;
const MOST_TOKENS_PER_PICTURE = 3_000;
/** Chat bodies may be larger, but only for their images. */
const MOST_TEXT_BYTES = 4 * 1024 * 1024;
/** The longest tokens of the usual vocabularies are runs of 128 spaces. */
const MOST_BYTES_PER_TOKEN = 128;

export function mostTokensOf(messages: readonly TextMessage[], tools: unknown): number {
  let most = MOST_TOKENS_AROUND_MESSAGE;
  for (const { content, name, tool_calls, reasoning_content: thought } of messages) {
    most += MOST_TOKENS_AROUND_MESSAGE + (name ? Buffer.byteLength(name) : 0);
    if (typeof content === 'string') most += Buffer.byteLength(content);
    else
      for (const part of content ?? [])
        most += part.type === 'text' ? Buffer.byteLength(part.text) : MOST_TOKENS_PER_PICTURE;
    if (thought) most += Buffer.byteLength(thought);
    if (tool_calls) most += Buffer.byteLength(JSON.stringify(tool_calls));
  }
  return tools ? most + Buffer.byteLength(JSON.stringify(tools)) : most;
}

/** Refuses a prompt that cannot fit the model's context window, before seconds are spent on counting its tokens. */
export function refuseHugePrompt(model: TextModel, bytes: number, param: 'messages' | 'prompt'): void {
  if (bytes > MOST_TEXT_BYTES)
    throw new ServiceError('payload_too_large', 'The texts are larger than 4 MB. Send less at a time.', { param });
  if (bytes > model.contextWindow * MOST_BYTES_PER_TOKEN)
    throw new ServiceError(
      'context_length_exceeded',
      `The texts are too long: the model "${model.id}" accepts ${model.contextWindow} tokens. Shorten them.`,
      { param },
    );
}
