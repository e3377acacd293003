// What the thread that turns texts into vectors is told at its start, asked, and answers.
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
