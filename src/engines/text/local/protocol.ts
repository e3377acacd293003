// The tasks that the service gives to the process that holds a model, and their results.
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
  /** For orders without a temperature. */
  temperature: number;
}

/** The parts of an order that shape the prompt, besides the messages. */
export type PromptShape = Pick<TextOrder, 'tools' | 'toolChoice' | 'responseFormat'>;

export type ModelTask =
  | { kind: 'load'; settings: LoadSettings }
  | { kind: 'generate'; order: TextOrder }
  | { kind: 'count'; input: string | readonly TextMessage[]; shape: PromptShape };

export interface LoadedModel {
  contextTokens: number;
  /** For the process, once the weights are loaded. */
  memoryBytes: number;
  layers: number;
  /** How many of them are on the GPU. */
  gpuLayers: number;
  canFillInTheMiddle: boolean;
}

/** The answer to `load`, to `count` and to `generate`, whose events are reported while it runs. */
export type ModelResult = LoadedModel | number | null;

/** `begun`: the order has left the queue and its prompt is being read. */
export type ModelReport = TextEvent | { type: 'begun' };
