// What a paid text answer needs, and the items of its stream.
import type { Caller } from '../../core/caller.ts';
import type { MicroCredits } from '../../core/money.ts';
import type { NativeOrder, TextModel, TextOrder } from '../../engines/text/port.ts';
import type { AttachedRow } from '../../store/attached-row.ts';
import type { AnswerShape, Said } from './shapes.ts';

/** A paid answer that is ready to be requested. */
export interface AnswerOrder {
  module: string;
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  shape: AnswerShape;
  model: TextModel;
  /** One per prompt and choice, in the order of their index. */
  orders(): readonly TextOrder[];
  /** The client's body, for engines that forward it unchanged. */
  body: Readonly<Record<string, unknown>>;
  /** Whether the engine's own frames may be sent, in the format that the engine gives them. */
  mayRelay: boolean;
  /** The same call in the client's dialect, for engines that speak it. */
  native?: Omit<NativeOrder, 'model' | 'stream' | 'maxTokens'> | undefined;
  /** Per choice; null: up to the model's own limit. */
  maxTokens: number | null;
  includeUsage: boolean;
  /** By the engine's tokenizer, each prompt once. Exact only for local engines. */
  countPrompt(): Promise<number>;
  /** Throws if the prompt does not fit the model's context window; called if it might not. */
  checkWindow?(): Promise<void>;
  /** For each choice, the text before its own. */
  echoes: readonly string[];
  /** Called with the first choice once the answer has ended, also if it was aborted. */
  remember?(said: Said): Promise<void>;
  /** Additional members of the first chunk, or of the whole reply. */
  extra: Record<string, unknown>;
  finish?: FinishAnswer;
  /** What this call was charged before, e.g. for transcribed recordings: shown with the charge of the answer. */
  paidBefore?: MicroCredits;
}

export interface StreamedAnswer {
  items: AsyncIterable<StreamItem>;
  /** The items are frames in the client's dialect. */
  isNative: boolean;
}

export type StreamItem = object | Uint8Array;

/**
 * Called once for a complete answer, before it is charged, with the unsent items or the whole reply. Returns a row to
 * store in the commit of the charge. If the charge fails, none of these items may be sent.
 */
export type FinishAnswer = (unsent: readonly StreamItem[]) => AttachedRow | undefined;
