// Translates a reasoning limit into the options of each AI SDK provider.
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { AttemptError } from '../../../net/attempt-error.ts';
import type { TextOrder } from '../port.ts';
import type { Dialect } from './providers.ts';

/** Tokens for reasoning, by OpenAI's effort levels. */
const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 24_576,
  xhigh: 32_768,
};
/** Anthropic's own minimum. */
const LEAST_BUDGET = 1_024;

type Thinking = { type: 'disabled' | 'adaptive' } | { type: 'enabled'; budget: number };
type Options = Pick<LanguageModelV3CallOptions, 'providerOptions' | 'maxOutputTokens'>;

/** The limit includes the thoughts; the providers of Claude add them to it, so they are subtracted here first. */
export function reasoningOptions(order: TextOrder, kind: Dialect): Options {
  const { maxTokens } = order;
  const limit = maxTokens === undefined ? {} : { maxOutputTokens: maxTokens };
  const wanted = thinkingOf(order.extra ?? {});
  if (!wanted) return limit;
  if (kind === 'google') return { ...limit, providerOptions: { google: { thinkingConfig: googleConfig(wanted) } } };
  if (kind === 'mistral') {
    const reasoningEffort = wanted.type === 'disabled' ? 'none' : 'high';
    return { ...limit, providerOptions: { mistral: { reasoningEffort } } };
  }
  const name = kind === 'bedrock' ? 'reasoningConfig' : 'thinking';
  if (wanted.type !== 'enabled') return { ...limit, providerOptions: { [kind]: { [name]: wanted } } };
  const budget = fittingBudget(wanted.budget, maxTokens);
  return {
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens - budget }),
    providerOptions: { [kind]: { [name]: { type: 'enabled', budgetTokens: budget } } },
  };
}

/** Anthropic's `thinking` is more exact than OpenAI's `reasoning_effort`, so it wins. */
function thinkingOf(extra: Record<string, unknown>): Thinking | undefined {
  const { thinking, reasoning_effort: effort } = extra;
  if (typeof thinking === 'object' && thinking !== null && 'type' in thinking) {
    const budget = 'budget_tokens' in thinking ? Number(thinking.budget_tokens) : 0;
    if (thinking.type === 'enabled') return { type: 'enabled', budget };
    if (thinking.type === 'disabled' || thinking.type === 'adaptive') return { type: thinking.type };
  }
  if (typeof effort !== 'string') return undefined;
  if (effort === 'none') return { type: 'disabled' };
  const budget = BUDGETS[effort];
  if (budget === undefined) {
    const names = ['none', ...Object.keys(BUDGETS)].join(', ');
    throw refused('reasoning_effort', `The field "reasoning_effort" must be one of ${names}.`);
  }
  return { type: 'enabled', budget };
}

function fittingBudget(budget: number, maxTokens: number | undefined): number {
  const most = (maxTokens ?? Number.POSITIVE_INFINITY) - 1;
  if (most < LEAST_BUDGET) {
    throw refused('max_tokens', `This model thinks with at least ${LEAST_BUDGET} tokens. Allow a longer answer.`);
  }
  return Math.max(LEAST_BUDGET, Math.min(budget, most));
}

function googleConfig(wanted: Thinking) {
  if (wanted.type === 'disabled') return { thinkingBudget: 0 };
  return { includeThoughts: true, thinkingBudget: wanted.type === 'enabled' ? wanted.budget : -1 };
}

function refused(param: string, message: string): AttemptError {
  return new AttemptError('invalid_parameter', message, 'never', { param });
}
