// Shows that the mix makes room for the voice: the band steps back where consonants lie, and only while somebody sings.
import assert from 'node:assert/strict';
import test from 'node:test';
import { chanceFromText } from '@atelier/kit';
import { duckUnder } from '../src/sound/dynamics.ts';
import { filterStereo, highpass, lowpass, peak } from '../src/sound/filters.ts';
import type { Stereo } from '../src/sound/stereo.ts';

const RATE = 44_100;
const SECONDS = 4;

test('the band loses most between 1 and 5 kHz under the voice, little elsewhere, and nothing before it sings', () => {
  const chance = chanceFromText('band');
  const noise = Float32Array.from({ length: SECONDS * RATE }, () => (chance() - 0.5) * 0.4);
  const band: Stereo = { left: noise.slice(), right: noise.slice() };
  const voice = noise.map((_, at) => (at > noise.length / 2 ? 0.3 * Math.sin((2 * Math.PI * 220 * at) / RATE) : 0));
  duckUnder(band, voice, { depthDb: 2, pocket: peak(2400, RATE, { decibel: -6, q: 0.6 }), sampleRate: RATE });
  assert.deepEqual(band.left.subarray(0, RATE), noise.subarray(0, RATE));
  const lossDb = (low: number, high: number) =>
    20 * Math.log10(levelOf(band.left, low, high) / levelOf(noise, low, high));
  const [middle, bass] = [lossDb(1800, 3200), lossDb(60, 200)];
  assert.ok(middle < -5.5 && middle > -9, `${middle} dB in the middle`);
  assert.ok(bass < -1.5 && bass > -3, `${bass} dB in the bass`);
});

/** The level of one band of frequencies in the last second. */
function levelOf(samples: Float32Array, low: number, high: number): number {
  const sound: Stereo = { left: samples.slice(), right: samples.slice() };
  filterStereo(sound, highpass(low, RATE));
  filterStereo(sound, lowpass(high, RATE));
  const tail = sound.left.subarray(sound.left.length - RATE);
  return Math.sqrt(tail.reduce((sum, value) => sum + value * value, 0) / tail.length);
}
