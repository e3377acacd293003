// Presents every kind of engine as a source of models in one shape.
import type { Weakness } from '../../core/weak-models.ts';
import type { EmbeddingEngine } from '../../engines/embedding/port.ts';
import type { RerankEngine } from '../../engines/rerank/port.ts';
import type { TextRoutes } from '../../engines/text/port.ts';

export interface ListedModel {
  id: string;
  module: string;
  engine: string;
  ownedBy: string;
  contextWindow: number | null;
  maxOutputTokens: number | null;
  capabilities: readonly string[];
  ready: boolean;
  progress?: number;
  note?: string;
  weakAt?: readonly Weakness[];
}

export type ModelSource = () => readonly ListedModel[];

export function textModels(text: TextRoutes): ModelSource {
  return () =>
    text.models().map((model) => ({ ...model, module: 'chat', engine: text.engineOf(model.id) ?? model.ownedBy }));
}

export function embeddingModels(engine: EmbeddingEngine): ModelSource {
  return () =>
    engine.models().map(({ id, ownedBy, maxInputTokens, dimensions, ready, progress }) => ({
      id,
      module: 'embeddings',
      engine: engine.name,
      ownedBy,
      contextWindow: maxInputTokens,
      maxOutputTokens: null,
      capabilities: ['embeddings', `dimensions:${dimensions}`, 'rerank'],
      ready,
      ...(progress === undefined ? {} : { progress }),
    }));
}

/** Dedicated rerank models, charged like embeddings. */
export function rerankModels(engine: RerankEngine): ModelSource {
  return () =>
    engine.models().map((model) => ({
      ...model,
      module: 'embeddings',
      engine: engine.name,
      contextWindow: null,
      maxOutputTokens: null,
      capabilities: ['rerank'],
    }));
}

/** For kinds whose models have an id, an owner and capabilities, such as image models. */
export function otherModels(
  module: string,
  engine: {
    name: string;
    models(): readonly Pick<ListedModel, 'id' | 'ownedBy' | 'capabilities' | 'ready' | 'progress' | 'note'>[];
  },
): ModelSource {
  return () =>
    engine
      .models()
      .map((model) => ({ ...model, module, engine: engine.name, contextWindow: null, maxOutputTokens: null }));
}
