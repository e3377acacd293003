// Draws the pitch of a sung line: notes joined by glides, a scoop into the phrase, vibrato that grows on long notes.

import type { Chance } from '@atelier/kit';
import type { SungNote } from '../vocal-part.ts';

export interface Manner {
  /** Semitones to each side. */
  vibratoDepth: number;
  /** Added to the network's energy. */
  push: number;
}

const GLIDE_SECONDS = 0.07;
const SCOOP_SEMITONES = 0.7;
const SCOOP_SECONDS = 0.07;
const VIBRATO_AFTER_SECONDS = 0.28;
const VIBRATO_GROWS_SECONDS = 0.35;
const SHORTEST_VIBRATO_NOTE_SECONDS = 0.5;
const PHRASE_GAP_SECONDS = 0.15;
const DRIFT_SEMITONES = 0.05;

/** MIDI pitch at any time of the line, also between and around its notes. */
export function drawPitch(notes: readonly SungNote[], manner: Manner, chance: Chance): (seconds: number) => number {
  const vibratos = notes.map(() => ({
    hertz: 5.1 + chance() * 0.8,
    phase: chance() * 0.6,
    depth: 0.85 + chance() * 0.3,
  }));
  const driftPhases = [chance() * 6.28, chance() * 6.28];
  return (seconds) => {
    let index = 0;
    // The glide to a note is mostly done when the note begins, as singers do it.
    while (index + 1 < notes.length && seconds >= (notes[index + 1]?.startSeconds ?? 0) - GLIDE_SECONDS * 0.6)
      index += 1;
    const note = notes[index];
    if (!note) return 60;
    const drift = Math.sin(seconds * 2.3 + (driftPhases[0] ?? 0)) + Math.sin(seconds * 3.7 + (driftPhases[1] ?? 0));
    return (
      glide(notes, index, seconds) +
      vibrato(note, { shape: vibratos[index], manner }, seconds) +
      (drift * DRIFT_SEMITONES) / 2
    );
  };
}

function glide(notes: readonly SungNote[], index: number, seconds: number): number {
  const note = notes[index];
  const before = notes[index - 1];
  if (!note) return 60;
  const since = seconds - note.startSeconds;
  if (!before || note.startSeconds - before.endSeconds > PHRASE_GAP_SECONDS) {
    return note.midi - SCOOP_SEMITONES * Math.exp(-Math.max(0, since + 0.02) / (SCOOP_SECONDS / 2));
  }
  const part = (since + GLIDE_SECONDS * 0.6) / GLIDE_SECONDS;
  return before.midi + (note.midi - before.midi) * smooth(part);
}

function vibrato(
  note: SungNote,
  { shape, manner }: { shape: { hertz: number; phase: number; depth: number } | undefined; manner: Manner },
  seconds: number,
): number {
  const length = note.endSeconds - note.startSeconds;
  const since = seconds - note.startSeconds - VIBRATO_AFTER_SECONDS;
  if (!shape || length < SHORTEST_VIBRATO_NOTE_SECONDS || since < 0) return 0;
  const grown = smooth(since / VIBRATO_GROWS_SECONDS);
  return manner.vibratoDepth * shape.depth * grown * Math.sin(2 * Math.PI * (shape.hertz * since + shape.phase));
}

function smooth(part: number): number {
  const within = Math.min(1, Math.max(0, part));
  return within * within * (3 - 2 * within);
}
