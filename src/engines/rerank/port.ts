// The interface of rerank engines: how well each document answers a query.
import type { OnRead } from '../embedding/port.ts';

export interface RerankModel {
  id: string;
  ownedBy: string;
  ready: boolean;
  /** 0–1 while the weights are being pulled. */
  progress?: number;
  /** Why the last attempt to pull them failed. */
  problem?: string;
}

export interface RerankOrder {
  model: string;
  query: string;
  documents: readonly string[];
  /** Told of each part that was read, by engines that read in parts. */
  onRead?: OnRead;
}

export interface RerankResult {
  /** One per document, in order; higher is better. */
  scores: readonly number[];
  /** The number of tokens read. */
  tokens: number;
}

export interface RerankEngine {
  readonly name: string;
  models(): readonly RerankModel[];
  rank(order: RerankOrder, signal: AbortSignal): Promise<RerankResult>;
}
