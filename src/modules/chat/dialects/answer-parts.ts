// Reads a whole chat reply, and the parts that replies and chunks share. Lenient: an upstream may have written them.
import { asRecord, asRecords, asText } from '../../../core/unknown-json.ts';
import type { Search } from './search/searched.ts';

export interface CalledTool {
  id: string;
  name: string;
  /** JSON as the model wrote it, possibly invalid. */
  arguments: string;
}

export interface AnswerUsage {
  promptTokens: number;
  completionTokens: number;
  /** Prompt tokens that the upstream had cached. */
  cachedTokens: number;
  /** Completion tokens that the model spent on reasoning. */
  reasoningTokens: number;
  /** The charge in credits, if known here. */
  credits: number | undefined;
}

export interface WholeAnswer {
  model: string;
  created: number;
  text: string;
  reasoning: string;
  reasoningSignature: string;
  refusal: string;
  calls: CalledTool[];
  finishReason: string;
  stopSequence: string | undefined;
  /** The log probabilities of the text's tokens. */
  logprobs: Record<string, unknown>[];
  /** Log probabilities of earlier pieces. */
  searches?: readonly Search[];
  usage: AnswerUsage;
}

/** The first choice. */
export function readAnswer(body: object): WholeAnswer {
  const reply = body as Record<string, unknown>;
  return readChoice(reply, asRecords(reply.choices)[0]);
}

/** Every choice; each has the usage of all of them. */
export function readAnswers(body: object): WholeAnswer[] {
  const reply = body as Record<string, unknown>;
  return asRecords(reply.choices).map((choice) => readChoice(reply, choice));
}

function readChoice(reply: Record<string, unknown>, choice: Record<string, unknown> | undefined): WholeAnswer {
  const message = asRecord(choice?.message) ?? {};
  return {
    model: asText(reply.model),
    created: asCount(reply.created),
    // Plain completions have their text beside the message.
    text: asText(message.content) + asText(choice?.text),
    reasoning: asText(message.reasoning_content) || asText(message.reasoning),
    reasoningSignature: asText(message.reasoning_signature),
    refusal: asText(message.refusal),
    calls: asRecords(message.tool_calls).map(readCall),
    finishReason: asText(choice?.finish_reason) || 'stop',
    stopSequence: typeof choice?.stop_reason === 'string' ? choice.stop_reason : undefined,
    logprobs: readLogprobs(choice),
    usage: readUsage(reply.usage),
  };
}

export function readUsage(usage: unknown): AnswerUsage {
  const counts = asRecord(usage) ?? {};
  return {
    promptTokens: asCount(counts.prompt_tokens),
    completionTokens: asCount(counts.completion_tokens),
    cachedTokens: asCount(asRecord(counts.prompt_tokens_details)?.cached_tokens),
    reasoningTokens: asCount(asRecord(counts.completion_tokens_details)?.reasoning_tokens),
    credits: typeof counts.credits === 'number' ? counts.credits : undefined,
  };
}

export function readLogprobs(choice: Record<string, unknown> | undefined): Record<string, unknown>[] {
  return asRecords(asRecord(choice?.logprobs)?.content);
}

export function readCall(call: Record<string, unknown>): CalledTool {
  const called = asRecord(call.function) ?? {};
  return { id: asText(call.id), name: asText(called.name), arguments: asText(called.arguments) };
}

function asCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
