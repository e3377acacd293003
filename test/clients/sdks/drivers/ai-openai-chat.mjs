// The AI SDK with its provider for OpenAI, which is told to call chat completions.
import { createOpenAI } from '@ai-sdk/openai';
import { drive } from './ai-sdk.mjs';

export const client = { name: 'ai', with: '@ai-sdk/openai', api: 'Chat completions' };
export const cannot = { thinking: 'this provider reads no thoughts of chat completions' };

export function connect({ origin, key, model }) {
  return drive(createOpenAI({ baseURL: `${origin}/v1`, apiKey: key }).chat(model));
}
