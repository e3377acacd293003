// LangChain's package for OpenAI, Responses.
import { ChatOpenAI } from '@langchain/openai';
import { drive } from './langchain.mjs';

export const client = { name: '@langchain/openai', api: 'Responses' };

export const cannot = {
  thinking: "the package asks for thoughts only where the name of the model is one of OpenAI's",
};

export function connect({ origin, key, model }) {
  const configuration = { baseURL: `${origin}/v1` };
  const build = (more = {}) =>
    new ChatOpenAI({ model, apiKey: key, configuration, maxRetries: 2, useResponsesApi: true, ...more });
  const fileOf = (pdf) => ({
    type: 'input_file',
    filename: 'a.pdf',
    file_data: `data:application/pdf;base64,${pdf}`,
  });
  return drive(build, { fileOf });
}
