// LangChain's package for OpenAI, chat completions.
import { ChatOpenAI } from '@langchain/openai';
import { drive } from './langchain.mjs';

export const client = { name: '@langchain/openai', api: 'Chat completions' };
export const cannot = { thinking: 'the package reads no thoughts of chat completions' };

export function connect({ origin, key, model }) {
  const build = (more = {}) =>
    new ChatOpenAI({ model, apiKey: key, configuration: { baseURL: `${origin}/v1` }, maxRetries: 2, ...more });
  const fileOf = (pdf) => ({
    type: 'file',
    file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` },
  });
  return drive(build, { fileOf });
}
