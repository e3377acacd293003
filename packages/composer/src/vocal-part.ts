// The interfaces between composer, singer, lyricist and scansion: vocal parts in, one dry vocal stem out.

/** 0 unstressed, 1 primary, 2 secondary: as in the CMU dictionary. */
export type Stress = 0 | 1 | 2;

export interface ScannedSyllable {
  /** The letters of this syllable as they stand in the word: the syllables of a word joined give the word. */
  text: string;
  stress: Stress;
}

export interface ScannedWord {
  /** As written, punctuation kept: "tonight," */
  text: string;
  syllables: ScannedSyllable[];
}

export interface Scansion {
  /** Never empty for a line with a letter in it: unknown words are split by rule. Pure and fast (called for every line). */
  scan(line: string): ScannedWord[];
}

export type SectionKind =
  | 'intro'
  | 'verse'
  | 'pre-chorus'
  | 'chorus'
  | 'post-chorus'
  | 'bridge'
  | 'solo'
  | 'break'
  | 'drop'
  | 'outro';

export interface LyricSection {
  kind: SectionKind;
  /** e.g. "Verse 1". Sections with the same label share their words. */
  label: string;
  lines: string[];
}

export interface LyricsBrief {
  prompt: string;
  title?: string;
  genre: string;
  mood: string;
  seed: number;
  duet: boolean;
  /** What the form has room for, in order; repeated choruses are requested once. */
  sections: { kind: SectionKind; label: string; lines: number; syllablesPerLine: number }[];
}

export interface WrittenLyrics {
  title: string;
  /** One for each section of the brief, same order, same kind and label. */
  sections: LyricSection[];
  /** The author of the lyrics, in words for people. */
  source: string;
}

export interface LyricsWriter {
  /** Same brief, same words (a text model is asked with the seed). */
  write(brief: LyricsBrief, signal: AbortSignal): Promise<WrittenLyrics>;
}

export interface SungNote {
  midi: number;
  startSeconds: number;
  endSeconds: number;
  /** 0–1. */
  velocity: number;
}

export interface SungSyllable {
  text: string;
  stress: Stress;
  /** Ordered, touching, never empty; more than one is a melisma. */
  notes: SungNote[];
}

export interface SungWord {
  text: string;
  syllables: SungSyllable[];
}

export interface VocalPhrase {
  /** The first note's start; consonants before its vowel may reach a little ahead of it. */
  startSeconds: number;
  endSeconds: number;
  /** The line as it is spoken, one breath; phrases of one part never overlap. */
  text: string;
  words: SungWord[];
}

export type VocalRole = 'lead' | 'harmony' | 'double';

export interface VocalPart {
  /** A voice id of the singer. */
  voice: string;
  role: VocalRole;
  /** The customer's wish, e.g. "breathy", "powerful"; free text. */
  style?: string;
  phrases: VocalPhrase[];
}

export interface SingingVoice {
  id: string;
  name: string;
  gender: 'female' | 'male';
  language: string;
  /** Where the voice learned to speak, in words: "American". */
  accent: string;
  /** Comfortable range as MIDI notes: melodies are written inside it. */
  range: { low: number; high: number };
}

export interface StemFormat {
  sampleRate: number;
  totalSeconds: number;
}

/** fraction 0–1 of this part. */
export type ReportSinging = (fraction: number) => void;

export interface VocalSinger {
  /** False while the weights are missing. */
  isReady(): boolean;
  voices(): readonly SingingVoice[];
  /**
   * Mono, exactly round(totalSeconds * sampleRate) samples, dry (the mixer adds equaliser, compression, reverb, delay),
   * loudest phrase near −3 dBFS peak, silence between phrases. The same part gives the same samples.
   * Parts with equal `text` and `voice` (doubles, repeated choruses) are spoken once: the singer keeps what it spoke.
   */
  sing(part: VocalPart, format: StemFormat, report: ReportSinging, signal: AbortSignal): Promise<Float32Array>;
  /** Starts speaking lines whose melody is still being written; errors wait for sing(). */
  prepare?(voice: string, lines: readonly string[], signal: AbortSignal): void;
}
