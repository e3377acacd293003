// Writes the tune: motifs with a rhythm and a contour, set to words and chords, so that a chorus is always itself.

import type { GenreStyle } from '../genres/style.ts';
import type { ScannedWord, SectionKind, Stress } from '../vocal-part.ts';
import { pitchClasses } from './chords.ts';
import type { Form } from './form.ts';
import { BEATS_PER_BAR } from './form.ts';
import { choosePitches, type PitchedStep } from './pitches.ts';
import { Random } from './random.ts';
import { placeSyllables, strengthOf } from './rhythm.ts';
import type { ChordSpan, MelodyLine, MelodyNote, Section } from './score.ts';
import { chordAt } from './score.ts';
import type { Key } from './theory.ts';

export interface TuneOrder {
  style: GenreStyle;
  form: Form;
  key: Key;
  tempo: number;
  chords: readonly ChordSpan[];
  /** Lowest and highest note of whoever carries the tune. */
  range: { low: number; high: number };
  isSung: boolean;
  seed: number;
}

interface Motif {
  likes: number[];
  /** Height at four points of the line, in scale steps around the section's middle. */
  contour: number[];
  stresses: Stress[];
  startBeats: number;
}

// The same letter is the same motif; the last line closes.
const LINE_PLANS: Partial<Record<SectionKind, string>> = {
  verse: 'abac',
  'pre-chorus': 'ddee',
  chorus: 'hhgk',
  'post-chorus': 'hh',
  bridge: 'mnmn',
  solo: 'xyxz',
  outro: 'hk',
  intro: 'h',
};
/** How high a section lies inside the range, 0–1. */
const HEIGHTS: Partial<Record<SectionKind, number>> = {
  verse: 0.34,
  'pre-chorus': 0.48,
  chorus: 0.68,
  'post-chorus': 0.66,
  bridge: 0.52,
  solo: 0.62,
};
const SHORTEST_SYLLABLE_SECONDS = 0.14;

export function writeMelody(order: TuneOrder): MelodyLine[] {
  const lines: MelodyLine[] = [];
  const written = new Map<string, MelodyNote[]>();
  for (const [index, section] of order.form.sections.entries()) {
    if (!carriesTune(section, order.isSung)) continue;
    const lineBeats = order.form.barsPerLine * BEATS_PER_BAR;
    const count = Math.floor(section.bars / order.form.barsPerLine);
    for (let line = 0; line < count; line += 1) {
      const words = section.lines[line] ?? [];
      if (order.isSung && words.length === 0 && section.kind !== 'solo') continue;
      const beat = section.startBar * BEATS_PER_BAR + line * lineBeats;
      const memory = `${section.kind}:${line}/${count}:${words.map((word) => word.text).join(' ')}`;
      const known = written.get(memory);
      const notes = known
        ? moveLine(known, beat, section.lift)
        : writeLine(order, section, { line, count, beat, lineBeats, words });
      if (!known) written.set(memory, moveLine(notes, -beat, -section.lift));
      lines.push({ section: index, line, words, notes });
    }
  }
  return lines;
}

function carriesTune(section: Section, isSung: boolean): boolean {
  if (section.lines.length > 0) return true;
  if (section.kind === 'solo') return true;
  return !isSung && section.kind !== 'intro' && section.kind !== 'outro' && section.kind !== 'break';
}

/** Stored lines start at beat 0, unlifted. */
function moveLine(notes: readonly MelodyNote[], beats: number, semitones: number): MelodyNote[] {
  return notes.map((note) => ({ ...note, beat: note.beat + beats, midi: note.midi + semitones }));
}

interface LinePlace {
  line: number;
  count: number;
  beat: number;
  lineBeats: number;
  words: ScannedWord[];
}

function writeLine(order: TuneOrder, section: Section, place: LinePlace): MelodyNote[] {
  const letters = LINE_PLANS[section.kind] ?? 'abac';
  const letter = letters[place.line % letters.length] ?? 'a';
  const motif = inventMotif(order, { kind: section.kind, letter, lineBeats: place.lineBeats });
  const stresses =
    place.words.length > 0
      ? place.words.flatMap((word) => word.syllables.map((syllable) => syllable.stress))
      : motif.stresses;
  const onsets = placeSyllables({
    stresses,
    lineBeats: place.lineBeats - motif.startBeats,
    shortestBeats: (SHORTEST_SYLLABLE_SECONDS * order.tempo) / 60,
    syncopation: order.style.melody.syncopation,
    likes: motif.likes,
    breathBeats: Math.min(1.5, place.lineBeats / 6),
  }).map((onset) => onset + motif.startBeats);
  const steps = onsets.map((onset, index) =>
    describeStep(order, { place, section }, { onset, next: onsets[index + 1], motif }),
  );
  const middle = order.range.low + (order.range.high - order.range.low) * (HEIGHTS[section.kind] ?? 0.45);
  const midis = choosePitches(steps, {
    key: { ...order.key, tonic: (order.key.tonic + section.lift) % 12 },
    scale: order.style.melody.scale,
    middle: middle + section.lift,
    low: order.range.low,
    high: order.range.high + section.lift,
    closes: place.line === place.count - 1 ? (section.kind === 'chorus' ? 'home' : 'open') : 'chord',
    noise: new Random(order.seed, `pitch:${section.kind}:${letter}`),
  });
  const notes = steps.map((step, index) => ({
    beat: place.beat + step.onset,
    beats: step.beats,
    midi: midis[index] ?? 60,
    velocity: 0.62 + 0.22 * (step.strength / 3) + 0.14 * (section.energy - 0.5),
    syllable: index,
  }));
  return ornament(notes, order, `${section.kind}:${letter}:${place.line}`);
}

function describeStep(
  order: TuneOrder,
  { place, section }: { place: LinePlace; section: Section },
  at: { onset: number; next: number | undefined; motif: Motif },
): PitchedStep {
  const span = chordAt(order.chords, place.beat + at.onset);
  const end = place.lineBeats - Math.min(1, place.lineBeats / 8);
  const until = at.next ?? Math.max(at.onset + 0.5, end);
  const longest = at.next === undefined ? (section.kind === 'chorus' ? 4 : 2.5) : 2;
  return {
    onset: at.onset,
    beats: Math.min((until - at.onset) * 0.96, longest),
    strength: strengthOf(Math.round(at.onset * 4)),
    chord: pitchClasses(span.chord),
    target: contourAt(at.motif.contour, at.onset / place.lineBeats),
  };
}

function inventMotif(
  order: TuneOrder,
  { kind, letter, lineBeats }: { kind: SectionKind; letter: string; lineBeats: number },
): Motif {
  const random = new Random(order.seed, `motif:${kind}:${letter}`);
  const isChorus = kind === 'chorus' || kind === 'post-chorus';
  const likes = Array.from({ length: 16 }, () => random.between(-1, 1));
  const [verseDensity, chorusDensity] = order.style.melody.density;
  const base = isChorus ? chorusDensity : verseDensity;
  const scale = Math.sqrt(lineBeats / 8);
  const count = Math.max(2, Math.round((base + random.whole(-1, 1)) * (order.isSung ? 1 : scale)));
  const stresses = Array.from(
    { length: count },
    (_, index): Stress => (index % 2 === 0 || random.chance(0.25) ? 1 : 0),
  );
  return {
    likes,
    contour: drawContour(random, isChorus),
    stresses,
    startBeats: random.pick(isChorus ? [0, 0, 0.5] : [0, 0.5, 1]),
  };
}

function drawContour(random: Random, isChorus: boolean): number[] {
  const shapes = isChorus
    ? [
        [0, 3, 5, 2],
        [4, 2, 3, 0],
        [0, 4, 1, 4],
        [5, 4, 2, 0],
      ]
    : [
        [0, 1, 2, -1],
        [2, 0, -1, -2],
        [-2, 0, 2, 1],
        [0, -2, 1, 0],
      ];
  return random.pick(shapes).map((height) => height + random.between(-0.8, 0.8));
}

function contourAt(contour: readonly number[], fraction: number): number {
  const place = Math.min(0.999, Math.max(0, fraction)) * (contour.length - 1);
  const left = Math.floor(place);
  const from = contour[left] ?? 0;
  return from + ((contour[left + 1] ?? from) - from) * (place - left);
}

/** Long notes may turn: a neighbour and back, on the same syllable. */
function ornament(notes: MelodyNote[], order: TuneOrder, stream: string): MelodyNote[] {
  const random = new Random(order.seed, `ornament:${stream}`);
  const result: MelodyNote[] = [];
  for (const [index, note] of notes.entries()) {
    const isLong = note.beats >= 1 && index > 0;
    const next = notes[index + 1];
    if (!isLong || !next || !random.chance(order.style.melody.ornament * 0.5)) {
      result.push(note);
      continue;
    }
    const turn = next.midi > note.midi ? 2 : -2;
    const first = note.beats * 0.55;
    result.push({ ...note, beats: first });
    result.push({
      ...note,
      beat: note.beat + first,
      beats: note.beats - first,
      midi: note.midi + (Math.abs(next.midi - note.midi) === 1 ? 0 : turn),
      velocity: note.velocity * 0.9,
    });
  }
  return result;
}
