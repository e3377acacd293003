// LangChain's package for Anthropic.
import { ChatAnthropic } from '@langchain/anthropic';
import { drive } from './langchain.mjs';

export const client = { name: '@langchain/anthropic', api: 'Messages' };

export const inexact = {
  stream:
    'In a stream the package takes the tokens of the prompt from the first event, where an estimate stands unless the upstream speaks Messages itself, and adds the tokens of the answer of both events.',
};

export function connect({ origin, key, model }) {
  const build = (more = {}) =>
    new ChatAnthropic({ model, apiKey: key, anthropicApiUrl: origin, maxRetries: 2, maxTokens: 4_000, ...more });
  const fileOf = (data) => ({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } });
  const thinking = { thinking: { type: 'enabled', budget_tokens: 1_024 } };
  return drive(build, { thinking, mark: { cache_control: { type: 'ephemeral' } }, fileOf });
}
