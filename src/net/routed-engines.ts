// The engines of one kind behind their router: which of them offer a model, and streams that may change their engine until the first part.
import type { CallSignals } from '../core/left-calls.ts';
import { orderInTurn } from './attempt.ts';
import { openFirst } from './first-part.ts';
import { type Candidate, type DoneBy, doneBy, type Routing, type Serving } from './routing.ts';

interface Offering<Model> {
  readonly name: string;
  readonly isOwn: boolean;
  models(): readonly Model[];
}

export class RoutedEngines<Model extends { id: string }, Engine extends Offering<Model>> {
  readonly #engines: () => readonly Engine[];
  readonly #routing: Routing<Engine>;

  /** In order of preference; the engines may change while the service runs. */
  constructor(engines: () => readonly Engine[], routing: Routing<Engine>) {
    this.#engines = engines;
    this.#routing = routing;
  }

  list(): readonly Engine[] {
    return this.#engines();
  }

  /** The models of one engine that are offered. */
  modelsOf(engine: Engine): readonly Model[] {
    return this.#routing.offered(engine.name, engine.models());
  }

  models(): Model[] {
    return this.#engines().flatMap((engine) => this.modelsOf(engine));
  }

  /** The engines that offer the model and can do the work with it. */
  serving(id: string, isAble: (model: Model) => boolean = () => true): Serving<Engine>[] {
    return this.#engines()
      .filter((engine) => this.modelsOf(engine).some((model) => model.id === id && isAble(model)))
      .map((engine) => ({ name: engine.name, model: id, engine }));
  }

  plan(id: string, isAble?: (model: Model) => boolean): Candidate<Engine>[] {
    return this.#routing.plan(id, (name) => this.serving(name, isAble));
  }

  /** Each part says who made it. */
  async *stream<Part extends object>(
    id: string,
    open: (one: Candidate<Engine>, signal: AbortSignal) => AsyncIterable<Part>,
    signals: CallSignals,
  ): AsyncGenerator<Part & { by: DoneBy }> {
    const opened = await orderInTurn(this.plan(id), signals, async (one, signal) => ({
      by: doneBy(one),
      parts: await openFirst(open(one, signal)),
    }));
    for await (const part of opened.parts) yield { ...part, by: opened.by };
  }
}
