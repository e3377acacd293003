// Embedding models of servers connected while the service runs, as one engine whose models change with the servers.
import { ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { EmbeddingEngine, EmbeddingModel, EmbeddingOrder, EmbeddingResult } from '../engines/embedding/port.ts';
import { UpstreamEmbeddingEngine } from '../engines/embedding/upstream-engine.ts';
import { type ConnectedSettings, LiveEngines } from './connected.ts';

export class ConnectedEmbeddings implements EmbeddingEngine {
  readonly name = 'connected';
  readonly #engines: LiveEngines<UpstreamEmbeddingEngine>;
  #starting: Promise<void>[] | undefined = [];

  constructor(connected: ConnectedSettings, log: Log) {
    this.#engines = new LiveEngines({
      read: () => connected.lists.upstreams,
      open: (entry) => {
        const engine = new UpstreamEmbeddingEngine({ name: String(entry.name), baseUrl: String(entry.base_url), log });
        const started = engine.start();
        this.#starting?.push(started);
        return engine;
      },
      retire: (engine) => void engine.close(),
    });
  }

  async start(): Promise<void> {
    this.#engines.list();
    const starting = this.#starting;
    this.#starting = undefined;
    await Promise.all(starting ?? []);
  }

  models(): readonly EmbeddingModel[] {
    return this.#engines.list().flatMap((engine) => engine.models());
  }

  embed(order: EmbeddingOrder, signal: AbortSignal): Promise<EmbeddingResult> {
    const { model } = order;
    const engine = this.#engines.list().find((one) => one.models().some(({ id }) => id === model));
    if (engine) return engine.embed(order, signal);
    throw new ServiceError('engine_unavailable', `The server of "${model}" is not connected any more.`);
  }

  async close(): Promise<void> {
    await Promise.all(this.#engines.list().map((engine) => engine.close()));
  }
}
