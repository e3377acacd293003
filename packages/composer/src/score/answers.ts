// Lines that answer: guide tones under the tune, and a short figure in the breath between two phrases.

import type { Layer } from '../genres/style.ts';
import { type Hand, loudnessOf, playsIn, type Sheet } from './band.ts';
import { BEATS_PER_BAR } from './form.ts';
import type { ChordSpan, MelodyLine, Note, Section } from './score.ts';
import { chordAt } from './score.ts';
import { nearest } from './voicing.ts';

export function playAnswer(sheet: Sheet, layer: Layer, hand: Hand): Note[] {
  const notes: Note[] = [];
  const lineBeats = sheet.form.barsPerLine * BEATS_PER_BAR;
  for (const [index, section] of sheet.form.sections.entries()) {
    if (!playsIn(layer.where, section)) continue;
    const lines = Math.max(1, Math.floor(section.bars / sheet.form.barsPerLine));
    for (let line = 0; line < lines; line += 1) {
      const start = section.startBar * BEATS_PER_BAR + line * lineBeats;
      const sung = sheet.melody.find((one) => one.section === index && one.line === line);
      const gapStart = sung ? Math.min(lineBeats - 1, lastOnset(sung) - start + 0.75) : lineBeats / 2;
      holdGuides(notes, { sheet, layer, hand }, { start, until: start + gapStart, section });
      answer(
        notes,
        { sheet, layer, hand },
        {
          start: start + Math.ceil(gapStart * 2) / 2,
          until: start + lineBeats,
          section,
        },
      );
    }
  }
  return notes;
}

interface Span {
  start: number;
  until: number;
  section: Section;
}

interface Player {
  sheet: Sheet;
  layer: Layer;
  hand: Hand;
}

/** Thirds and sevenths, moving as little as they can. */
function holdGuides(notes: Note[], { sheet, layer, hand }: Player, span: Span): void {
  let beat = span.start;
  while (beat < span.until - 0.5) {
    const chord = chordAt(sheet.chords, beat);
    const until = Math.min(span.until, chord.beat + chord.beats);
    const before = notes.at(-1)?.midi ?? layer.centre;
    const midi = guideNote(chord, (before + layer.centre) / 2);
    notes.push(hand.playAt({ beat, beats: (until - beat) * 0.95, midi, velocity: 0.55 * loudnessOf(span.section) }));
    beat = until;
  }
}

function answer(notes: Note[], { sheet, layer, hand }: Player, span: Span): void {
  const room = span.until - span.start;
  if (room < 1) return;
  const count = Math.min(5, Math.floor(room / 0.5));
  const direction = hand.random.pick([1, -1]);
  const chord = chordAt(sheet.chords, span.start);
  const tones = chord.chord.tones;
  for (let index = 0; index < count; index += 1) {
    const place = direction === 1 ? index : count - 1 - index;
    const tone = (tones[place % tones.length] ?? 0) + 12 * Math.floor(place / tones.length);
    const midi = nearest(chord.chord.root, layer.centre - 5) + tone;
    const isLast = index === count - 1;
    notes.push(
      hand.playAt({
        beat: span.start + index * 0.5,
        beats: isLast ? 0.9 : 0.45,
        midi,
        velocity: 0.68 * loudnessOf(span.section),
      }),
    );
  }
}

function guideNote(span: ChordSpan, near: number): number {
  const tones =
    span.chord.tones.length > 3 ? [span.chord.tones[1] ?? 4, span.chord.tones[3] ?? 10] : [span.chord.tones[1] ?? 4, 7];
  const notes = tones.map((tone) => nearest((span.chord.root + tone) % 12, near));
  return notes.reduce((best, midi) => (Math.abs(midi - near) < Math.abs(best - near) ? midi : best));
}

function lastOnset(line: MelodyLine): number {
  return line.notes.at(-1)?.beat ?? 0;
}
