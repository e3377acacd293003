// Measures a sound: brightness, activity, tempo, key; numbers that distinguish kinds of music.
import type { Stereo } from '../packages/composer/src/sound/stereo.ts';
import { hearKey } from './music-key.ts';
import { mean } from './support/numbers.ts';
import { spectrum } from './support/spectrum.ts';

export interface Heard {
  tempo: number;
  key: string;
  centroidHz: number;
  onsetsPerSecond: number;
  /** All features of the classifier. */
  features: number[];
}

const WINDOW = 2048;
const HOP = 1024;
const BANDS = 18;
const LOWEST_HZ = 30;
export function listen(sound: Stereo, sampleRate: number): Heard {
  const frames = Math.floor((sound.left.length - WINDOW) / HOP);
  const bands = Array.from({ length: BANDS }, () => new Float64Array(frames));
  const flux = new Float64Array(frames);
  const lowFlux = new Float64Array(frames);
  const bandOf = bandsOfBins(sampleRate);
  let before: Float64Array = new Float64Array(WINDOW / 2);
  let centroids = 0;
  let flatness = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const power = spectrum(sound, frame * HOP, WINDOW);
    let sum = 1e-12;
    let weighted = 0;
    let logs = 0;
    for (let bin = 1; bin < power.length; bin += 1) {
      const value = power[bin] ?? 0;
      const hertz = (bin * sampleRate) / WINDOW;
      sum += value;
      weighted += value * hertz;
      logs += Math.log(value + 1e-12);
      const rise = Math.sqrt(value) - Math.sqrt(before[bin] ?? 0);
      if (rise > 0) flux[frame] = (flux[frame] ?? 0) + rise;
      if (rise > 0 && hertz < 160) lowFlux[frame] = (lowFlux[frame] ?? 0) + rise;
      const row = bands[bandOf[bin] ?? 0];
      if (row) row[frame] = (row[frame] ?? 0) + value;
    }
    centroids += weighted / sum;
    flatness += Math.exp(logs / power.length) / (sum / power.length);
    before = power;
  }
  const levels = bands.map((row) => decibel(mean(row)));
  const whole = decibel(mean(bands.map((row) => mean(row))));
  const moves = bands.map((row) => deviation(row.map((value) => decibel(value))));
  const tempo = findTempo(flux, sampleRate);
  const centroidHz = centroids / frames;
  const onsetsPerSecond = countOnsets(flux) / ((frames * HOP) / sampleRate);
  return {
    tempo,
    key: hearKey(sound, sampleRate),
    centroidHz,
    onsetsPerSecond,
    features: [
      ...levels.map((level) => level - whole),
      ...moves,
      Math.log2(centroidHz) * 4,
      onsetsPerSecond * 2,
      (10 * flatness) / frames,
      ...pulse(flux, tempo, sampleRate),
      ...pulse(lowFlux, tempo, sampleRate),
      countOnsets(lowFlux) / ((frames * HOP) / sampleRate),
      width(sound) * 10,
      crest(sound),
    ],
  };
}

/** Bands of equal width to the ear. */
function bandsOfBins(sampleRate: number): Uint8Array {
  return Uint8Array.from({ length: WINDOW / 2 }, (_, bin) => {
    const hertz = Math.max(LOWEST_HZ, (bin * sampleRate) / WINDOW);
    const place = Math.log(hertz / LOWEST_HZ) / Math.log(sampleRate / 2 / LOWEST_HZ);
    return Math.min(BANDS - 1, Math.floor(place * BANDS));
  });
}

function findTempo(flux: Float64Array, sampleRate: number): number {
  const middle = mean(flux);
  let best = 0;
  let bestTempo = 120;
  for (let tempo = 60; tempo <= 180; tempo += 1) {
    const lag = (60 / tempo) * (sampleRate / HOP);
    const score = correlate(flux, middle, lag) + 0.5 * correlate(flux, middle, lag * 2);
    const likely = Math.exp(-0.5 * (Math.log2(tempo / 115) / 0.9) ** 2);
    if (score * likely > best) {
      best = score * likely;
      bestTempo = tempo;
    }
  }
  return bestTempo;
}

function correlate(flux: Float64Array, middle: number, lag: number): number {
  const whole = Math.floor(lag);
  const part = lag - whole;
  let sum = 0;
  let own = 1e-9;
  for (let frame = 0; frame + whole + 1 < flux.length; frame += 1) {
    const now = (flux[frame] ?? 0) - middle;
    const later = (flux[frame + whole] ?? 0) * (1 - part) + (flux[frame + whole + 1] ?? 0) * part - middle;
    sum += now * later;
    own += now * now;
  }
  return sum / own;
}

/** How strongly it repeats after a quarter, half, three quarters, one, two and four beats. */
function pulse(flux: Float64Array, tempo: number, sampleRate: number): number[] {
  const beat = (60 / tempo) * (sampleRate / HOP);
  return [0.25, 1 / 3, 0.5, 0.75, 1, 1.5, 2, 4].map((beats) => 6 * correlate(flux, mean(flux), beat * beats));
}

function countOnsets(flux: Float64Array): number {
  const threshold = mean(flux) + deviation(flux) * 0.8;
  let count = 0;
  for (let frame = 1; frame + 1 < flux.length; frame += 1) {
    const now = flux[frame] ?? 0;
    if (now > threshold && now >= (flux[frame - 1] ?? 0) && now > (flux[frame + 1] ?? 0)) count += 1;
  }
  return count;
}

function width(sound: Stereo): number {
  let side = 0;
  let all = 1e-12;
  for (let index = 0; index < sound.left.length; index += 4) {
    const left = sound.left[index] ?? 0;
    const right = sound.right[index] ?? 0;
    side += (left - right) ** 2;
    all += (left + right) ** 2;
  }
  return Math.sqrt(side / all);
}

function crest(sound: Stereo): number {
  let peak = 1e-9;
  let power = 1e-12;
  for (const value of sound.left) {
    peak = Math.max(peak, Math.abs(value));
    power += value * value;
  }
  return decibel(peak ** 2 / (power / sound.left.length));
}

function decibel(power: number): number {
  return 10 * Math.log10(power + 1e-9);
}

function deviation(values: ArrayLike<number>): number {
  const middle = mean(values);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += ((values[index] ?? 0) - middle) ** 2;
  return Math.sqrt(sum / Math.max(1, values.length));
}
