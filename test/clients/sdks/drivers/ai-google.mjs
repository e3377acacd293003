// The AI SDK with its provider for Google.
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { drive } from './ai-sdk.mjs';

export const client = { name: 'ai', with: '@ai-sdk/google', api: 'Gemini' };

export function connect({ origin, key, model }) {
  const thinking = { google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 1_024 } } };
  return drive(createGoogleGenerativeAI({ baseURL: `${origin}/v1beta`, apiKey: key })(model), { thinking });
}
