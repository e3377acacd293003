// Estimates the key of a sound: its notes, and the scale that fits them best.
import type { Stereo } from '../packages/composer/src/sound/stereo.ts';
import { mean } from './support/numbers.ts';
import { spectrum } from './support/spectrum.ts';

/** Long enough to tell neighbouring notes of the bass apart: 2.7 Hz a step. */
const WINDOW = 16_384;
const LOWEST_HZ = 60;
const HIGHEST_HZ = 1_500;
const NAMES = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
// Krumhansl's profiles: how well each step of the scale belongs to the key.
const MAJOR = [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88];
const MINOR = [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17];

export function hearKey(sound: Stereo, sampleRate: number): string {
  const chroma = new Float64Array(12);
  for (let start = 0; start + WINDOW <= sound.left.length; start += WINDOW) {
    const power = spectrum(sound, start, WINDOW);
    const first = Math.ceil((LOWEST_HZ * WINDOW) / sampleRate);
    const last = Math.floor((HIGHEST_HZ * WINDOW) / sampleRate);
    for (let bin = first; bin <= last; bin += 1) {
      const value = power[bin] ?? 0;
      // Only peaks are notes; what lies between them is drums and noise.
      if (value <= (power[bin - 1] ?? 0) || value <= (power[bin + 1] ?? 0)) continue;
      const pitch = Math.round(69 + 12 * Math.log2((bin * sampleRate) / WINDOW / 440));
      const place = ((pitch % 12) + 12) % 12;
      chroma[place] = (chroma[place] ?? 0) + Math.sqrt(value) * (LOWEST_HZ / ((bin * sampleRate) / WINDOW));
    }
  }
  return findKey(chroma);
}

function findKey(chroma: Float64Array): string {
  let best = Number.NEGATIVE_INFINITY;
  let name = '';
  for (let tonic = 0; tonic < 12; tonic += 1) {
    for (const [mode, profile] of [
      ['major', MAJOR],
      ['minor', MINOR],
    ] as const) {
      const turned = Array.from({ length: 12 }, (_, step) => chroma[(step + tonic) % 12] ?? 0);
      const score = likeness(turned, profile);
      if (score > best) {
        best = score;
        name = `${NAMES[tonic]} ${mode}`;
      }
    }
  }
  return name;
}

function likeness(a: readonly number[], b: readonly number[]): number {
  const meanA = mean(a);
  const meanB = mean(b);
  let both = 0;
  let left = 1e-12;
  let right = 1e-12;
  for (const [index, value] of a.entries()) {
    both += (value - meanA) * ((b[index] ?? 0) - meanB);
    left += (value - meanA) ** 2;
    right += ((b[index] ?? 0) - meanB) ** 2;
  }
  return both / Math.sqrt(left * right);
}
