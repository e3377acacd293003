// What the head does in each frame: the mouth after the sounds and their loudness, blinks, nods and sway after the seed.
import { mulberry32 } from '@atelier/kit';
import type { TimedPhoneme } from '@atelier/voice';
import { closesLips, type MouthShape, shapesOf } from './visemes.ts';

export interface Pose {
  /** 0–1. */
  open: number;
  /** −1 rounded … 1 spread. */
  wide: number;
  /** 0 open eyes … 1 shut. */
  blink: number;
  /** Parts of the face's height. */
  moveX: number;
  moveY: number;
  /** Radians. */
  turn: number;
}

export interface Voiced {
  samples: Float32Array;
  sampleRate: number;
  phonemes: readonly TimedPhoneme[];
}

interface Key extends MouthShape {
  at: number;
}

const QUIET_SECONDS = 0.16;
const PARTING_SECONDS = 0.06;
const LOUDNESS_WINDOW_SECONDS = 0.05;

/** `voiced` is already placed in the film's own time. */
export function planPerformance(
  voiced: Voiced | undefined,
  film: { seconds: number; fps: number; seed: number },
): Pose[] {
  const frames = Math.round(film.seconds * film.fps);
  const random = mulberry32(film.seed);
  const keys = voiced ? mouthKeys(voiced.phonemes) : [];
  const closings = (voiced?.phonemes ?? []).filter(({ symbol }) => closesLips(symbol));
  const loudness = voiced ? measureLoudness(voiced, frames, film.fps) : new Float32Array(frames);
  const emphasis = smooth(loudness, film.fps * 0.35);
  const blinks = placeBlinks(film.seconds, random);
  const sway = Array.from({ length: 6 }, () => random() * 2 * Math.PI);
  return Array.from({ length: frames }, (_, index) => {
    const at = (index + 0.5) / film.fps;
    const shape = shapeAt(keys, at);
    const loud = loudness[index] ?? 0;
    const apart = closings.reduce((least, sound) => Math.min(least, apartAt(at, sound)), 1);
    return {
      open: apart * shape.open * (0.25 + 0.75 * loud),
      wide: shape.wide * (0.5 + 0.5 * loud),
      blink: blinkAt(blinks, at),
      ...headAt(at, sway, emphasis[index] ?? 0),
    };
  });
}

/** 0 while the lips touch, which at least one frame shows however short the sound is; a moment later 1 again. */
function apartAt(at: number, { startSeconds, endSeconds }: TimedPhoneme): number {
  const half = Math.max(0.03, (endSeconds - startSeconds) / 2 - 0.01);
  const away = Math.abs(at - (startSeconds + endSeconds) / 2) - half;
  return Math.min(1, Math.max(0, away / PARTING_SECONDS));
}

function mouthKeys(phonemes: readonly TimedPhoneme[]): Key[] {
  const keys: Key[] = [];
  let last = 0;
  for (const { symbol, startSeconds: start, endSeconds: end } of phonemes) {
    if (start - last > QUIET_SECONDS) keys.push({ at: last + 0.08, ...REST }, { at: start - 0.08, ...REST });
    const shapes = shapesOf(symbol);
    shapes.forEach((shape, index) => {
      keys.push({ at: start + ((end - start) * (index + 0.5)) / shapes.length, ...shape });
    });
    last = end;
  }
  keys.push({ at: last + 0.1, ...REST });
  return keys;
}

const REST: MouthShape = { open: 0, wide: 0 };

/** Between two shapes the mouth goes the way of a cosine: muscles start and stop softly. */
function shapeAt(keys: readonly Key[], at: number): MouthShape {
  const next = keys.findIndex((key) => key.at > at);
  const [from, to] = [keys[next - 1], keys[next]];
  if (next < 0) return REST;
  if (!from || !to) return to && to.at - at < 0.1 ? mix(REST, to, 1 - (to.at - at) / 0.1) : REST;
  return mix(from, to, (at - from.at) / (to.at - from.at));
}

function mix(from: MouthShape, to: MouthShape, part: number): MouthShape {
  const soft = (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, part)))) / 2;
  return { open: from.open + (to.open - from.open) * soft, wide: from.wide + (to.wide - from.wide) * soft };
}

/** 0–1 for each frame: root mean square, against the loud parts of this very speech. */
function measureLoudness({ samples, sampleRate }: Voiced, frames: number, fps: number): Float32Array {
  const half = Math.round((LOUDNESS_WINDOW_SECONDS * sampleRate) / 2);
  const levels = Float32Array.from({ length: frames }, (_, index) => {
    const centre = Math.round(((index + 0.5) / fps) * sampleRate);
    let power = 0;
    for (let at = centre - half; at < centre + half; at += 1) power += (samples[at] ?? 0) ** 2;
    return Math.sqrt(power / (2 * half));
  });
  const sorted = [...levels].sort((a, b) => a - b);
  const loud = Math.max(1e-4, sorted[Math.floor(sorted.length * 0.95)] ?? 1);
  return levels.map((level) => Math.min(1, level / loud) ** 0.7);
}

function smooth(values: Float32Array, width: number): Float32Array {
  const keep = Math.exp(-1 / Math.max(1, width));
  let level = 0;
  return values.map((value) => {
    level = level * keep + value * (1 - keep);
    return level;
  });
}

const BLINK_SECONDS = 0.22;

function placeBlinks(seconds: number, random: () => number): number[] {
  const blinks: number[] = [];
  for (let at = 0.9 + random(); at < seconds - BLINK_SECONDS; at += 2.2 + random() * 2.6) blinks.push(at);
  return blinks;
}

/** Shuts faster than it opens. */
function blinkAt(blinks: readonly number[], at: number): number {
  for (const start of blinks) {
    const part = (at - start) / BLINK_SECONDS;
    if (part < 0 || part > 1) continue;
    return part < 0.35 ? part / 0.35 : part < 0.5 ? 1 : (1 - part) / 0.5;
  }
  return 0;
}

function headAt(at: number, phase: readonly number[], emphasis: number): Pick<Pose, 'moveX' | 'moveY' | 'turn'> {
  const wave = (index: number, hertz: number): number => Math.sin(2 * Math.PI * hertz * at + (phase[index] ?? 0));
  return {
    moveX: 0.022 * wave(0, 0.23) + 0.01 * wave(1, 0.61),
    moveY: 0.01 * wave(2, 0.31) + 0.006 * wave(3, 0.83) + 0.035 * (emphasis - 0.3) * (emphasis > 0 ? 1 : 0),
    turn: 0.022 * wave(4, 0.19) + 0.009 * wave(5, 0.53),
  };
}
