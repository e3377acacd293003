// Chooses the pitches of a line at once: near its contour, on chord tones where it counts, in steps more than in leaps.

import type { Random } from './random.ts';
import { isMinorish, type Key, scaleMembers } from './theory.ts';

export interface PitchedStep {
  onset: number;
  beats: number;
  strength: number;
  /** Pitch classes of the chord that sounds. */
  chord: readonly number[];
  /** Scale steps above the middle. */
  target: number;
}

export interface PitchFrame {
  key: Key;
  scale: 'full' | 'pentatonic' | 'blues';
  middle: number;
  low: number;
  high: number;
  /** home: end on the tonic; open: on another chord tone; chord: any chord tone. */
  closes: 'home' | 'open' | 'chord';
  noise: Random;
}

const SEMITONES_PER_STEP = 1.7;
const MAJOR_FIVE = [0, 2, 4, 7, 9];
const MINOR_FIVE = [0, 3, 5, 7, 10];
const BLUES_SIX = [0, 3, 5, 6, 7, 10];
const LEAP_COSTS = [0.45, 0.1, 0, 0.25, 0.35, 0.55, 1.4, 0.9, 1.4, 1.8, 2.4, 3, 2];

export function choosePitches(steps: readonly PitchedStep[], frame: PitchFrame): number[] {
  const candidates: number[] = [];
  const low = Math.ceil(Math.max(frame.low, frame.middle - 12));
  const high = Math.floor(Math.min(frame.high, frame.middle + 12));
  for (let midi = low; midi <= high; midi += 1) candidates.push(midi);
  const tune = tuneMembers(frame);
  const whims = candidates.map(() => frame.noise.between(0, 0.5));
  const costs: Float64Array[] = [];
  const from: Int16Array[] = [];
  for (const [index, step] of steps.entries()) {
    const row = new Float64Array(candidates.length);
    const back = new Int16Array(candidates.length);
    const isLast = index === steps.length - 1;
    for (const [place, midi] of candidates.entries()) {
      const own =
        ownCost(midi, step, { frame, tune }) + (whims[place] ?? 0) + (isLast ? closeCost(midi, step, frame) : 0);
      let cheapest = index === 0 ? 0 : Number.POSITIVE_INFINITY;
      const before = costs[index - 1];
      for (let earlier = 0; before && earlier < candidates.length; earlier += 1) {
        const leap = Math.abs((candidates[earlier] ?? 0) - midi);
        const total = (before[earlier] ?? 0) + (LEAP_COSTS[leap] ?? 6);
        if (total < cheapest) {
          cheapest = total;
          back[place] = earlier;
        }
      }
      row[place] = own + cheapest;
    }
    costs.push(row);
    from.push(back);
  }
  return traceBack(candidates, costs, from);
}

function traceBack(
  candidates: readonly number[],
  costs: readonly Float64Array[],
  from: readonly Int16Array[],
): number[] {
  const last = costs.at(-1);
  if (!last) return [];
  let place = 0;
  for (let index = 1; index < last.length; index += 1) if ((last[index] ?? 0) < (last[place] ?? 0)) place = index;
  const midis = new Array<number>(costs.length).fill(0);
  for (let index = costs.length - 1; index >= 0; index -= 1) {
    midis[index] = candidates[place] ?? 60;
    place = from[index]?.[place] ?? 0;
  }
  return midis;
}

function ownCost(
  midi: number,
  step: PitchedStep,
  { frame, tune }: { frame: PitchFrame; tune: readonly boolean[] },
): number {
  const pitchClass = midi % 12;
  const isChordTone = step.chord.includes(pitchClass);
  let cost = Math.abs(midi - (frame.middle + step.target * SEMITONES_PER_STEP)) * 0.3;
  if (!tune[pitchClass] && !isChordTone) cost += 4;
  const weight = Math.max(step.strength / 3, step.beats >= 1 ? 1 : 0.3);
  if (!isChordTone) cost += 1.7 * weight;
  // A half step above a chord tone rubs when it is held.
  if (!isChordTone && step.chord.includes((pitchClass + 11) % 12)) cost += 1.5 * weight;
  return cost;
}

function closeCost(midi: number, step: PitchedStep, frame: PitchFrame): number {
  const isTonic = midi % 12 === frame.key.tonic;
  if (frame.closes === 'home') return isTonic ? 0 : 1.6;
  const isChordTone = step.chord.includes(midi % 12);
  if (frame.closes === 'open') return (isChordTone ? 0 : 2.5) + (isTonic ? 1 : 0);
  return isChordTone ? 0 : 2.5;
}

function tuneMembers(frame: PitchFrame): boolean[] {
  if (frame.scale === 'full') return scaleMembers(frame.key);
  const minor = isMinorish(frame.key.mode);
  const steps = frame.scale === 'blues' ? BLUES_SIX : minor ? MINOR_FIVE : MAJOR_FIVE;
  const members = new Array<boolean>(12).fill(false);
  for (const step of steps) members[(frame.key.tonic + step) % 12] = true;
  return members;
}
