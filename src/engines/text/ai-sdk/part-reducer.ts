// Turns the AI SDK's stream parts into text events: a pure step from (state, part) to (state, events).
import type { LanguageModelV3StreamPart, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { FinishReason, TextEvent } from '../port.ts';

export interface PartsSoFar {
  /** Tool calls in the order of their start, by id. */
  calls: readonly string[];
  /** All text so far, for counting if the provider sends no usage. */
  said: string;
  /** How the provider ended the answer. */
  ended?: Ended;
}

export interface Ended {
  finishReason: FinishReason;
  /** As the provider says it: nothing in it is checked. */
  told: LanguageModelV3Usage;
  stopSequence?: string;
}

export type PieceEvent = Exclude<TextEvent, { type: 'end' }>;

export const noPartsYet: PartsSoFar = { calls: [], said: '' };

export type CountTokens = (text: string) => number;

export function reducePart(
  soFar: PartsSoFar,
  part: LanguageModelV3StreamPart,
  countPiece: CountTokens,
): { soFar: PartsSoFar; events: PieceEvent[] } {
  switch (part.type) {
    case 'text-delta': {
      if (part.delta === '') return { soFar, events: [] };
      const event: PieceEvent = { type: 'text', text: part.delta, tokens: countPiece(part.delta) };
      return { soFar: { ...soFar, said: soFar.said + part.delta }, events: [event] };
    }
    case 'reasoning-delta': {
      const signature = signatureOf(part.providerMetadata);
      if (part.delta === '' && signature === undefined) return { soFar, events: [] };
      const event: PieceEvent = {
        type: 'reasoning',
        text: part.delta,
        tokens: countPiece(part.delta),
        ...(signature === undefined ? {} : { signature }),
      };
      return { soFar: { ...soFar, said: soFar.said + part.delta }, events: [event] };
    }
    case 'tool-input-start':
      return startCall(soFar, { id: part.id, name: part.toolName, text: '' }, countPiece);
    case 'tool-input-delta': {
      const index = soFar.calls.indexOf(part.id);
      if (index === -1) return { soFar, events: [] };
      const tokens = countPiece(part.delta);
      const event: PieceEvent = { type: 'tool_call', index, argumentsDelta: part.delta, tokens };
      return { soFar: { ...soFar, said: soFar.said + part.delta }, events: [event] };
    }
    case 'tool-call':
      // Providers that do not stream tool input send the whole call here; for the others it repeats what was streamed.
      if (soFar.calls.includes(part.toolCallId)) return { soFar, events: [] };
      return startCall(soFar, { id: part.toolCallId, name: part.toolName, text: part.input }, countPiece);
    case 'finish': {
      const stopSequence = part.providerMetadata?.anthropic?.stopSequence;
      const ended: Ended = {
        finishReason: finishOf(part.finishReason.unified),
        told: part.usage,
        ...(typeof stopSequence === 'string' ? { stopSequence } : {}),
      };
      return { soFar: { ...soFar, ended }, events: [] };
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
  const event: PieceEvent = {
    type: 'tool_call',
    index: soFar.calls.length,
    id,
    name,
    argumentsDelta: text,
    tokens: piece(name + text),
  };
  return { soFar: { ...soFar, calls: [...soFar.calls, id], said: soFar.said + name + text }, events: [event] };
}

function finishOf(unified: string): FinishReason {
  if (unified === 'length') return 'length';
  if (unified === 'tool-calls') return 'tool_calls';
  return unified === 'content-filter' ? 'content_filter' : 'stop';
}
