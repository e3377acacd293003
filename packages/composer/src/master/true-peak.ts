// True peaks: the highest point between the samples, found by four times oversampling, and the limiter that keeps it down.
import { decibels, type Stereo } from '../sound/stereo.ts';

const OVERSAMPLING = 4;
const TAPS = 12;
const PHASES = designPhases();
const LOOKAHEAD_SECONDS = 0.004;

/** Highest true peak of both channels, in dBTP. */
export function truePeakDb(sound: Stereo): number {
  let peak = 0;
  for (const channel of [sound.left, sound.right]) {
    for (let index = 0; index < channel.length; index += 1) {
      // A point between samples is never far above its neighbours: quiet places need no look.
      if (Math.abs(channel[index] ?? 0) < peak * 0.45) continue;
      peak = Math.max(peak, peakAround(channel, index));
    }
  }
  return decibels(peak);
}

/** Turns down ahead of every true peak above the ceiling; returns by how much at most, in decibels. */
export function limit(sound: Stereo, ceilingDb: number, sampleRate: number): number {
  const ceiling = 10 ** (ceilingDb / 20);
  const count = sound.left.length;
  const wanted = new Float32Array(count).fill(1);
  let deepest = 1;
  for (const channel of [sound.left, sound.right]) {
    for (let index = 0; index < count; index += 1) {
      if (Math.abs(channel[index] ?? 0) < ceiling * 0.45) continue;
      const peak = peakAround(channel, index);
      if (peak > ceiling) wanted[index] = Math.min(wanted[index] ?? 1, ceiling / peak);
    }
  }
  const gains = smoothGains(wanted, sampleRate);
  for (let index = 0; index < count; index += 1) {
    const gain = gains[index] ?? 1;
    deepest = Math.min(deepest, gain);
    sound.left[index] = (sound.left[index] ?? 0) * gain;
    sound.right[index] = (sound.right[index] ?? 0) * gain;
  }
  return -decibels(deepest);
}

/** The smallest gain of the window ahead and behind, averaged: it has arrived before the peak does and never overshoots. */
function smoothGains(wanted: Float32Array, sampleRate: number): Float32Array {
  const reach = Math.round(LOOKAHEAD_SECONDS * sampleRate);
  const held = slidingMinimum(wanted, reach);
  const release = Math.exp(-1 / (0.09 * sampleRate));
  let level = 1;
  for (let index = 0; index < held.length; index += 1) {
    const target = held[index] ?? 1;
    level = target < level ? target : target + (level - target) * release;
    held[index] = level;
  }
  const smooth = new Float32Array(held.length);
  let sum = 0;
  for (let index = -reach; index < held.length; index += 1) {
    sum += held[Math.min(held.length - 1, index + reach)] ?? 1;
    if (index > reach) sum -= held[index - reach - 1] ?? 1;
    const span = Math.min(index, reach) + reach + 1;
    if (index >= 0) smooth[index] = sum / span;
  }
  return smooth;
}

function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const result = new Float32Array(values.length);
  const queue = new Int32Array(values.length);
  let head = 0;
  let tail = 0;
  for (let index = 0; index < values.length + reach; index += 1) {
    if (index < values.length) {
      const value = values[index] ?? 1;
      while (tail > head && (values[queue[tail - 1] ?? 0] ?? 1) >= value) tail -= 1;
      queue[tail] = index;
      tail += 1;
    }
    const centre = index - reach;
    if (centre < 0) continue;
    while ((queue[head] ?? 0) < centre - reach) head += 1;
    result[centre] = values[queue[head] ?? 0] ?? 1;
  }
  return result;
}

function peakAround(samples: Float32Array, index: number): number {
  let peak = Math.abs(samples[index] ?? 0);
  for (const phase of PHASES) {
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap += 1) sum += (phase[tap] ?? 0) * (samples[index + tap - TAPS / 2 + 1] ?? 0);
    peak = Math.max(peak, Math.abs(sum));
  }
  return peak;
}

/** Windowed sinc for the points at 1/4, 2/4 and 3/4 between a sample and the next. */
function designPhases(): Float64Array[] {
  const phases: Float64Array[] = [];
  for (let phase = 1; phase < OVERSAMPLING; phase += 1) {
    const taps = new Float64Array(TAPS);
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap += 1) {
      const distance = tap - (TAPS / 2 - 1) - phase / OVERSAMPLING;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (TAPS / 2 + 0.5));
      taps[tap] = (distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
      sum += taps[tap] ?? 0;
    }
    phases.push(taps.map((value) => value / sum));
  }
  return phases;
}
