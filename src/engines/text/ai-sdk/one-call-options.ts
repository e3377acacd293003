// Asks a provider for at most one tool call, if it has an option for that.
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { allowsOneCall } from '../one-call.ts';
import type { TextOrder } from '../port.ts';
import type { Dialect } from './providers.ts';

type ProviderOptions = NonNullable<LanguageModelV3CallOptions['providerOptions']>;

/** Google has no such option: the engine itself ends the answer at a second call. */
export function oneCallOptions(order: TextOrder, kind: Dialect): ProviderOptions {
  if (!order.tools?.length || !allowsOneCall(order) || kind === 'google') return {};
  if (kind === 'mistral') return { mistral: { parallelToolCalls: false } };
  // Bedrock reads this one under Anthropic's name, for Claude.
  return { anthropic: { disableParallelToolUse: true } };
}

export function mergeOptions(left: ProviderOptions, right: ProviderOptions): ProviderOptions {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return Object.fromEntries(names.map((name) => [name, { ...left[name], ...right[name] }]));
}
