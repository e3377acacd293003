// The answers of each sandbox model: always the same for the same order.
import type { TextOrder, ToolDefinition } from '../port.ts';
import { sampleOf } from './sample-value.ts';
import { textOf } from './tokens.ts';

export type SandboxReply = { kind: 'text'; text: string } | { kind: 'tool_call'; name: string; arguments: string };

/** The last user message, or the raw prompt. */
function askedOf(order: TextOrder): string {
  const last = order.messages?.findLast((message) => message.role === 'user' || message.role === 'tool');
  return last ? textOf(last) : (order.prompt ?? '');
}

export function echo(order: TextOrder): SandboxReply {
  const format = order.responseFormat;
  if (format?.type === 'json_object') return { kind: 'text', text: JSON.stringify({ echo: askedOf(order) }) };
  if (format?.type === 'json_schema') {
    return { kind: 'text', text: sampleOf(format.json_schema.schema ?? {}) };
  }
  return { kind: 'text', text: askedOf(order) };
}

/** Calls the requested tool, otherwise the first; once its result is in the chat, the result is echoed. */
export function callTool(order: TextOrder): SandboxReply {
  const tool = chosenTool(order);
  if (!tool || order.messages?.at(-1)?.role === 'tool') return echo(order);
  const { name, parameters } = tool.function;
  return { kind: 'tool_call', name, arguments: sampleOf(parameters ?? {}) };
}

function chosenTool({ tools = [], toolChoice }: TextOrder): ToolDefinition | undefined {
  if (toolChoice === 'none') return undefined;
  if (typeof toolChoice !== 'object') return tools[0];
  return tools.find((tool) => tool.function.name === toolChoice.function.name);
}
