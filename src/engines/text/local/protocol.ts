// The messages between the service and the process that holds a model.
import type { TextEvent, TextMessage, TextOrder } from '../port.ts';
import type { RunsOn } from './gpu/builds.ts';

export interface LoadSettings {
  modelPath: string;
  /** A low-rank adapter that is applied to the weights. */
  adapterPath?: string;
  maxContextTokens: number;
  sequences: number;
  /** 0 lets the engine use every suitable core. */
  threads: number;
  gpu: RunsOn;
  /** Above 1, repetition is penalised; some small models fall into loops without it. */
  repeatPenalty: number;
  /** A small model gets help: a calculator, and an end to repetition. */
  isSmall: boolean;
  /** For orders that set no temperature. */
  temperature: number;
}

/** The parts of an order that shape the prompt, besides the messages. */
export type PromptShape = Pick<TextOrder, 'tools' | 'toolChoice' | 'responseFormat'>;

export type ToModel =
  | { kind: 'load'; settings: LoadSettings }
  | { kind: 'generate'; call: number; order: TextOrder }
  | { kind: 'count'; call: number; input: string | readonly TextMessage[]; shape: PromptShape }
  | { kind: 'abort'; call: number };

export interface CallFailure {
  code: 'invalid_parameter' | 'context_length_exceeded' | 'engine_failed';
  message: string;
  param?: string;
}

export interface LoadedModel {
  contextTokens: number;
  /** Of the process, once the weights are there. */
  memoryBytes: number;
  layers: number;
  /** How many of them are on the GPU. */
  gpuLayers: number;
  canFillInTheMiddle: boolean;
}

export type FromModel =
  | { kind: 'loaded'; model: LoadedModel }
  | { kind: 'load-failed'; message: string }
  | { kind: 'event'; call: number; event: TextEvent }
  | { kind: 'counted'; call: number; tokens: number }
  | { kind: 'failed'; call: number; failure: CallFailure };

/** Thrown inside the model's process for errors that the customer can fix. */
export class OrderError extends Error {
  readonly failure: CallFailure;

  constructor(code: CallFailure['code'], message: string, param?: string) {
    super(message);
    this.failure = { code, message, ...(param ? { param } : {}) };
  }
}
