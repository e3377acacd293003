// The bodies of responses and their items, with every field that OpenAI's types require.
import type { AnswerUsage } from '../answer-parts.ts';
import { conversationIdOf } from './request.ts';
import type { ResponsesBody, Tool } from './schema.ts';

type Status = 'in_progress' | 'completed' | 'incomplete';

export interface MessageItem {
  type: 'message';
  id: string;
  status: Status;
  role: 'assistant';
  content: (TextPart | RefusalPart)[];
}

export interface TextPart {
  type: 'output_text';
  text: string;
  annotations: Annotation[];
  logprobs: Record<string, unknown>[];
}

/** Where a text refers to a search result. */
export type Annotation =
  | { type: 'url_citation'; start_index: number; end_index: number; url: string; title: string }
  | { type: 'file_citation'; file_id: string; filename: string; index: number };

interface WebSearchItem {
  type: 'web_search_call';
  id: string;
  status: Status | 'failed';
  action: { type: 'search'; query: string; queries: string[]; sources?: { type: 'url'; url: string }[] };
}

interface FileSearchItem {
  type: 'file_search_call';
  id: string;
  status: Status | 'failed';
  queries: string[];
  results: object[] | null;
}

export type SearchItem = WebSearchItem | FileSearchItem;

export interface RefusalPart {
  type: 'refusal';
  refusal: string;
}

interface CallHead {
  id: string;
  status: Status;
  call_id: string;
}

/** A call of a function, of a custom tool, or of the caller's own search of tools. */
export type CallItem =
  | (CallHead & { type: 'function_call'; name: string; namespace?: string; arguments: string })
  | (CallHead & { type: 'custom_tool_call'; name: string; namespace?: string; input: string })
  | (CallHead & { type: 'tool_search_call'; execution: 'client'; arguments: unknown });

export interface ReasoningItem {
  type: 'reasoning';
  id: string;
  status: Status;
  summary: { type: 'summary_text'; text: string }[];
  content?: { type: 'reasoning_text'; text: string }[];
  encrypted_content?: string;
}

export type OutputItem = MessageItem | CallItem | ReasoningItem | SearchItem;

export interface ResponseBody extends ReturnType<typeof requestFields> {
  id: string;
  object: 'response';
  created_at: number;
  status: Status | 'queued' | 'cancelled' | 'failed';
  error: { code: 'server_error' | 'rate_limit_exceeded' | 'invalid_prompt'; message: string } | null;
  incomplete_details: { reason: 'max_output_tokens' | 'content_filter' } | null;
  output: OutputItem[];
  /** OpenAI's own client computes this field; other clients read it. */
  output_text: string;
  usage?: ReturnType<typeof usageOf>;
}

export function newResponse(id: string, body: ResponsesBody): ResponseBody {
  return {
    id,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    ...requestFields(body),
    output: [],
    output_text: '',
  };
}

/** The request's settings, as a response repeats them. */
function requestFields(body: ResponsesBody) {
  const { effort = null, summary = null } = body.reasoning ?? {};
  return {
    model: body.model,
    instructions: body.instructions ?? null,
    previous_response_id: body.previous_response_id ?? null,
    conversation: body.conversation ? { id: conversationIdOf(body) ?? '' } : null,
    max_output_tokens: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    temperature: body.temperature ?? null,
    top_p: body.top_p ?? null,
    tools: (body.tools ?? []).map(repeatedTool),
    tool_choice: repeatedChoice(body.tool_choice),
    text: repeatedText(body.text),
    reasoning: { effort, summary },
    truncation: 'disabled' as const,
    background: body.background ?? false,
    store: body.store ?? true,
    service_tier: 'default' as const,
    ...(body.user ? { user: body.user } : {}),
  };
}

function repeatedTool(tool: Tool): object {
  const { name = '', description = null, parameters = null, strict = null } = tool;
  return tool.type === 'function' ? { type: tool.type, name, description, parameters, strict } : tool;
}

function repeatedChoice(choice: ResponsesBody['tool_choice']) {
  return choice ?? ('auto' as const);
}

function repeatedText(text: ResponsesBody['text']) {
  const { type = 'text', name = '', schema = {}, strict = null } = text?.format ?? {};
  const format = type === 'json_schema' ? { type, name, schema, strict } : { type };
  return { format, ...(text?.verbosity ? { verbosity: text.verbosity } : {}) };
}

export function usageOf(usage: AnswerUsage) {
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens, credits } = usage;
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: 0 },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: promptTokens + completionTokens,
    ...(credits === undefined ? {} : { credits }),
  };
}

export function textPart(text: string): TextPart {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}
