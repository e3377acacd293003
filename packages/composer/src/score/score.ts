// The written song: sections, chords, melody and tracks of notes, in beats; the complete input of the sound side.

import type { GenreStyle } from '../genres/style.ts';
import type { ScannedWord, SectionKind } from '../vocal-part.ts';
import type { Chord } from './chords.ts';
import type { StemName } from './stem-name.ts';
import type { Key } from './theory.ts';

export interface Note {
  /** Quarter notes from the start of the song. */
  beat: number;
  beats: number;
  midi: number;
  /** 0–1. */
  velocity: number;
}

export interface Track {
  name: string;
  stem: StemName;
  /** A name of the sound catalogue; for drums the name of a kit. */
  sound: string;
  notes: Note[];
  /** Loudness in the mix, in decibels below the lead. */
  level: number;
  /** −1 left … 1 right. */
  pan: number;
  reverb: number;
  delay: number;
  /** 0–1: how far the kick pushes this track down. */
  duck: number;
  isDrums: boolean;
}

export interface Section {
  kind: SectionKind;
  label: string;
  startBar: number;
  bars: number;
  /** 0–1: how full the band plays. */
  energy: number;
  /** Semitones above the song's key. */
  lift: number;
  lines: ScannedWord[][];
}

export interface ChordSpan {
  beat: number;
  beats: number;
  chord: Chord;
}

export interface MelodyNote extends Note {
  /** Index of the syllable in its line; several notes on one syllable are a melisma. */
  syllable: number;
}

export interface MelodyLine {
  section: number;
  line: number;
  words: ScannedWord[];
  notes: MelodyNote[];
}

export interface Score {
  title: string;
  style: GenreStyle;
  key: Key;
  tempo: number;
  beatsPerBar: number;
  seconds: number;
  sections: Section[];
  chords: ChordSpan[];
  melody: MelodyLine[];
  tracks: Track[];
  /** Beats at which the kick sounds, for tracks that duck under it. */
  kicks: number[];
}

export function secondsOf(score: Pick<Score, 'tempo'>, beat: number): number {
  return (beat * 60) / score.tempo;
}

export function chordAt(chords: readonly ChordSpan[], beat: number): ChordSpan {
  let low = 0;
  let high = chords.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((chords[middle]?.beat ?? 0) <= beat + 1e-6) low = middle;
    else high = middle - 1;
  }
  const span = chords[low];
  if (!span) throw new RangeError('The song has no chords.');
  return span;
}
