// Lists models as the Gemini API does, page by page.
import { ServiceError } from '../../../../core/errors.ts';
import type { OfferedModel } from '../offered-models.ts';
import type { ListQuery } from './schema.ts';

const DEFAULT_PAGE_SIZE = 50;

export function modelListOf(models: readonly OfferedModel[], { pageSize, pageToken }: ListQuery): object {
  const start = pageToken === undefined ? 0 : startOf(models, pageToken);
  const end = start + (pageSize ?? DEFAULT_PAGE_SIZE);
  const next = models[end];
  return {
    models: models.slice(start, end).map(modelOf),
    ...(next ? { nextPageToken: Buffer.from(next.id).toString('base64url') } : {}),
  };
}

/** A token names the first model of its page, so that no model is skipped if the list grows. */
function startOf(models: readonly OfferedModel[], pageToken: string): number {
  const id = Buffer.from(pageToken, 'base64url').toString('utf8');
  const start = models.findIndex((model) => model.id === id);
  if (start >= 0) return start;
  throw new ServiceError('invalid_parameter', 'This pageToken is not valid any more. Start again without it.', {
    param: 'pageToken',
  });
}

export function modelOf(model: OfferedModel): object {
  const isText = model.kind === 'text';
  const note = isText ? model.note : `Vectors of ${model.dimensions} dimensions.`;
  return {
    name: `models/${model.id}`,
    version: model.id,
    displayName: model.id,
    ...(note === undefined ? {} : { description: note }),
    inputTokenLimit: isText ? model.contextWindow : model.maxInputTokens,
    outputTokenLimit: isText ? model.maxOutputTokens : 1,
    supportedGenerationMethods: isText
      ? ['generateContent', 'streamGenerateContent', 'countTokens']
      : ['embedContent', 'batchEmbedContents'],
    ...(isText ? { maxTemperature: 2 } : {}),
  };
}
