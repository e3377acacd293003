// What every player of the band gets: the form, the chords and the tempo, and human timing.

import type { GenreStyle } from '../genres/style.ts';
import { BEATS_PER_BAR, type Form } from './form.ts';
import { Random } from './random.ts';
import type { ChordSpan, MelodyLine, Note, Section } from './score.ts';
import { type Step, swingBeat } from './steps.ts';

export interface Sheet {
  style: GenreStyle;
  form: Form;
  tempo: number;
  chords: readonly ChordSpan[];
  melody: readonly MelodyLine[];
  seed: number;
}

const LETTERS: Record<string, string> = {
  intro: 'i',
  verse: 'v',
  'pre-chorus': 'p',
  chorus: 'c',
  'post-chorus': 'c',
  drop: 'c',
  bridge: 'b',
  solo: 's',
  break: 'k',
  outro: 'o',
};

export function playsIn(where: string, section: Section): boolean {
  const letter = LETTERS[section.kind] ?? 'v';
  return where.includes(letter) || (letter === 'k' && where.includes('b'));
}

export function isLoud(section: Section): boolean {
  return section.energy >= 0.75;
}

/** Visits every bar of every section that the part plays in. */
export function eachBar(
  sheet: Sheet,
  where: string,
  visit: (bar: number, section: Section, inSection: number) => void,
): void {
  for (const section of sheet.form.sections) {
    if (!playsIn(where, section)) continue;
    for (let inSection = 0; inSection < section.bars; inSection += 1)
      visit(section.startBar + inSection, section, inSection);
  }
}

export class Hand {
  #random: Random;
  #sheet: Sheet;

  constructor(sheet: Sheet, name: string) {
    this.#random = new Random(sheet.seed, `hand:${name}`);
    this.#sheet = sheet;
  }

  get random(): Random {
    return this.#random;
  }

  /** A step of a pattern as a note: swung, a little early or late, never before the song starts. */
  play(
    step: Pick<Step, 'beat' | 'beats' | 'weight' | 'isTriplet'>,
    { bar, midi, loudness }: { bar: number; midi: number; loudness: number },
  ): Note {
    const straight = bar * BEATS_PER_BAR + step.beat;
    return this.playAt({
      beat: straight,
      beats: step.beats,
      midi,
      velocity: step.weight * loudness,
      isTriplet: step.isTriplet,
    });
  }

  playAt({
    beat,
    beats,
    midi,
    velocity,
    isTriplet = false,
  }: {
    beat: number;
    beats: number;
    midi: number;
    velocity: number;
    isTriplet?: boolean;
  }): Note {
    const { style, tempo } = this.#sheet;
    const swung = isTriplet ? beat : swingBeat(beat, style.swing, style.swingUnit);
    const wander = (this.#random.bell() * style.loose * tempo) / 60000;
    const touch = 1 + this.#random.bell() * (style.loose > 2 ? 0.09 : 0.03);
    return {
      beat: Math.max(0, swung + wander),
      beats: Math.max(0.05, beats),
      midi,
      velocity: Math.min(1, Math.max(0.05, velocity * touch)),
    };
  }
}

/** Quiet sections are played softer, not only with fewer instruments. */
export function loudnessOf(section: Section): number {
  return 0.62 + 0.38 * section.energy;
}
