// Builds OpenAI's two formats of an answer, chat and plain completion, from text events without state.
import type { FinishReason, TextEvent, TokenUsage, ToolCall } from '../../engines/text/port.ts';

export interface AnswerHead {
  id: string;
  created: number;
  model: string;
}

/** One complete choice. */
export interface Said {
  text: string;
  toolCalls: ToolCall[];
  finishReason: FinishReason;
  /** The model's thoughts before its answer. */
  reasoning?: string;
  reasoningSignature?: string;
  stopSequence?: string;
}

export type Ending = Pick<Said, 'finishReason' | 'stopSequence'>;

export interface AnswerShape {
  path: 'chat/completions' | 'completions';
  idPrefix: string;
  /** The first chunk of a choice in a stream, before its text. */
  opening(head: AnswerHead, index: number, echo: string): object | undefined;
  chunk(head: AnswerHead, index: number, event: TextEvent): object | undefined;
  ending(head: AnswerHead, index: number, end: Ending): object;
  whole(head: AnswerHead, choices: readonly Said[], usage: object): object;
  usageChunk(head: AnswerHead, usage: object): object;
}

export const CHAT_SHAPE: AnswerShape = {
  path: 'chat/completions',
  idPrefix: 'chatcmpl',
  opening: (head, index) => chatChunk(head, index, { delta: { role: 'assistant', content: '' } }),
  chunk(head, index, event) {
    if (event.type === 'text') return chatChunk(head, index, { delta: { content: event.text } });
    if (event.type === 'reasoning') return chatChunk(head, index, { delta: reasoningOf(event.text, event.signature) });
    if (event.type !== 'tool_call') return undefined;
    const { id, name, argumentsDelta } = event;
    const named = { ...(name === undefined ? {} : { name }), arguments: argumentsDelta };
    const call = { index: event.index, ...(id === undefined ? {} : { id, type: 'function' }), function: named };
    return chatChunk(head, index, { delta: { tool_calls: [call] } });
  },
  ending: (head, index, end) => chatChunk(head, index, { delta: {}, end }),
  whole: (head, choices, usage) => ({
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: choices.map(({ text, toolCalls, reasoning, reasoningSignature, ...end }, index) => ({
      index,
      message: {
        role: 'assistant',
        content: text === '' && toolCalls.length > 0 ? null : text,
        refusal: null,
        ...(reasoning === undefined ? {} : reasoningOf(reasoning, reasoningSignature)),
        ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
      },
      logprobs: null,
      ...endOf(end),
    })),
    usage,
  }),
  usageChunk: (head, usage) => ({ ...chunkHead(head), choices: [], usage }),
};

export const COMPLETION_SHAPE: AnswerShape = {
  path: 'completions',
  idPrefix: 'cmpl',
  opening: (head, index, echo) =>
    echo === '' ? undefined : textChunk(head, index, { text: echo, finishReason: null }),
  chunk: (head, index, event) =>
    event.type === 'text' ? textChunk(head, index, { text: event.text, finishReason: null }) : undefined,
  ending: (head, index, { finishReason }) => textChunk(head, index, { text: '', finishReason }),
  whole: (head, choices, usage) => ({
    id: head.id,
    object: 'text_completion',
    created: head.created,
    model: head.model,
    choices: choices.map(({ text, finishReason }, index) => ({
      index,
      text,
      logprobs: null,
      finish_reason: finishReason,
    })),
    usage,
  }),
  usageChunk: (head, usage) => ({ ...head, object: 'text_completion', choices: [], usage }),
};

export function chatChunk(head: AnswerHead, index: number, { delta, end }: { delta: object; end?: Ending }): object {
  const ended = end ? endOf(end) : { finish_reason: null };
  return { ...chunkHead(head), choices: [{ index, delta, logprobs: null, ...ended }] };
}

/** The field names that servers of open models agree on; OpenAI's own API has none. */
function reasoningOf(text: string, signature: string | undefined): object {
  return { reasoning_content: text, ...(signature === undefined ? {} : { reasoning_signature: signature }) };
}

function endOf({ finishReason, stopSequence }: Ending): object {
  return { finish_reason: finishReason, ...(stopSequence === undefined ? {} : { stop_reason: stopSequence }) };
}

function chunkHead(head: AnswerHead): object {
  return { id: head.id, object: 'chat.completion.chunk', created: head.created, model: head.model };
}

function textChunk(
  head: AnswerHead,
  index: number,
  { text, finishReason }: { text: string; finishReason: FinishReason | null },
): object {
  const { id, created, model } = head;
  return {
    id,
    object: 'text_completion',
    created,
    model,
    choices: [{ index, text, logprobs: null, finish_reason: finishReason }],
  };
}

export function usageBody(usage: TokenUsage, reported: Record<string, unknown> = {}): Record<string, unknown> {
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens } = usage;
  return {
    ...(cachedTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: cachedTokens } }),
    ...(reasoningTokens === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
    ...reported,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** Adds one event to a choice; a whole answer is built by repeating this pure step. */
export function addEvent(said: Said, event: TextEvent): Said {
  switch (event.type) {
    case 'text':
      return { ...said, text: said.text + event.text };
    case 'reasoning':
      return {
        ...said,
        reasoning: (said.reasoning ?? '') + event.text,
        ...(event.signature === undefined ? {} : { reasoningSignature: event.signature }),
      };
    case 'tool_call': {
      const toolCalls = [...said.toolCalls];
      const call = toolCalls[event.index];
      toolCalls[event.index] = {
        id: event.id ?? call?.id ?? '',
        type: 'function',
        function: {
          name: event.name ?? call?.function.name ?? '',
          arguments: (call?.function.arguments ?? '') + event.argumentsDelta,
        },
      };
      return { ...said, toolCalls };
    }
    case 'end':
      return {
        ...said,
        finishReason: event.finishReason,
        ...(event.stopSequence === undefined ? {} : { stopSequence: event.stopSequence }),
      };
  }
}

export const NOTHING_SAID: Said = { text: '', toolCalls: [], finishReason: 'stop' };
