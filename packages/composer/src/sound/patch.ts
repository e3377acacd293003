// What a patch of our own synth says: oscillators, filter, envelopes and movement.
import type { Chain } from './chain.ts';

export interface Wave {
  shape: 'saw' | 'square' | 'sine' | 'triangle' | 'noise';
  /** How many detuned copies, spread over the stereo field. */
  voices?: number;
  detuneCents?: number;
  level: number;
  octave?: number;
}

export interface Envelope {
  attack: number;
  decay: number;
  sustain: number;
  release: number;
}

export interface Patch {
  program: number;
  waves: readonly Wave[];
  amp: Envelope;
  /** Lowpass: hertz at rest, octaves that the envelope opens it, resonance 0–1. */
  filter?: { cutoff: number; opens: number; resonance: number; envelope: Envelope; follows?: number };
  /** Sine modulator: ratio, index at the start, seconds until it has faded. */
  fm?: { ratio: number; index: number; fade: number };
  /** Seconds to slide from the note before; one note at a time. */
  glide?: number;
  vibratoCents?: number;
  /** Filter moved by a triangle in time with the song: cycles per beat, one after the other, and octaves. */
  wobble?: { cyclesPerBeat: readonly number[]; octaves: number };
  /** Opens the filter over the whole song. */
  opensOverSong?: number;
  /** Pitch falls from this many semitones above within so many seconds. */
  drop?: { semitones: number; seconds: number };
  chain?: Chain;
}

export const HELD: Envelope = { attack: 0.005, decay: 0.2, sustain: 0.85, release: 0.08 };
export const PLUCKED: Envelope = { attack: 0.002, decay: 0.28, sustain: 0, release: 0.15 };
export const SLOW: Envelope = { attack: 0.7, decay: 1, sustain: 0.85, release: 1.2 };
