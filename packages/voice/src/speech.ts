// The interface of a speech engine: named voices, speech as samples with phoneme times, and control over pitch and timing.
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

export interface StudiedSymbol {
  /** One IPA letter, stress mark, punctuation mark or space; "$" opens and closes the line. */
  symbol: string;
  /** Which of the words it belongs to; −1 between words. */
  word: number;
  /** Its natural length. */
  frames: number;
}

/** The line's natural prosody. The singer changes lengths and pitch relative to it. */
export interface StudiedLine {
  voice: string;
  symbols: StudiedSymbol[];
  secondsPerFrame: number;
  /** A symbol sounds this much earlier than its frames state. */
  labelLagSeconds: number;
  sampleRate: number;
  /** Two values for each frame; 0 where there is no voice. */
  pitchHz: Float32Array;
  /** Two values for each frame, in the network's own unit (about −10 silence, 8 a loud vowel). */
  energy: Float32Array;
}

/** The same symbols with lengths, pitch and energy chosen by the caller. */
export interface Performance {
  line: StudiedLine;
  frames: number[];
  /** Two values for each frame of `frames`. */
  pitchHz: Float32Array;
  energy: Float32Array;
}

export interface SingableSpeech extends SpeechEngine {
  study(words: readonly string[], voice: string, signal: AbortSignal): Promise<StudiedLine>;
  perform(performance: Performance, signal: AbortSignal): Promise<Float32Array>;
}
