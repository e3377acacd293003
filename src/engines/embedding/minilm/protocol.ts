// The messages of the embedding process: its settings, its tasks and its answers.
export type EmbeddingInput = string | readonly number[];

export interface WorkerSettings {
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
