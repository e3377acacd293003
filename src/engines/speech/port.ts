// The interface of speech engines: named voices for other engines, and whole texts as an encoded stream.
import type { CallSignals } from '../../core/left-calls.ts';
import type { DoneBy } from '../../net/routing.ts';

export type { SingableSpeech, SpeechEngine, Voice } from '@atelier/voice';

export const SPEECH_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

export interface ReadingOrder {
  model: string;
  text: string;
  /** The engine's own choice when absent. */
  voice?: string;
  /** 1 is the voice's natural pace. */
  speed: number;
  format: SpeechFormat;
  /** Instructions on how to speak; only models with the capability "instructions" get them. */
  instructions?: string;
}

export interface SpokenChunk {
  bytes: Uint8Array;
  /** How many characters of the text have been spoken by the end of these bytes. */
  characters: number;
  /** Set by the router. */
  by?: DoneBy;
}

export interface ReadingModel {
  id: string;
  ownedBy: string;
  capabilities: readonly string[];
  ready: boolean;
  progress?: number;
  note?: string;
}

interface Reading {
  models(): readonly ReadingModel[];
  /** Throws an error for the client if the order cannot be carried out; does not start any work. */
  check(order: ReadingOrder): Promise<void>;
}

export interface ReadingEngine extends Reading {
  readonly name: string;
  /** This machine speaks. Otherwise an upstream bills the whole text, even if nobody hears it. */
  readonly isOwn: boolean;
  /** Sends the first bytes before the whole text is spoken. */
  read(order: ReadingOrder, signal: AbortSignal): AsyncIterable<SpokenChunk>;
}

/** All engines behind their router. */
export interface ReadingOrders extends Reading {
  read(order: ReadingOrder, signals: CallSignals): AsyncIterable<SpokenChunk>;
}
