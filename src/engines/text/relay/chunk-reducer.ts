// Folds the chunks of an OpenAI-shaped stream into the text so far: a pure reducer over parsed frames.
import { asIndex, asRecord, asRecords, asText } from '../../../core/unknown-json.ts';
import type { FinishReason, TokenUsage, ToolCall } from '../port.ts';

export interface Folded {
  /** Text per choice, ordered by index. */
  texts: string[];
  /** Delivered text that is not the answer itself: reasoning, refusals, tool calls. */
  asides: string;
  toolCalls: ToolCall[];
  finishReason: FinishReason | undefined;
  usage: TokenUsage | undefined;
  reported: Record<string, unknown> | undefined;
}

export interface Delta {
  index: number;
  text: string;
  reasoning: string;
  refusal: string;
  toolCalls: ToolCallDelta[];
}

interface ToolCallDelta {
  index: number;
  id?: string;
  name?: string;
  argumentsDelta: string;
}

export function emptyFold(): Folded {
  return { texts: [], asides: '', toolCalls: [], finishReason: undefined, usage: undefined, reported: undefined };
}

export function foldChunk(folded: Folded, chunk: Record<string, unknown>): Folded {
  const next: Folded = { ...folded, texts: [...folded.texts], toolCalls: [...folded.toolCalls] };
  for (const delta of readDeltas(chunk)) {
    next.texts[delta.index] = (next.texts[delta.index] ?? '') + delta.text;
    next.asides += delta.reasoning + delta.refusal;
    for (const call of delta.toolCalls) {
      next.asides += (call.name ?? '') + call.argumentsDelta;
      if (delta.index === 0) next.toolCalls[call.index] = extendCall(next.toolCalls[call.index], call);
    }
  }
  next.finishReason = readFinishReason(chunk) ?? next.finishReason;
  const usage = readUsage(chunk);
  if (usage) {
    next.usage = usage.tokens;
    next.reported = usage.reported;
  }
  return next;
}

function extendCall(call: ToolCall | undefined, delta: ToolCallDelta): ToolCall {
  return {
    id: delta.id ?? call?.id ?? '',
    type: 'function',
    function: {
      name: delta.name ?? call?.function.name ?? '',
      arguments: (call?.function.arguments ?? '') + delta.argumentsDelta,
    },
  };
}

/** Lenient: servers differ, and a missing or odd field counts as no text. */
export function readDeltas(chunk: Record<string, unknown>): Delta[] {
  return asRecords(chunk.choices).map((choice, position) => {
    const delta = asRecord(choice.delta) ?? asRecord(choice.message) ?? {};
    return {
      index: asIndex(choice.index, position),
      text: textOf(delta.content) + asText(choice.text),
      reasoning: asText(delta.reasoning_content) || asText(delta.reasoning) || thoughtsOf(delta.content),
      refusal: asText(delta.refusal),
      toolCalls: asRecords(delta.tool_calls).map(readToolCall),
    };
  });
}

/** Content is a text, or a list of parts, some of them thoughts. */
function textOf(content: unknown): string {
  const parts = asRecords(content).filter(({ type }) => type === 'text');
  return asText(content) || parts.map(({ text }) => asText(text)).join('');
}

/** A thought is a text, or again a list of texts. */
function thoughtsOf(content: unknown): string {
  const parts = asRecords(content).filter(({ type }) => type !== 'text');
  return parts.map(({ thinking, text }) => asText(text) + textOf(thinking)).join('');
}

function readToolCall(call: Record<string, unknown>, position: number): ToolCallDelta {
  const named = asRecord(call.function) ?? {};
  return {
    index: asIndex(call.index, position),
    ...(typeof call.id === 'string' ? { id: call.id } : {}),
    ...(typeof named.name === 'string' ? { name: named.name } : {}),
    argumentsDelta: asText(named.arguments),
  };
}

/** vLLM reports the stop string that ended the answer. */
export function readStopSequence(chunk: Record<string, unknown>): string | undefined {
  for (const { stop_reason: stop } of asRecords(chunk.choices)) if (typeof stop === 'string') return stop;
  return undefined;
}

function readFinishReason(chunk: Record<string, unknown>): FinishReason | undefined {
  for (const choice of asRecords(chunk.choices)) {
    const reason = choice.finish_reason;
    if (typeof reason !== 'string' || reason === '') continue;
    if (reason === 'function_call') return 'tool_calls';
    return ['stop', 'length', 'tool_calls', 'content_filter'].includes(reason) ? (reason as FinishReason) : 'stop';
  }
  return undefined;
}

export interface ReadUsage {
  tokens: TokenUsage;
  /** The upstream's own object, with its details. */
  reported: Record<string, unknown>;
}

export function readUsage(chunk: Record<string, unknown>): ReadUsage | undefined {
  const reported = asRecord(chunk.usage) ?? asRecord(asRecord(chunk.x_groq)?.usage);
  const prompt = reported?.prompt_tokens;
  const total = reported?.total_tokens;
  const completion =
    reported?.completion_tokens ??
    (typeof total === 'number' && typeof prompt === 'number' ? total - prompt : undefined);
  if (!reported || !isCount(prompt) || !isCount(completion)) return undefined;
  const cached = readCached(reported);
  const written = readCacheWrites(reported);
  const reasoning = asRecord(reported.completion_tokens_details)?.reasoning_tokens;
  const tokens: TokenUsage = {
    promptTokens: prompt,
    completionTokens: completion,
    ...(cached === undefined ? {} : { cachedTokens: Math.min(cached, prompt) }),
    ...(written ? { cacheWriteTokens: Math.min(written, prompt - Math.min(cached ?? 0, prompt)) } : {}),
    ...(isCount(reasoning) ? { reasoningTokens: reasoning } : {}),
  };
  return { tokens, reported };
}

/** OpenAI and most others; DeepSeek; Moonshot; servers that report as Anthropic does. */
function readCached(reported: Record<string, unknown>): number | undefined {
  const details = asRecord(reported.prompt_tokens_details);
  return [
    details?.cached_tokens,
    reported.prompt_cache_hit_tokens,
    reported.cached_tokens,
    reported.cache_read_input_tokens,
  ].find(isCount);
}

/** OpenRouter; servers that report as Anthropic does. */
function readCacheWrites(reported: Record<string, unknown>): number | undefined {
  const details = asRecord(reported.prompt_tokens_details);
  return [details?.cache_write_tokens, details?.cache_creation_tokens, reported.cache_creation_input_tokens].find(
    isCount,
  );
}

/**
 * The most that a call can have used: its model's context window, or, if that is only assumed, the request and its
 * limit.
 */
export interface UsageBounds {
  contextWindow: number;
  mostPromptTokens: number;
  /** For all choices together. */
  maxTokens: number;
}

/** Ignores impossible usage: more than possible, or zero for a prompt. */
export function isBelievable({ promptTokens, completionTokens }: TokenUsage, bounds: UsageBounds): boolean {
  const { contextWindow, mostPromptTokens, maxTokens } = bounds;
  const mostRead = Math.max(contextWindow, mostPromptTokens);
  return promptTokens > 0 && promptTokens <= mostRead && completionTokens <= Math.max(contextWindow, maxTokens);
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
