// What makes a genre: its tempo, harmony, grooves, instruments and mix, as data that the composer and the mixer read.
import type { Colour } from '../score/chords.ts';
import type { StemName } from '../score/stem-name.ts';
import type { Mode } from '../score/theory.ts';
import type { VoicingKind } from '../score/voicing.ts';

/** Sections by letter: i intro, v verse, p pre-chorus, c chorus, b bridge, s solo, k break, o outro. */
export type Where = string;

/**
 * One bar (or two) of steps per lane. x hit, X accent, o soft, . rest. Any length: 16 steps are sixteenths, 12 are triplets.
 * Lanes: k kick, s snare, r rim, c clap, h closed hat, o open hat, p pedal hat, d ride, e ride bell, t low tom, m mid tom, n high tom,
 * S shaker, T tambourine, g low conga, G open conga, B bongo, w cowbell, v claves, M maracas, q guiro, a agogo, C crash, y timbale.
 */
export type Groove = Record<string, string>;

export interface DrumStyle {
  kit: string;
  verse: Groove;
  chorus: Groove;
  bridge?: Groove;
  intro?: Groove;
  fill: 'toms' | 'snare' | 'roll' | 'timbale' | 'brush' | 'stop' | 'none';
  /** A crash on the first beat of loud sections. */
  crash: boolean;
  level: number;
  reverb: number;
}

/** Bass steps: 1 root, 3, 5, 6, 7 chord degrees, 8 octave, a approach to the next root, - held, . rest; "walk" walks. */
export interface BassStyle {
  sound: string;
  verse: string;
  chorus: string;
  level: number;
  octave?: number;
  duck?: number;
}

export interface Layer {
  name: string;
  stem: StemName;
  sound: string;
  /** chord: block chords on x; arp: single voices on digits; pad: held; line: slow answering melody; riff: figures on chord degrees. */
  part: 'chord' | 'arp' | 'pad' | 'line' | 'riff' | 'double' | 'drone';
  where: Where;
  /** For chord (x X o - .) and arp or riff (digits - .). */
  steps?: string;
  chorusSteps?: string;
  voicing?: VoicingKind;
  centre: number;
  level: number;
  pan?: number;
  reverb?: number;
  delay?: number;
  duck?: number;
  /** Strummed: milliseconds between voices. */
  strum?: number;
}

export interface MixStyle {
  reverb: 'room' | 'plate' | 'hall' | 'cathedral';
  /** Echo time in beats; 0 none. */
  echo: number;
  /** Shelf in decibels: negative is dark. */
  treble: number;
  bass: number;
  /** 0–1 saturation of the whole. */
  drive: number;
  /** 0–1 tape wow, hiss and dulled top. */
  tape: number;
  /** 0.5 narrow – 1.5 wide. */
  width: number;
  /** 0–1 bus compression. */
  glue: number;
  /** Decibels between loud and quiet sections. */
  contrast: number;
}

export interface MelodyStyle {
  /** Syllables a line has when nobody gives words: verse, chorus. */
  density: [number, number];
  /** 0–1: how much notes lean ahead of the beat. */
  syncopation: number;
  /** Scale used by the tune: the key's own, five notes, or blues. */
  scale: 'full' | 'pentatonic' | 'blues';
  /** 0–1: runs and turns. */
  ornament: number;
}

export interface LeadStyle {
  sound: string;
  octave?: number;
  reverb?: number;
  delay?: number;
}

export interface GenreStyle {
  id: string;
  name: string;
  description: string;
  examplePrompt: string;
  /** Words of a prompt that mean this genre; the id and name count anyway. */
  words: readonly string[];
  tempo: [number, number];
  modes: readonly Mode[];
  /** 0 straight – 1 full triplet. */
  swing: number;
  /** Which notes swing: the off eighths or the off sixteenths. */
  swingUnit: 8 | 16;
  /** Milliseconds that hands wander. */
  loose: number;
  form: 'song' | 'dance' | 'piece';
  colour: Colour;
  chordsPerLine: 1 | 2 | 4;
  verse: readonly string[];
  pre?: readonly string[];
  chorus: readonly string[];
  bridge: readonly string[];
  /** The last chorus goes up. */
  lifts: boolean;
  melody: MelodyStyle;
  drums: DrumStyle | null;
  percussion?: { verse: Groove; chorus: Groove; level: number; pan: number };
  bass: BassStyle | null;
  layers: readonly Layer[];
  lead: LeadStyle;
  mix: MixStyle;
}
