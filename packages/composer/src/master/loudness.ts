// Loudness as ITU-R BS.1770-4 defines it: K-weighting, blocks of 400 ms, two gates.
import type { Biquad } from '../sound/filters.ts';
import type { Stereo } from '../sound/stereo.ts';

const BLOCK_SECONDS = 0.1;
const BLOCKS_PER_WINDOW = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
const SILENT = -120;

/** Integrated loudness in LUFS; −120 for silence. */
export function integratedLoudness(sound: Stereo, sampleRate: number): number {
  const powers = windowPowers(sound, sampleRate);
  const above = powers.filter((power) => lufs(power) > ABSOLUTE_GATE);
  if (above.length === 0) return SILENT;
  const gate = lufs(mean(above)) + RELATIVE_GATE;
  const kept = above.filter((power) => lufs(power) > gate);
  return kept.length === 0 ? SILENT : lufs(mean(kept));
}

/** One power for each window of 400 ms, in steps of 100 ms. */
function windowPowers(sound: Stereo, sampleRate: number): number[] {
  const blockSamples = Math.round(BLOCK_SECONDS * sampleRate);
  const left = blockPowers(sound.left, sampleRate, blockSamples);
  const right = blockPowers(sound.right, sampleRate, blockSamples);
  const windows: number[] = [];
  for (let block = 0; block + BLOCKS_PER_WINDOW <= left.length; block += 1) {
    let sum = 0;
    for (let inside = 0; inside < BLOCKS_PER_WINDOW; inside += 1)
      sum += (left[block + inside] ?? 0) + (right[block + inside] ?? 0);
    windows.push(sum / BLOCKS_PER_WINDOW);
  }
  return windows;
}

function blockPowers(samples: Float32Array, sampleRate: number, blockSamples: number): Float64Array {
  const [shelf, pass] = kWeighting(sampleRate);
  const powers = new Float64Array(Math.floor(samples.length / blockSamples));
  let s1 = 0;
  let s2 = 0;
  let t1 = 0;
  let t2 = 0;
  for (let block = 0; block < powers.length; block += 1) {
    let sum = 0;
    const end = (block + 1) * blockSamples;
    for (let index = block * blockSamples; index < end; index += 1) {
      const input = samples[index] ?? 0;
      const shelved = shelf.b0 * input + s1;
      s1 = shelf.b1 * input - shelf.a1 * shelved + s2;
      s2 = shelf.b2 * input - shelf.a2 * shelved;
      const weighted = pass.b0 * shelved + t1;
      t1 = pass.b1 * shelved - pass.a1 * weighted + t2;
      t2 = pass.b2 * shelved - pass.a2 * weighted;
      sum += weighted * weighted;
    }
    powers[block] = sum / blockSamples;
  }
  return powers;
}

/** The two filters of the recommendation, recomputed for any sample rate. */
function kWeighting(sampleRate: number): [Biquad, Biquad] {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const shelfQ = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const shelf0 = 1 + shelfK / shelfQ + shelfK * shelfK;
  const shelf: Biquad = {
    b0: (high + (band * shelfK) / shelfQ + shelfK * shelfK) / shelf0,
    b1: (2 * (shelfK * shelfK - high)) / shelf0,
    b2: (high - (band * shelfK) / shelfQ + shelfK * shelfK) / shelf0,
    a1: (2 * (shelfK * shelfK - 1)) / shelf0,
    a2: (1 - shelfK / shelfQ + shelfK * shelfK) / shelf0,
  };
  const passK = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const passQ = 0.5003270373238773;
  const pass0 = 1 + passK / passQ + passK * passK;
  const pass: Biquad = {
    b0: 1,
    b1: -2,
    b2: 1,
    a1: (2 * (passK * passK - 1)) / pass0,
    a2: (1 - passK / passQ + passK * passK) / pass0,
  };
  return [shelf, pass];
}

function lufs(power: number): number {
  return -0.691 + 10 * Math.log10(Math.max(1e-12, power));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
