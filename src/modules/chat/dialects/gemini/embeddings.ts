// Turns Gemini's embedding requests into one request of the embedding service, and converts the vectors back.
import { ServiceError } from '../../../../core/errors.ts';
import type { EmbeddingBody } from '../../schema.ts';
import type { OwnNames } from '../own-fields.ts';
import { textsOf } from './read-contents.ts';
import type { EmbedBody } from './schema.ts';

export function embeddingBodyOf(requests: readonly EmbedBody[], model: string): EmbeddingBody {
  const at = (index: number) => (requests.length === 1 ? '' : `requests[${index}]`);
  const [first] = requests;
  const input = requests.map((request, index) => {
    if (request.model !== undefined && modelNameOf(request.model) !== model)
      throw refuse(`${at(index)}.model`, 'must be the model of the path');
    if (request.outputDimensionality !== first?.outputDimensionality)
      throw refuse(`${at(index)}.outputDimensionality`, 'must be the same in all requests');
    return textsOf(request.content.parts, `${at(index)}.content`.replace(/^\./, ''));
  });
  const dimensions = first?.outputDimensionality;
  return { model, input, ...(dimensions === undefined ? {} : { dimensions }) };
}

/** The caller's names for the fields of the embedding body. */
export function ownEmbeddingNames(requests: number): OwnNames {
  if (requests === 1) return { input: 'content', dimensions: 'outputDimensionality' };
  const single = Array.from({ length: requests }, (_, index) => [`input[${index}]`, `requests[${index}].content`]);
  return { ...Object.fromEntries(single), input: 'requests', dimensions: 'requests[0].outputDimensionality' };
}

export function modelNameOf(name: string): string {
  return name.replace(/^models\//, '');
}

export function embeddingsOf(body: object): { embeddings: { values: number[] }[]; promptTokenCount: number } {
  const { data, usage } = body as { data: { embedding: number[] }[]; usage: { prompt_tokens: number } };
  return {
    embeddings: data.map(({ embedding }) => ({ values: embedding })),
    promptTokenCount: usage.prompt_tokens,
  };
}

function refuse(param: string, rule: string): ServiceError {
  const name = param.replace(/^\./, '');
  return new ServiceError('invalid_parameter', `The field "${name}" ${rule}.`, { param: name });
}
