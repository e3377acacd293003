// The sandbox models: deterministic answers, and failures on request, so that clients can test themselves.

import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../../core/errors.ts';
import type { OnAccepted } from '../../../core/left-calls.ts';
import { checkOutputSchemas } from '../output-schema.ts';
import type { FinishReason, TextEngine, TextEvent, TextModel, TextOrder } from '../port.ts';
import { refuseLogprobs, refuseUnknownTool } from '../refuse-fields.ts';
import { callTool, echo, type SandboxReply } from './replies.ts';
import { SAMPLED_KEYWORDS } from './sample-value.ts';
import { countSandboxTokens, splitTokens } from './tokens.ts';

interface SandboxModel {
  note: string;
  reply: (order: TextOrder) => SandboxReply;
  /** Before the first token. */
  failAtOnce?: () => ServiceError;
  /** The stream breaks after this many tokens. */
  breakAfterTokens?: number;
  pausePerTokenMs?: number;
}

const CONTEXT_WINDOW = 8_192;
const BREAK_AFTER_TOKENS = 5;
const SLOW_PAUSE_MS = 500;

const MODELS: Readonly<Record<string, SandboxModel>> = {
  'sandbox-echo-1': { note: 'Repeats the last message; JSON formats get the smallest matching value.', reply: echo },
  'sandbox-tool-call': {
    note: 'Calls the first tool, or the chosen one, with sample arguments; then echoes its result.',
    reply: callTool,
  },
  'sandbox-slow': { note: `Echoes, one token every ${SLOW_PAUSE_MS} ms.`, reply: echo, pausePerTokenMs: SLOW_PAUSE_MS },
  'sandbox-stream-break': {
    note: `Echoes, and breaks with 502 engine_failed after ${BREAK_AFTER_TOKENS} tokens.`,
    reply: echo,
    breakAfterTokens: BREAK_AFTER_TOKENS,
  },
  'sandbox-fail-429': failing(
    '429 rate_limit_exceeded, Retry-After 1',
    () => new ServiceError('rate_limit_exceeded', told('429'), { retryAfterSeconds: 1 }),
  ),
  'sandbox-fail-500': failing('500 internal_error', () => new ServiceError('internal_error', told('500'))),
  'sandbox-fail-502': failing('502 engine_failed', () => new ServiceError('engine_failed', told('502'))),
  'sandbox-fail-503': failing(
    '503 engine_unavailable, Retry-After 1',
    () => new ServiceError('engine_unavailable', told('503'), { retryAfterSeconds: 1 }),
  ),
  'sandbox-fail-504': failing('504 engine_timeout', () => new ServiceError('engine_timeout', told('504'))),
};

export function createSandboxTextEngine(): TextEngine {
  return {
    name: 'sandbox',
    isOwn: true,
    models,
    stream,
    countTokens: async (_model, input) => countSandboxTokens(input),
  };
}

function models(): readonly TextModel[] {
  return Object.entries(MODELS).map(([id, { note }]) => ({
    id,
    ownedBy: 'sandbox',
    contextWindow: CONTEXT_WINDOW,
    maxOutputTokens: CONTEXT_WINDOW,
    capabilities: ['chat', 'completion', 'tools', 'json_schema'],
    ready: true,
    note,
  }));
}

async function* stream(order: TextOrder, signal: AbortSignal, onAccepted: OnAccepted): AsyncGenerator<TextEvent> {
  signal.throwIfAborted();
  const model = Object.hasOwn(MODELS, order.model) ? MODELS[order.model] : undefined;
  if (!model)
    throw new ServiceError('unknown_model', `There is no sandbox model "${order.model}".`, { param: 'model' });
  const failure = model.failAtOnce?.();
  if (failure) throw failure;
  refuseLogprobs(order);
  refuseUnknownTool(order);
  checkOutputSchemas(order, { keywords: SAMPLED_KEYWORDS });
  const promptTokens = countSandboxTokens(order.messages ?? order.prompt ?? '', CONTEXT_WINDOW);
  if (promptTokens >= CONTEXT_WINDOW) {
    const message = `The prompt has ${promptTokens} tokens or more, but the context window holds ${CONTEXT_WINDOW}. Shorten it.`;
    throw new ServiceError('context_length_exceeded', message, { param: order.messages ? 'messages' : 'prompt' });
  }
  onAccepted(true);
  const { events, ...end } = cut(eventsOf(model.reply(order)), order);
  let completionTokens = 0;
  for (const event of events) {
    if (completionTokens >= (model.breakAfterTokens ?? Number.POSITIVE_INFINITY)) {
      throw new ServiceError('engine_failed', `This sandbox model breaks after ${completionTokens} tokens.`);
    }
    if (model.pausePerTokenMs) await wait(model.pausePerTokenMs, undefined, { signal });
    signal.throwIfAborted();
    completionTokens += event.tokens;
    yield event;
  }
  yield { type: 'end', ...end, usage: { promptTokens, completionTokens } };
}

type DeliveredEvent = Exclude<TextEvent, { type: 'end' }>;

function eventsOf(reply: SandboxReply): DeliveredEvent[] {
  if (reply.kind === 'text') return splitTokens(reply.text).map((text) => ({ type: 'text', text, tokens: 1 }));
  return splitTokens(reply.arguments).map((argumentsDelta, index) => ({
    type: 'tool_call',
    index: 0,
    ...(index === 0 ? { id: 'call_sandbox_1', name: reply.name } : {}),
    argumentsDelta,
    tokens: 1,
  }));
}

/** Applies `stop` and `max_tokens` as a model would. */
function cut(
  events: DeliveredEvent[],
  order: TextOrder,
): { events: DeliveredEvent[]; finishReason: FinishReason; stopSequence?: string } {
  if (events[0]?.type === 'tool_call') {
    const isWhole = events.length <= (order.maxTokens ?? CONTEXT_WINDOW);
    return { events: events.slice(0, order.maxTokens), finishReason: isWhole ? 'tool_calls' : 'length' };
  }
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  const [stopped] = (order.stop ?? [])
    .map((stop) => ({ stop, at: text.indexOf(stop) }))
    .filter(({ at }) => at >= 0)
    .sort((left, right) => left.at - right.at);
  const kept: DeliveredEvent[] = splitTokens(text.slice(0, stopped?.at)).map((piece) => ({
    type: 'text',
    text: piece,
    tokens: 1,
  }));
  const isWhole = kept.length <= (order.maxTokens ?? CONTEXT_WINDOW);
  if (!isWhole) return { events: kept.slice(0, order.maxTokens), finishReason: 'length' };
  return { events: kept, finishReason: 'stop', ...(stopped ? { stopSequence: stopped.stop } : {}) };
}

function failing(answer: string, failAtOnce: () => ServiceError): SandboxModel {
  return { note: `Always answers ${answer}.`, reply: echo, failAtOnce };
}

function told(status: string): string {
  return `This sandbox model always answers ${status}.`;
}
