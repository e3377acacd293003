// Counts the prompt of a request as its upstream may: messages with tools and format, or plain text with its suffix.
import type { ResponseFormat, TextMessage, ToolDefinition } from '../port.ts';
import { countPrompt as countShaped, countText, type PromptShape } from '../tokenizer.ts';

/** The tokens of the prompt in a body of chat completions or completions. */
export function countPromptOf(model: string, body: Readonly<Record<string, unknown>>): Promise<number> {
  const { messages, prompt, suffix } = body;
  // The pipeline has validated the body against its schema before.
  if (Array.isArray(messages)) return countShaped(model, messages as TextMessage[], shapeOf(body));
  const text = typeof prompt === 'string' ? prompt : JSON.stringify(prompt ?? '');
  return countText(model, typeof suffix === 'string' ? text + suffix : text);
}

function shapeOf({ tools, response_format: format }: Readonly<Record<string, unknown>>): PromptShape {
  return {
    ...(Array.isArray(tools) && tools.length > 0 ? { tools: tools as ToolDefinition[] } : {}),
    ...(format ? { responseFormat: format as ResponseFormat } : {}),
  };
}
