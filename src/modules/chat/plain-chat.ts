// Reduces a client's chat body to functions only: custom tools become functions, and disallowed tools are removed.
import { asFunction, wrapInput } from './dialects/one-string-tools.ts';
import { cameFrom } from './dialects/own-fields.ts';
import { missing, refuse } from './dialects/refuse.ts';
import type { ChatBody, SentChatBody } from './schema.ts';

type SentTool = NonNullable<SentChatBody['tools']>[number];
type SentMessage = SentChatBody['messages'][number];
type SentCall = NonNullable<SentMessage['tool_calls']>[number];
type SentChoice = NonNullable<SentChatBody['tool_choice']>;
type Named = { function?: { name: string }; custom?: { name: string } };

export interface PlainChat {
  body: ChatBody;
  customTools: ReadonlySet<string> | undefined;
  /** Requested features that no model here has. */
  leftOut: readonly string[];
}

export function plainChat(sent: SentChatBody): PlainChat {
  if (isPlain(sent)) return { body: sent as ChatBody, customTools: undefined, leftOut: [] };
  const { tools = [], tool_choice: choice, messages } = sent;
  const leftOut = (sent as { web_search_options?: unknown }).web_search_options ? ['web_search_options'] : [];
  const names = new Set(tools.flatMap(({ type, custom }) => (type === 'custom' && custom ? [custom.name] : [])));
  const plain = {
    ...sent,
    messages: messages.map(plainMessage),
    ...chosenTools(tools.map(plainTool), choice),
  };
  return { body: plain as ChatBody, customTools: names.size > 0 ? names : undefined, leftOut };
}

/** Most chats have no tools. */
function isPlain(sent: SentChatBody): boolean {
  const { tools, tool_choice: choice, messages } = sent;
  const hasTools = tools || choice || (sent as { web_search_options?: unknown }).web_search_options;
  return !hasTools && messages.every(({ tool_calls: calls }) => !calls);
}

function plainTool(tool: SentTool, index: number): NonNullable<ChatBody['tools']>[number] {
  const at = `tools[${index}]`;
  const { custom, ...rest } = tool;
  if (tool.type === 'custom') {
    const { cache_control: mark } = tool;
    const called = asFunction(custom ?? missing(`${at}.custom`));
    return cameFrom({ type: 'function', function: called, ...(mark ? { cache_control: mark } : {}) }, at);
  }
  return { ...rest, type: 'function', function: tool.function ?? missing(`${at}.function`) };
}

function chosenTools(
  tools: NonNullable<ChatBody['tools']>,
  choice: SentChoice | null | undefined,
): Pick<ChatBody, 'tools' | 'tool_choice'> {
  if (choice === undefined || choice === null || typeof choice === 'string')
    return { ...(tools.length > 0 ? { tools } : {}), ...(choice ? { tool_choice: choice } : {}) };
  if (choice.type !== 'allowed_tools')
    return { tools, tool_choice: { type: 'function', function: { name: nameOf(choice) ?? missing('tool_choice') } } };
  const { mode, tools: allowed } = choice.allowed_tools;
  const names = allowed.map(nameOf);
  const kept = tools.filter((tool) => names.includes(tool.function.name));
  if (kept.length === 0) refuse('tool_choice', 'None of the "allowed_tools" is among the tools.');
  return { tools: kept, tool_choice: mode };
}

/** Returns the same object if it has no custom tool call. */
function plainMessage(message: SentMessage, index: number): ChatBody['messages'][number] {
  const { tool_calls: calls, ...rest } = message;
  if (!calls?.some(({ type, function: called }) => type === 'custom' || !called))
    return message as ChatBody['messages'][number];
  const at = `messages[${index}].tool_calls`;
  return { ...rest, tool_calls: calls.map((call, position) => plainCall(call, `${at}[${position}]`)) };
}

function plainCall({ id, type, function: called, custom }: SentCall, at: string) {
  if (type !== 'custom') return { id, type, function: called ?? missing(`${at}.function`) };
  const { name, input } = custom ?? missing(`${at}.custom`);
  return { id, type: 'function' as const, function: { name, arguments: wrapInput(input) } };
}

function nameOf({ function: called, custom }: Named): string | undefined {
  return called?.name ?? custom?.name;
}
