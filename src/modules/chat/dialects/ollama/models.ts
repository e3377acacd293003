// Lists and describes models as Ollama does.
import { createHash } from 'node:crypto';
import type { OfferedModel } from '../offered-models.ts';
import { taggedName } from './model-name.ts';

/** When this process started: upstream models have no date of their own. */
const SINCE = new Date().toISOString();

export function tagsOf(models: readonly OfferedModel[]): object {
  return { models: models.map(tagOf) };
}

/** Models that answer at once. They are never unloaded, so none has an expiry time. */
export function runningOf(models: readonly OfferedModel[]): object {
  return {
    models: models.filter(({ ready }) => ready).map((model) => ({ ...tagOf(model), size_vram: 0, ...windowOf(model) })),
  };
}

function tagOf(model: OfferedModel) {
  const name = taggedName(model.id);
  return {
    name,
    model: name,
    modified_at: SINCE,
    size: 0,
    digest: createHash('sha256').update(model.id).digest('hex'),
    details: detailsOf(model),
  };
}

function windowOf(model: OfferedModel): { context_length: number } {
  return { context_length: model.kind === 'text' ? model.contextWindow : model.maxInputTokens };
}

export function shownOf(model: OfferedModel): object {
  const family = model.ownedBy;
  return {
    modelfile: '',
    parameters: '',
    template: '',
    details: detailsOf(model),
    model_info: {
      'general.architecture': family,
      'general.basename': model.id,
      [`${family}.context_length`]: windowOf(model).context_length,
      ...(model.kind === 'embedding' ? { [`${family}.embedding_length`]: model.dimensions } : {}),
    },
    capabilities: capabilitiesOf(model),
    modified_at: SINCE,
  };
}

function detailsOf({ ownedBy }: OfferedModel): object {
  return {
    parent_model: '',
    format: '',
    family: ownedBy,
    families: [ownedBy],
    parameter_size: '',
    quantization_level: '',
  };
}

const NAMES: readonly (readonly [string, string])[] = [
  ['chat', 'completion'],
  ['tools', 'tools'],
  ['vision', 'vision'],
  ['reasoning', 'thinking'],
  ['fill_in_the_middle', 'insert'],
];

function capabilitiesOf(model: OfferedModel): string[] {
  if (model.kind === 'embedding') return ['embedding'];
  return NAMES.filter(([own]) => model.capabilities.includes(own)).map(([, theirs]) => theirs);
}
