// The AI SDK with its provider for OpenAI, which calls Responses.
import { createOpenAI } from '@ai-sdk/openai';
import { drive } from './ai-sdk.mjs';

export const client = { name: 'ai', with: '@ai-sdk/openai', api: 'Responses' };

export function connect({ origin, key, model }) {
  const thinking = { openai: { reasoningEffort: 'low', reasoningSummary: 'auto', forceReasoning: true } };
  return drive(createOpenAI({ baseURL: `${origin}/v1`, apiKey: key })(model), { thinking });
}
