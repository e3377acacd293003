// The AI SDK with a provider for Ollama.
import { createOllama } from 'ollama-ai-provider-v2';
import { drive } from './ai-sdk.mjs';

export const client = { name: 'ai', with: 'ollama-ai-provider-v2', api: 'Ollama' };
export const cannot = {
  pdf: "Ollama's API has no documents",
  cache: "Ollama's API says nothing of a cache",
};

export function connect({ origin, key, model }) {
  const headers = { Authorization: `Bearer ${key}` };
  return drive(createOllama({ baseURL: `${origin}/api`, headers })(model), { thinking: { ollama: { think: true } } });
}
