// The bass player: chord degrees on the genre's steps, a walk where it walks, a half step into the next root.

import type { BassStyle } from '../genres/style.ts';
import { eachBar, Hand, isLoud, loudnessOf, type Sheet } from './band.ts';
import type { Chord } from './chords.ts';
import { BEATS_PER_BAR } from './form.ts';
import type { Note } from './score.ts';
import { chordAt } from './score.ts';
import { readSteps } from './steps.ts';
import { nearest } from './voicing.ts';

const CENTRE = 40;
const LOWEST = 28;

export function playBass(sheet: Sheet, bass: BassStyle): Note[] {
  const hand = new Hand(sheet, 'bass');
  const notes: Note[] = [];
  const centre = CENTRE + 12 * (bass.octave ?? 0);
  eachBar(sheet, 'ivpcbsko', (bar, section, inSection) => {
    if (section.kind === 'intro' && inSection < section.bars / 2) return;
    const pattern = isLoud(section) ? bass.chorus : bass.verse;
    if (pattern === 'walk') {
      walkBar(notes, { hand, sheet }, { bar, centre, loudness: loudnessOf(section) });
      return;
    }
    for (const step of readSteps(pattern, bar)) {
      const span = chordAt(sheet.chords, bar * BEATS_PER_BAR + step.beat);
      const next = chordAt(sheet.chords, span.beat + span.beats + 0.01);
      const midi = degreeNote(step.symbol, { chord: span.chord, next: next.chord, centre });
      notes.push(hand.play({ ...step, beats: step.beats * 0.94 }, { bar, midi, loudness: loudnessOf(section) }));
    }
  });
  const end = sheet.form.totalBars * BEATS_PER_BAR;
  const last = chordAt(sheet.chords, end);
  notes.push(hand.playAt({ beat: end, beats: 4, midi: lowRoot(last.chord, centre), velocity: 0.8 }));
  return notes;
}

function degreeNote(symbol: string, { chord, next, centre }: { chord: Chord; next: Chord; centre: number }): number {
  const root = lowRoot(chord, centre);
  const third = chord.tones.find((tone) => tone === 3 || tone === 4) ?? 7;
  const fifth = chord.tones.find((tone) => tone >= 6 && tone <= 8) ?? 7;
  if (symbol === '3') return root + third;
  if (symbol === '5') return root + fifth;
  if (symbol === '6') return root + 9;
  if (symbol === '7') return root + 10;
  if (symbol === '8') return root + 12;
  if (symbol === 'a') return lowRoot(next, centre) - 1 < LOWEST ? lowRoot(next, centre) + 1 : lowRoot(next, centre) - 1;
  return root;
}

function lowRoot(chord: Chord, centre: number): number {
  const root = nearest(chord.bass ?? chord.root, centre);
  return root < LOWEST ? root + 12 : root;
}

interface WalkPlace {
  bar: number;
  centre: number;
  loudness: number;
}

/** Quarter notes: root on a change, chord tones between, a half step or a fifth into what follows. */
function walkBar(notes: Note[], { hand, sheet }: { hand: Hand; sheet: Sheet }, place: WalkPlace): void {
  let before = notes.at(-1)?.midi ?? place.centre;
  for (let beat = 0; beat < BEATS_PER_BAR; beat += 1) {
    const now = place.bar * BEATS_PER_BAR + beat;
    const span = chordAt(sheet.chords, now);
    const next = chordAt(sheet.chords, now + 1);
    const isChange = Math.abs(span.beat - now) < 0.01;
    const isLast = next.beat > span.beat && next.beat <= now + 1.01;
    const target = nearest(next.chord.root, before);
    let midi: number;
    if (isChange) midi = nearest(span.chord.root, before > 52 ? before - 7 : before);
    else if (isLast) midi = target + hand.random.pick([-1, 1, 7]);
    else midi = nearest((span.chord.root + hand.random.pick(span.chord.tones.slice(1, 3))) % 12, before);
    if (midi < LOWEST) midi += 12;
    if (midi > 57) midi -= 12;
    notes.push(hand.playAt({ beat: now, beats: 0.92, midi, velocity: 0.78 * place.loudness, isTriplet: true }));
    if (hand.random.chance(0.12))
      notes.push(
        hand.playAt({ beat: now + 2 / 3, beats: 0.25, midi, velocity: 0.4 * place.loudness, isTriplet: true }),
      );
    before = midi;
  }
}
