// The messages between the service and the thread that turns texts into vectors.
export type EmbeddingInput = string | readonly number[];

export interface ThreadSettings {
  modelPath: string;
  tokenizerPath: string;
  maxInputTokens: number;
  threads: number;
}

export type ToThread =
  | { kind: 'embed'; call: number; inputs: readonly EmbeddingInput[] }
  | { kind: 'abort'; call: number };

export type FromThread =
  | { kind: 'vectors'; call: number; vectors: Float32Array[]; tokens: number }
  | {
      kind: 'refused';
      call: number;
      code: 'context_length_exceeded' | 'invalid_parameter';
      message: string;
      param: string;
    }
  | { kind: 'failed'; call: number; message: string };
