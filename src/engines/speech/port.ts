// What a speech engine offers: named voices, and words as samples with the time of each phoneme.
export interface Voice {
  id: string;
  name: string;
  gender: 'female' | 'male';
  /** BCP 47, e.g. en-US. */
  language: string;
  accent: string;
  style: string;
  /** Comfortable singing range as MIDI notes. */
  range: { low: number; high: number };
}

export interface SpeechOrder {
  text: string;
  voice: string;
  /** 1 is the voice's natural pace. */
  speed?: number;
}

export interface TimedPhoneme {
  /** IPA. */
  symbol: string;
  startSeconds: number;
  endSeconds: number;
}

export interface Speech {
  samples: Float32Array;
  sampleRate: number;
  phonemes: TimedPhoneme[];
}

export interface SpeechEngine {
  readonly name: string;
  isReady(): boolean;
  voices(): readonly Voice[];
  speak(order: SpeechOrder, signal: AbortSignal): Promise<Speech>;
}
