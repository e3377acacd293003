// Every kind of engine as a source of models: one shape for the list, whatever the kind calls its fields.
import type { EmbeddingEngine } from '../../engines/embedding/port.ts';
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
      capabilities: ['embeddings', `dimensions:${dimensions}`],
      ready,
      ...(progress === undefined ? {} : { progress }),
    }));
}

/** Kinds whose models have an id, an owner and capabilities: pictures, for one. */
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
