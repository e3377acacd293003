// The rest of the band: chords, arpeggios, pads, riffs, drones, and lines that answer the voice.

import type { Layer } from '../genres/style.ts';
import { playAnswer } from './answers.ts';
import { eachBar, Hand, isLoud, loudnessOf, playsIn, type Sheet } from './band.ts';
import { BEATS_PER_BAR } from './form.ts';
import type { ChordSpan, Note, Section } from './score.ts';
import { chordAt } from './score.ts';
import { readSteps, type Step } from './steps.ts';
import { nearest, voiceChord } from './voicing.ts';

export function playLayer(sheet: Sheet, layer: Layer): Note[] {
  const hand = new Hand(sheet, layer.name);
  if (layer.part === 'pad' || layer.part === 'drone') return holdChords(sheet, layer, hand);
  if (layer.part === 'line') return playAnswer(sheet, layer, hand);
  if (layer.part === 'double') return doubleMelody(sheet, layer, hand);
  return playSteps(sheet, layer, hand);
}

/** Voices of every chord of the song for this layer, led from one to the next. */
function leadVoices(sheet: Sheet, layer: Layer): Map<ChordSpan, number[]> {
  const voices = new Map<ChordSpan, number[]>();
  let before: number[] = [];
  for (const span of sheet.chords) {
    before = voiceChord(span.chord, { kind: layer.voicing ?? 'close', centre: layer.centre }, before);
    voices.set(span, before);
  }
  return voices;
}

function playSteps(sheet: Sheet, layer: Layer, hand: Hand): Note[] {
  const voices = leadVoices(sheet, layer);
  const notes: Note[] = [];
  const strumBeats = ((layer.strum ?? 0) * sheet.tempo) / 60000;
  eachBar(sheet, layer.where, (bar, section, inSection) => {
    if (isStillWaiting(section, inSection, layer)) return;
    const pattern = (isLoud(section) ? layer.chorusSteps : undefined) ?? layer.steps ?? 'X---------------';
    for (const step of readSteps(pattern, bar)) {
      const span = chordAt(sheet.chords, bar * BEATS_PER_BAR + step.beat);
      const chord = voices.get(span) ?? [];
      const loudness = loudnessOf(section);
      if (layer.part === 'chord') strum(notes, { hand, chord }, { step, bar, loudness, strumBeats });
      else
        notes.push(
          hand.play(step, {
            bar,
            midi: layer.part === 'arp' ? arpNote(chord, step) : riffNote(span, step, layer.centre),
            loudness,
          }),
        );
    }
  });
  ringOut(notes, { sheet, layer, hand }, voices);
  return notes;
}

// Only the first layer of a genre opens the song alone; the others join halfway through the intro.
function isStillWaiting(section: Section, inSection: number, layer: Layer): boolean {
  return section.kind === 'intro' && inSection < section.bars / 2 && layer.level < -8;
}

function strum(
  notes: Note[],
  { hand, chord }: { hand: Hand; chord: readonly number[] },
  at: { step: Step; bar: number; loudness: number; strumBeats: number },
): void {
  const isUp = at.step.beat % 1 >= 0.5;
  const isMuted = at.step.symbol === 'o';
  const ordered = isUp ? [...chord].reverse() : chord;
  for (const [index, midi] of ordered.entries()) {
    const step = {
      ...at.step,
      beat: at.step.beat + index * at.strumBeats,
      beats: isMuted ? 0.12 : at.step.beats * 0.95,
    };
    notes.push(hand.play(step, { bar: at.bar, midi, loudness: at.loudness * (index === 0 ? 1 : 0.92) }));
  }
}

function arpNote(chord: readonly number[], step: Step): number {
  const index = Number(step.symbol) - 1;
  const voice = chord[index % Math.max(1, chord.length)] ?? 60;
  return voice + 12 * Math.floor(index / Math.max(1, chord.length));
}

function riffNote(span: ChordSpan, step: Step, centre: number): number {
  const root = nearest(span.chord.root, centre);
  const third = span.chord.tones.find((tone) => tone === 3 || tone === 4) ?? 3;
  const degrees: Record<string, number> = { '1': 0, '2': 2, '3': third, '4': 5, '5': 7, '6': 9, '7': 10, '8': 12 };
  return root + (degrees[step.symbol] ?? 0);
}

function holdChords(sheet: Sheet, layer: Layer, hand: Hand): Note[] {
  const voices = leadVoices(sheet, layer);
  const notes: Note[] = [];
  for (const span of sheet.chords) {
    const bar = Math.floor(span.beat / BEATS_PER_BAR);
    const section =
      sheet.form.sections.find((one) => bar >= one.startBar && bar < one.startBar + one.bars) ??
      sheet.form.sections.at(-1);
    if (!section || !playsIn(layer.where, section)) continue;
    const chord = layer.part === 'drone' ? [nearest(span.chord.root, layer.centre)] : (voices.get(span) ?? []);
    for (const midi of chord)
      notes.push(
        hand.playAt({
          beat: span.beat,
          beats: span.beats * 0.99,
          midi,
          velocity: 0.66 * loudnessOf(section),
          isTriplet: true,
        }),
      );
  }
  return joinHeld(notes);
}

/** A pad does not strike again what it is already holding. */
function joinHeld(notes: Note[]): Note[] {
  const joined: Note[] = [];
  const open = new Map<number, Note>();
  for (const note of notes) {
    const held = open.get(note.midi);
    if (held && note.beat - (held.beat + held.beats) < 0.2) {
      held.beats = note.beat + note.beats - held.beat;
      continue;
    }
    open.set(note.midi, note);
    joined.push(note);
  }
  return joined;
}

function doubleMelody(sheet: Sheet, layer: Layer, hand: Hand): Note[] {
  const notes: Note[] = [];
  for (const line of sheet.melody) {
    const section = sheet.form.sections[line.section];
    if (!section || !playsIn(layer.where, section)) continue;
    for (const note of line.notes)
      notes.push(
        hand.playAt({
          beat: note.beat,
          beats: note.beats,
          midi: nearest(note.midi % 12, layer.centre),
          velocity: note.velocity,
        }),
      );
  }
  return notes;
}

function ringOut(
  notes: Note[],
  { sheet, layer, hand }: { sheet: Sheet; layer: Layer; hand: Hand },
  voices: ReadonlyMap<ChordSpan, number[]>,
): void {
  const last = sheet.form.sections.at(-1);
  if (layer.part !== 'chord' || !last || !playsIn(layer.where, last)) return;
  const end = sheet.form.totalBars * BEATS_PER_BAR;
  for (const midi of voices.get(chordAt(sheet.chords, end)) ?? [])
    notes.push(hand.playAt({ beat: end, beats: 4, midi, velocity: 0.7 }));
}
