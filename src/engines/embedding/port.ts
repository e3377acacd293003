// The interface of embedding engines: unit vectors for texts, with the number of tokens read.
import { ServiceError } from '../../core/errors.ts';
export interface EmbeddingModel {
  id: string;
  ownedBy: string;
  dimensions: number;
  maxInputTokens: number;
  ready: boolean;
  /** 0–1 while the weights are being pulled. */
  progress?: number;
  /** Why the last attempt to pull them failed. */
  problem?: string;
}

export interface EmbeddingResult {
  vectors: Float32Array[];
  tokens: number;
  /** Counted here: the upstream did not tell what it read. */
  isEstimated?: boolean;
}

/** What was read of an order at once. */
export type ReadPart = Pick<EmbeddingResult, 'tokens' | 'isEstimated'>;

export type OnRead = (part: ReadPart) => void;

export interface EmbeddingOrder {
  model: string;
  /** An input is a text or the model's own token ids. */
  inputs: readonly (string | readonly number[])[];
  /** Told of each part that was read, also of the only one: a later part may fail, and then there is no result. */
  onRead?: OnRead;
}

export interface EmbeddingEngine {
  readonly name: string;
  models(): readonly EmbeddingModel[];
  embed(order: EmbeddingOrder, signal: AbortSignal): Promise<EmbeddingResult>;
}

/** The upstream replaced the model behind its name. */
export function otherLength(model: string): ServiceError {
  return new ServiceError(
    'engine_failed',
    `The embedding model "${model}" returns vectors of another length than before. Make a new vector store.`,
  );
}
