// Moves a spoken guide onto notes by pitch-synchronous overlap-add: whole pitch periods are re-laid, so formants stay.

import { chanceFromText } from '@atelier/kit';
import { levelAt } from './hold-points.ts';
import { guideMoment, type Stretch } from './time-map.ts';

export interface Guide {
  samples: Float32Array;
  sampleRate: number;
  /** Evenly spaced over the samples; 0 where there is no voice. */
  pitchHz: Float32Array;
  pitchValuesPerSecond: number;
}

export interface Relay {
  guide: Guide;
  stretches: readonly Stretch[];
  /** Hertz at a moment of the song. */
  pitchAt(seconds: number): number;
  seed: string;
}

const UNVOICED_STEP_SECONDS = 0.005;
const WIDEST_GRAIN_PERIODS = 1.2;
const PITCH_JITTER = 0.0015;
const LEVEL_STEP_SECONDS = 0.01;
const MAX_LIFT = 2;
const EVENNESS = 0.7;
const BLEND = [
  [-1, 0.27],
  [0, 0.46],
  [1, 0.27],
] as const;

/** Samples at the guide's rate; the first stands at the first stretch's start. */
export function relayVoice({ guide, stretches, pitchAt, seed }: Relay): Float32Array {
  const rate = guide.sampleRate;
  const begin = stretches[0]?.to.start ?? 0;
  const end = stretches.at(-1)?.to.end ?? begin;
  const output = new Float32Array(Math.max(0, Math.ceil((end - begin) * rate)));
  const marks = findMarks(guide);
  const level = evenLevels(guide, stretches);
  const chance = chanceFromText(seed);
  let index = 0;
  let before = UNVOICED_STEP_SECONDS;
  for (let seconds = begin; seconds < end; ) {
    while (index + 1 < stretches.length && seconds >= (stretches[index]?.to.end ?? 0)) index += 1;
    const stretch = stretches[index];
    if (!stretch || stretch.kind === 'rest') {
      seconds += UNVOICED_STEP_SECONDS;
      before = UNVOICED_STEP_SECONDS;
      continue;
    }
    const moment = guideMoment(stretch, seconds);
    const spokenPitch = pitchAtMoment(guide, moment);
    const period =
      spokenPitch > 0 ? (1 + (chance() - 0.5) * 2 * PITCH_JITTER) / pitchAt(seconds) : UNVOICED_STEP_SECONDS;
    const widest = spokenPitch > 0 ? WIDEST_GRAIN_PERIODS / spokenPitch : Number.POSITIVE_INFINITY;
    const centre = spokenPitch > 0 ? nearestMark(marks, moment) : moment;
    const grain: Grain = {
      at: Math.round((seconds - begin) * rate),
      centre: Math.round(centre * rate),
      before: Math.round(Math.min(before, widest) * rate),
      after: Math.round(Math.min(period, widest) * rate),
      gain: level(stretch, moment) * (stretch.strength ?? 1),
    };
    if (isHeld(stretch, moment) && spokenPitch > 0)
      blendGrain({ output, source: guide.samples }, grain, Math.round(rate / spokenPitch));
    else addGrain(output, guide.samples, grain);
    seconds += period;
    before = period;
  }
  return output;
}

interface Grain {
  at: number;
  centre: number;
  before: number;
  after: number;
  gain: number;
}

function isHeld({ hold, from, to }: Stretch, moment: number): boolean {
  return hold !== undefined && to.end - to.start > from.end - from.start && moment >= hold.start && moment <= hold.end;
}

/** A held period is blended with its neighbours: single periods said over and over buzz. */
function blendGrain(
  { output, source }: { output: Float32Array; source: Float32Array },
  grain: Grain,
  period: number,
): void {
  for (const [shift, share] of BLEND) {
    addGrain(output, source, { ...grain, centre: grain.centre + shift * period, gain: grain.gain * share });
  }
}

/** Rising and falling halves of neighbours add up to one, whatever their widths. */
function addGrain(output: Float32Array, source: Float32Array, { at, centre, before, after, gain }: Grain): void {
  for (let offset = -before; offset < after; offset += 1) {
    const to = at + offset;
    if (to < 0 || to >= output.length) continue;
    const width = offset < 0 ? before : after;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * offset) / width);
    output[to] = (output[to] ?? 0) + gain * window * (source[centre + offset] ?? 0);
  }
}

/** One moment in every period, in step with the pitch that the network was given. */
function findMarks(guide: Guide): Float64Array {
  const marks: number[] = [];
  let phase = 0;
  for (let index = 0; index < guide.samples.length; index += 1) {
    const hertz = pitchAtMoment(guide, index / guide.sampleRate);
    if (hertz === 0) {
      phase = 0;
      continue;
    }
    phase += hertz / guide.sampleRate;
    if (phase >= 1) {
      phase -= 1;
      marks.push(index / guide.sampleRate);
    }
  }
  return Float64Array.from(marks);
}

function nearestMark(marks: Float64Array, moment: number): number {
  let low = 0;
  let high = marks.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((marks[middle] ?? 0) <= moment) low = middle;
    else high = middle;
  }
  const left = marks[low] ?? moment;
  const right = marks[high] ?? moment;
  const nearest = moment - left < right - moment ? left : right;
  return Math.abs(nearest - moment) < 0.02 ? nearest : moment;
}

function pitchAtMoment(guide: Guide, seconds: number): number {
  return guide.pitchHz[Math.floor(seconds * guide.pitchValuesPerSecond)] ?? 0;
}

/**
 * Walking to and fro through a vowel must not be heard as a tremolo, nor a faint syllable be lost: levels are drawn to
 * their mean inside the held part, and held parts towards each other.
 */
function evenLevels(guide: Guide, stretches: readonly Stretch[]): (stretch: Stretch, moment: number) => number {
  const { samples, sampleRate } = guide;
  const levels = Float32Array.from(
    { length: Math.ceil(samples.length / sampleRate / LEVEL_STEP_SECONDS) + 1 },
    (_one, index) => levelAt({ samples, sampleRate }, index * LEVEL_STEP_SECONDS),
  );
  const means = new Map<Stretch, number>();
  for (const stretch of stretches) {
    if (!stretch.hold) continue;
    const { start, end } = stretch.hold;
    means.set(stretch, levelAt({ samples, sampleRate }, (start + end) / 2, (end - start) / 2));
  }
  const usual = [...means.values()].sort((a, b) => a - b)[Math.floor(means.size / 2)] ?? 1;
  return (stretch, moment) => {
    const mean = means.get(stretch);
    if (mean === undefined || !stretch.hold) return 1;
    const lift = Math.min(MAX_LIFT, Math.max(1 / MAX_LIFT, usual / Math.max(mean, 1e-6))) ** EVENNESS;
    const place = moment / LEVEL_STEP_SECONDS;
    const low = levels[Math.floor(place)] ?? mean;
    const high = levels[Math.floor(place) + 1] ?? low;
    const here = low + (high - low) * (place % 1);
    const inside = Math.min(moment - stretch.hold.start, stretch.hold.end - moment);
    const depth = Math.min(1, Math.max(0, inside / LEVEL_STEP_SECONDS + 1));
    return lift * (mean / Math.max(here, mean / 2)) ** depth;
  };
}
