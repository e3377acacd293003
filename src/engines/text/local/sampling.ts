// Derives the sampling settings of the next token from an order.
import { type LlamaModel, type SequenceEvaluateOptions, type Token, TokenBias } from 'node-llama-cpp';
import type { TextOrder } from '../port.ts';

const PENALISED_TOKENS = 256;
const REPEAT_WINDOW = 64;
/** OpenAI's lowest value, documented there as a ban. */
const BAN = -100;

export interface SamplingContext {
  model: LlamaModel;
  /** Grows with the answer. */
  generated: readonly Token[];
  repeatPenalty: number;
  /** For orders without a temperature. */
  temperature: number;
}

export function samplingOptions(order: TextOrder, context: SamplingContext): SequenceEvaluateOptions {
  const temperature = order.temperature ?? context.temperature;
  return {
    temperature,
    seed: seedOf(order),
    ...cutOff(order),
    ...penalties(order, context),
    ...(order.logitBias ? { tokenBias: readBias(order.logitBias, context.model) } : {}),
  };
}

/** Small models need the unlikely tail cut off; if the caller sets a cut, only that one applies. */
function cutOff({ topP, extra = {} }: TextOrder): SequenceEvaluateOptions {
  const topK = numberIn(extra.top_k);
  const minP = numberIn(extra.min_p);
  if (topP === undefined && topK === undefined && minP === undefined) return { topP: 0.95, topK: 40, minP: 0.05 };
  return { topP: topP ?? 1, topK: Math.max(0, topK ?? 0), minP: minP ?? 0 };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function seedOf(order: TextOrder): number {
  const seed = order.seed ?? Math.floor(Math.random() * 2 ** 32);
  return Number(BigInt.asUintN(32, BigInt(Math.trunc(seed))));
}

function penalties(order: TextOrder, { generated, repeatPenalty }: SamplingContext): SequenceEvaluateOptions {
  const { frequencyPenalty = 0, presencePenalty = 0 } = order;
  if (frequencyPenalty !== 0 || presencePenalty !== 0) {
    return {
      repeatPenalty: {
        punishTokens: () => generated.slice(-PENALISED_TOKENS),
        maxPunishTokens: PENALISED_TOKENS,
        penalty: 1,
        frequencyPenalty,
        presencePenalty,
      },
    };
  }
  const asked = numberIn(order.extra?.repetition_penalty);
  if (asked !== undefined)
    return { repeatPenalty: { punishTokens: () => generated.slice(-REPEAT_WINDOW), penalty: asked } };
  const isConstrained = order.responseFormat?.type !== undefined && order.responseFormat.type !== 'text';
  if (repeatPenalty <= 1 || !order.messages || isConstrained || order.tools?.length) return {};
  return { repeatPenalty: { punishTokens: () => generated.slice(-REPEAT_WINDOW), penalty: repeatPenalty } };
}

function readBias(logitBias: Record<string, number>, model: LlamaModel): TokenBias {
  const bias = TokenBias.for(model);
  for (const [id, value] of Object.entries(logitBias)) {
    bias.set(Number(id) as Token, value <= BAN ? 'never' : { logit: value });
  }
  return bias;
}
