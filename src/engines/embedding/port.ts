// The interface of embedding engines: unit vectors for texts, with the number of tokens read.
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

export interface EmbeddingEngine {
  readonly name: string;
  models(): readonly EmbeddingModel[];
  /** An input is a text or the model's own token ids. */
  embed(model: string, inputs: readonly (string | readonly number[])[], signal: AbortSignal): Promise<EmbeddingResult>;
}
