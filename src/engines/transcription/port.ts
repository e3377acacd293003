// The interface of transcription engines: the words of a recording, segment by segment.
import type { CallSignals } from '../../core/left-calls.ts';
import type { DoneBy } from '../../net/routing.ts';

export { sniffSound } from '@atelier/kit';

export interface TranscriptionModel {
  id: string;
  ownedBy: string;
  /** transcribe, translate, timestamps, words */
  capabilities: readonly string[];
  ready: boolean;
  progress?: number;
  note?: string;
}

export interface TranscriptionOrder {
  model: string;
  /** translate: into English. */
  task: 'transcribe' | 'translate';
  /** ISO 639-1; detected when absent. */
  language?: string;
  /** Names and spellings that may occur. */
  prompt?: string;
  /** 0: the most likely words, with randomness only where those make no sense. */
  temperature: number;
  wantsWords: boolean;
}

export interface HeardWord {
  word: string;
  start: number;
  end: number;
}

/** Times in seconds. What an upstream does not report is absent. */
export interface HeardSegment {
  start: number;
  end: number;
  text: string;
  tokens?: number[];
  temperature?: number;
  averageLogProbability?: number;
  compressionRatio?: number;
  noSpeechProbability?: number;
  words?: HeardWord[];
}

export interface Heard {
  /** ISO 639-1 or the engine's own name of the language; absent if unknown. */
  language?: string;
  segments: HeardSegment[];
  /** How much of the recording has been processed, if more than the segments show. */
  reachedSeconds?: number;
  /** Set by the router. */
  by?: DoneBy;
}

/** A decoded recording in a temporary folder. */
export interface Recording {
  seconds: number;
  /** As the client sent it. */
  path: string;
  fileName: string;
  /** Interleaved 32 bit floats, stereo, 16 kHz. */
  samplesPath: string;
  remove(): Promise<void>;
}

export interface SoundIntake {
  /** Decodes in the sandbox; throws a client error if the bytes are no audio or too long. */
  open(bytes: Uint8Array, fileName: string, signal: AbortSignal): Promise<Recording>;
}

interface Listening {
  models(): readonly TranscriptionModel[];
  /** Throws if the weights are missing. */
  check(): void;
}

export interface TranscriptionEngine extends Listening {
  readonly name: string;
  /** This machine listens. Otherwise an upstream bills the whole recording, even if nobody reads its words. */
  readonly isOwn: boolean;
  transcribe(recording: Recording, order: TranscriptionOrder, signal: AbortSignal): AsyncIterable<Heard>;
}

/** The engines of a model behind their router. */
export interface TranscriptionOrders extends Listening {
  transcribe(recording: Recording, order: TranscriptionOrder, signals: CallSignals): AsyncIterable<Heard>;
}
