// The AI SDK with its provider for Anthropic.
import { createAnthropic } from '@ai-sdk/anthropic';
import { drive } from './ai-sdk.mjs';

export const client = { name: 'ai', with: '@ai-sdk/anthropic', api: 'Messages' };

export function connect({ origin, key, model }) {
  const thinking = { anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } } };
  const caching = { anthropic: { cacheControl: { type: 'ephemeral' } } };
  return drive(createAnthropic({ baseURL: `${origin}/v1`, apiKey: key })(model), { thinking, caching });
}
