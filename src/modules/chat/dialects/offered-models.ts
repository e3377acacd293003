// Models for chats and embeddings, for dialects that list models in their own format.
import type { Environment } from '../../../core/caller.ts';
import { mayUseModel } from '../../../core/model-lists.ts';
import type { EmbeddingEngine, EmbeddingModel } from '../../../engines/embedding/port.ts';
import type { TextModel, TextRoutes } from '../../../engines/text/port.ts';

export type OfferedModel = ({ kind: 'text' } & TextModel) | ({ kind: 'embedding' } & EmbeddingModel);

export class OfferedModels {
  readonly #text: TextRoutes;
  readonly #embeddings: readonly EmbeddingEngine[];

  constructor(text: TextRoutes, embeddings: readonly EmbeddingEngine[]) {
    this.#text = text;
    this.#embeddings = embeddings;
  }

  /** Models that the caller may use; scripted models exist only in the sandbox. */
  list(environment: Environment): OfferedModel[] {
    const text = this.#text.models().map((model) => ({ kind: 'text' as const, ...model }));
    const embeddings = this.#embeddings.flatMap((engine) =>
      engine.models().map((model) => ({ kind: 'embedding' as const, ...model })),
    );
    const all: OfferedModel[] = [...text, ...embeddings];
    return all.filter(({ id }) => mayUseModel(id) && (environment === 'test' || !id.startsWith('sandbox-')));
  }

  /** Finds a model by id or alias. */
  find(name: string, environment: Environment): OfferedModel | undefined {
    const id = this.#text.find(name)?.id ?? name;
    return this.list(environment).find((model) => model.id === id);
  }
}
