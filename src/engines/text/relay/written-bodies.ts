// Serialises a relayed request once: its size bounds the hold, and the same text is sent.
import type { RelayOrder } from '../port.ts';
import { type RelayRules, relayBody } from './request-body.ts';

interface Written {
  model: string;
  maxTokens: number;
  stream: boolean;
  text: string;
}

export class WrittenBodies {
  readonly #rules: RelayRules;
  readonly #waiting = new WeakMap<RelayOrder['body'], Written>();

  constructor(rules: RelayRules) {
    this.#rules = rules;
  }

  measure(order: RelayOrder, upstreamModel: string): string {
    const text = relayBody(order, upstreamModel, this.#rules);
    this.#waiting.set(order.body, { model: upstreamModel, maxTokens: order.maxTokens, stream: order.stream, text });
    return text;
  }

  /** Forgets the text: a large one must not stay in memory for as long as its answer takes. */
  take(order: RelayOrder, upstreamModel: string): string {
    const written = this.#waiting.get(order.body);
    this.#waiting.delete(order.body);
    const isSame =
      written?.model === upstreamModel && written.maxTokens === order.maxTokens && written.stream === order.stream;
    return isSame ? written.text : relayBody(order, upstreamModel, this.#rules);
  }
}
