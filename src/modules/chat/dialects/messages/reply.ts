// Writes a whole answer as a message of Anthropic's Messages API.
import { parseBounded } from '../../../../core/bounded-json.ts';
import { newId } from '../../../../core/ids.ts';
import type { AnswerUsage, CalledTool, WholeAnswer } from '../answer-parts.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import {
  askedBlock,
  citedIn,
  foundBlock,
  type SearchBlock,
  type SearchCitation,
  type SearchUse,
  searchUsage,
} from './search-blocks.ts';

export type WrittenBlock =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'text'; text: string; citations: SearchCitation[] }
  | SearchBlock
  | { type: 'tool_use'; id: string; name: string; input: unknown; caller: { type: 'direct' } };

type StopReason = 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal';

export interface WrittenMessage {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: WrittenBlock[];
  container: null;
  diagnostics: null;
  stop_details: null;
  stop_reason: StopReason | null;
  stop_sequence: string | null;
  usage: Omit<ReturnType<typeof usageOf>, 'server_tool_use'> & {
    server_tool_use: SearchUse | null;
  };
}

export const NO_USAGE: AnswerUsage = {
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  credits: undefined,
};

/** `hidden`: thoughts are sealed into their signature instead of shown. */
export function writeMessage(answer: WholeAnswer, hidden?: OwnThoughts): WrittenMessage {
  const { text, reasoning, reasoningSignature: signature, refusal, calls, searches = [] } = answer;
  return {
    ...emptyMessage(answer.model),
    content: [
      ...(reasoning === ''
        ? []
        : [
            hidden
              ? thinkingBlock('', sealedThought(hidden, reasoning, signature))
              : thinkingBlock(reasoning, signature),
          ]),
      ...searches.flatMap((search) => [askedBlock(search), foundBlock(search)]),
      ...(text + refusal === '' ? [] : [{ ...textBlock(text + refusal), citations: citedIn(text, searches) }]),
      ...calls.map((call) => toolBlock(call, readInput(call))),
    ],
    ...stopOf(answer.finishReason, answer.stopSequence, refusal !== ''),
    usage: { ...usageOf(answer.usage), ...searchUsage(searches) },
  };
}

export function sealedThought(hidden: OwnThoughts, text: string, signature: string): string {
  return hidden.close({ text, ...(signature === '' ? {} : { signature }) });
}

export function emptyMessage(model: string, promptTokens = 0): WrittenMessage {
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    container: null,
    diagnostics: null,
    stop_details: null,
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf({ ...NO_USAGE, promptTokens }),
  };
}

export function thinkingBlock(thinking: string, signature: string): WrittenBlock {
  return { type: 'thinking', thinking, signature };
}

export function textBlock(text: string) {
  return { type: 'text' as const, text, citations: [] };
}

export function toolBlock({ id, name }: CalledTool, input: unknown): WrittenBlock {
  return { type: 'tool_use', id: id || newId('toolu'), name, input, caller: { type: 'direct' } };
}

/** Models may write arguments that are not JSON; the client then gets the text unchanged. */
function readInput({ arguments: given }: CalledTool): unknown {
  try {
    return parseBounded(given || '{}');
  } catch {
    return { invalid_json: given };
  }
}

export function stopOf(
  finishReason: string,
  stopSequence: string | undefined,
  isRefusal: boolean,
): { stop_reason: StopReason; stop_sequence: string | null } {
  if (finishReason === 'length') return { stop_reason: 'max_tokens', stop_sequence: null };
  if (finishReason === 'tool_calls') return { stop_reason: 'tool_use', stop_sequence: null };
  if (finishReason === 'content_filter' || isRefusal) return { stop_reason: 'refusal', stop_sequence: null };
  if (stopSequence !== undefined) return { stop_reason: 'stop_sequence', stop_sequence: stopSequence };
  return { stop_reason: 'end_turn', stop_sequence: null };
}

/** Anthropic counts cached tokens separately from the other prompt tokens. */
export function usageOf(usage: AnswerUsage) {
  return {
    ...deltaUsageOf(usage),
    input_tokens: usage.promptTokens - usage.cachedTokens,
    cache_creation: null,
    inference_geo: null,
    service_tier: 'standard' as const,
    speed: null,
  };
}

export function deltaUsageOf({ promptTokens, cachedTokens, completionTokens, reasoningTokens, credits }: AnswerUsage) {
  return {
    input_tokens: promptTokens - cachedTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
    output_tokens: completionTokens,
    output_tokens_details: { thinking_tokens: reasoningTokens },
    server_tool_use: null,
    ...(credits === undefined ? {} : { credits }),
  };
}
