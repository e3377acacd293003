// The API call for a message, with the settings of the page.
import type { ChatBody, Message } from './message.ts';

export interface ChatSettings {
  model: string;
  temperature: number;
  maxTokens: number | null;
  instructions: string;
  isJson: boolean;
  /** Tools as JSON, in the API's format: an array of functions. */
  tools: string;
  /** The second model, which answers in parallel; empty for none. */
  compareWith: string;
}

type Tools = NonNullable<ChatBody['tools']>;

export function bodyOf(
  messages: readonly Message[],
  settings: ChatSettings,
  conversation: { id: string | null; isFirst: boolean },
): ChatBody {
  const instructions = settings.instructions.trim();
  const tools = readTools(settings.tools);
  return {
    model: settings.model,
    messages: [
      ...(conversation.isFirst && instructions ? [{ role: 'system' as const, content: instructions }] : []),
      ...messages,
    ],
    temperature: settings.temperature,
    ...(settings.maxTokens ? { max_tokens: settings.maxTokens } : {}),
    ...(settings.isJson ? { response_format: { type: 'json_object' as const } } : {}),
    ...(Array.isArray(tools) && tools.length > 0 ? { tools } : {}),
    conversation_id: conversation.id ?? 'new',
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** The tools, or undefined if the text is not an array of functions. Also accepts shorter forms without `type`. */
export function readTools(text: string): Tools | undefined {
  if (text.trim() === '') return [];
  try {
    const given: unknown = JSON.parse(text);
    const list = Array.isArray(given) ? given : [given];
    const tools = list.map((one) => (one?.function ? one : { type: 'function', function: one }));
    return tools.every((tool) => typeof tool.function?.name === 'string') ? (tools as Tools) : undefined;
  } catch {
    return undefined;
  }
}
