// Voice leading: each chord is placed so that its voices move as little as they can from the chord before.
import { type Chord, pitchClasses } from './chords.ts';

export type VoicingKind = 'close' | 'open' | 'power' | 'shell' | 'full';

/** Voices of a chord around a middle note, near the voices that sounded before. */
export function voiceChord(
  chord: Chord,
  { kind, centre }: { kind: VoicingKind; centre: number },
  before: readonly number[],
): number[] {
  if (kind === 'power') return voicePower(chord, centre);
  const classes = chooseClasses(chord, kind);
  let best: number[] = [];
  let bestCost = Number.POSITIVE_INFINITY;
  for (let inversion = 0; inversion < classes.length; inversion += 1) {
    for (const octave of [-12, 0, 12]) {
      const voices = stack(classes, inversion, { centre: centre + octave, kind });
      const cost = moveCost(voices, before, centre);
      if (cost < bestCost) {
        best = voices;
        bestCost = cost;
      }
    }
  }
  return best;
}

function voicePower(chord: Chord, centre: number): number[] {
  const root = nearest(chord.root, centre - 5);
  return [root, root + 7, root + 12];
}

function chooseClasses(chord: Chord, kind: VoicingKind): number[] {
  const classes = pitchClasses(chord);
  if (kind === 'shell' && classes.length >= 4) return classes.slice(1); // the bass has the root
  if (kind === 'full') return classes.length === 3 ? [...classes, classes[0] ?? 0] : classes;
  return classes.slice(0, 4);
}

function stack(
  classes: readonly number[],
  inversion: number,
  { centre, kind }: { centre: number; kind: VoicingKind },
): number[] {
  const ordered = [...classes.slice(inversion), ...classes.slice(0, inversion)];
  const voices: number[] = [];
  let floor = centre - 6;
  for (const pitchClass of ordered) {
    const voice = atLeast(pitchClass, floor);
    voices.push(voice);
    floor = voice + 1;
  }
  const second = voices[1];
  if (kind === 'open' && second !== undefined && voices.length >= 3) voices[1] = second + 12;
  return voices.sort((a, b) => a - b);
}

function moveCost(voices: readonly number[], before: readonly number[], centre: number): number {
  const mean = voices.reduce((sum, voice) => sum + voice, 0) / voices.length;
  let cost = Math.abs(mean - centre) * 0.5;
  for (const [index, voice] of voices.entries()) {
    const earlier = before[Math.min(index, before.length - 1)];
    if (earlier !== undefined) cost += Math.abs(voice - earlier);
  }
  return cost;
}

export function nearest(pitchClass: number, centre: number): number {
  const base = Math.round((centre - pitchClass) / 12) * 12 + pitchClass;
  return base;
}

function atLeast(pitchClass: number, floor: number): number {
  return pitchClass + Math.ceil((floor - pitchClass) / 12) * 12;
}
