// Turns the AI SDK's stream parts into text events: a pure step from (state, part) to (state, events).
import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { FinishReason, TextEvent } from '../port.ts';

export interface PartsSoFar {
  /** Tool calls in the order of their start, by id. */
  calls: readonly string[];
  /** All text so far, for counting if the provider sends no usage. */
  said: string;
}

export const noPartsYet: PartsSoFar = { calls: [], said: '' };

export type CountTokens = (text: string) => number;

export function reducePart(
  soFar: PartsSoFar,
  part: LanguageModelV3StreamPart,
  count: { piece: CountTokens; promptTokens: number },
): { soFar: PartsSoFar; events: TextEvent[] } {
  switch (part.type) {
    case 'text-delta': {
      if (part.delta === '') return { soFar, events: [] };
      const event: TextEvent = { type: 'text', text: part.delta, tokens: count.piece(part.delta) };
      return { soFar: { ...soFar, said: soFar.said + part.delta }, events: [event] };
    }
    case 'reasoning-delta': {
      const signature = signatureOf(part.providerMetadata);
      if (part.delta === '' && signature === undefined) return { soFar, events: [] };
      const event: TextEvent = {
        type: 'reasoning',
        text: part.delta,
        tokens: count.piece(part.delta),
        ...(signature === undefined ? {} : { signature }),
      };
      return { soFar: { ...soFar, said: soFar.said + part.delta }, events: [event] };
    }
    case 'tool-input-start':
      return startCall(soFar, { id: part.id, name: part.toolName, text: '' }, count.piece);
    case 'tool-input-delta': {
      const index = soFar.calls.indexOf(part.id);
      if (index === -1) return { soFar, events: [] };
      const tokens = count.piece(part.delta);
      const event: TextEvent = { type: 'tool_call', index, argumentsDelta: part.delta, tokens };
      return { soFar: { ...soFar, said: soFar.said + part.delta }, events: [event] };
    }
    case 'tool-call':
      // Providers that do not stream tool input send the whole call here; for the others it repeats what was streamed.
      if (soFar.calls.includes(part.toolCallId)) return { soFar, events: [] };
      return startCall(soFar, { id: part.toolCallId, name: part.toolName, text: part.input }, count.piece);
    case 'finish': {
      const { inputTokens, outputTokens } = part.usage;
      const usage = {
        promptTokens: inputTokens.total ?? count.promptTokens,
        completionTokens: outputTokens.total ?? count.piece(soFar.said),
        ...(inputTokens.cacheRead === undefined ? {} : { cachedTokens: inputTokens.cacheRead }),
        ...(inputTokens.cacheWrite ? { cacheWriteTokens: inputTokens.cacheWrite } : {}),
        ...(outputTokens.reasoning === undefined ? {} : { reasoningTokens: outputTokens.reasoning }),
      };
      const stopSequence = part.providerMetadata?.anthropic?.stopSequence;
      const end: TextEvent = {
        type: 'end',
        finishReason: finishOf(part.finishReason.unified),
        usage,
        ...(typeof stopSequence === 'string' ? { stopSequence } : {}),
      };
      return { soFar, events: [end] };
    }
    default:
      return { soFar, events: [] };
  }
}

/** Claude signs its thoughts, directly or through Bedrock. */
function signatureOf(metadata: Record<string, Record<string, unknown>> | undefined): string | undefined {
  const signature = metadata?.anthropic?.signature ?? metadata?.bedrock?.signature;
  return typeof signature === 'string' ? signature : undefined;
}

function startCall(soFar: PartsSoFar, call: { id: string; name: string; text: string }, piece: CountTokens) {
  const { id, name, text } = call;
  const event: TextEvent = {
    type: 'tool_call',
    index: soFar.calls.length,
    id,
    name,
    argumentsDelta: text,
    tokens: piece(name + text),
  };
  return { soFar: { calls: [...soFar.calls, id], said: soFar.said + name + text }, events: [event] };
}

function finishOf(unified: string): FinishReason {
  if (unified === 'length') return 'length';
  if (unified === 'tool-calls') return 'tool_calls';
  return unified === 'content-filter' ? 'content_filter' : 'stop';
}
