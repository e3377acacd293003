// The messages of the embedding thread: its settings, its tasks and its answers.
export type EmbeddingInput = string | readonly number[];

export interface ThreadSettings {
  modelPath: string;
  tokenizerPath: string;
  maxInputTokens: number;
  threads: number;
}

export interface EmbeddingTask {
  inputs: readonly EmbeddingInput[];
}

export type EmbeddingAnswer =
  | { vectors: Float32Array[]; tokens: number }
  | { refusal: { code: 'context_length_exceeded' | 'invalid_parameter'; message: string; param: string } };
