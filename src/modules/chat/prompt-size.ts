// Refuses prompts that no model could read, before time is spent on them. The hold is bounded elsewhere, by the request
// itself.
import { ServiceError } from '../../core/errors.ts';
import type { TextMessage, TextModel } from '../../engines/text/port.ts';
import type { ChatBody } from './schema.ts';

/** Chat bodies may be larger, but only for their images. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** The longest tokens of the usual vocabularies are runs of 128 spaces. */
const MAX_BYTES_PER_TOKEN = 128;
/** Of a message that is only a text: `{"role":"assistant"}`. */
const ROLE_BYTES = 20;

/** The texts of a chat without its images. */
export function textBytesOf(
  messages: readonly TextMessage[],
  { tools, response_format: format }: Pick<ChatBody, 'tools' | 'response_format'> = {},
): number {
  const rest = tools?.length || format ? Buffer.byteLength(JSON.stringify([tools, format])) : 0;
  return messages.reduce((sum, message) => sum + messageBytes(message), rest);
}

function messageBytes(message: TextMessage): number {
  const { content } = message;
  if (typeof content === 'string' && hasOnlyText(message)) return ROLE_BYTES + Buffer.byteLength(content);
  let bytes = Buffer.byteLength(JSON.stringify({ ...message, content: undefined }));
  if (typeof content === 'string') return bytes + Buffer.byteLength(content);
  for (const part of content ?? []) if (part.type === 'text') bytes += Buffer.byteLength(part.text);
  return bytes;
}

function hasOnlyText(message: TextMessage): boolean {
  const { name, tool_calls: calls, tool_call_id: id, reasoning_content: thought, reasoning_signature: mark } = message;
  return name === undefined && calls === undefined && id === undefined && thought === undefined && mark === undefined;
}

/** Refuses a prompt that cannot fit the model's context window, before seconds are spent on counting its tokens. */
export function refuseHugePrompt(model: TextModel, bytes: number, param: 'messages' | 'prompt'): void {
  if (bytes > MAX_TEXT_BYTES)
    throw new ServiceError('payload_too_large', 'The texts are larger than 4 MB. Send less at a time.', { param });
  if (bytes > model.contextWindow * MAX_BYTES_PER_TOKEN)
    throw new ServiceError(
      'context_length_exceeded',
      `The texts are too long: the model "${model.id}" accepts ${model.contextWindow} tokens. Shorten them.`,
      { param },
    );
}
