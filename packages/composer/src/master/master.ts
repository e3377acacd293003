// Mastering: tone, glue, warmth, then exactly the requested loudness with no true peak above the ceiling.
import type { MusicOrder } from '../order.ts';
import { compress, saturate } from '../sound/dynamics.ts';
import { filterStereo, highpass, highShelf, lowShelf, peak } from '../sound/filters.ts';
import { widen } from '../sound/movement.ts';
import { gainOf, peakOf, type Stereo, scale } from '../sound/stereo.ts';
import { integratedLoudness } from './loudness.ts';
import { limit, truePeakDb } from './true-peak.ts';

export interface Mastered {
  integratedLufs: number;
  truePeakDb: number;
}

type Mastering = MusicOrder['mastering'];

/** Below the promised −1 dBTP, because a lossy encoder adds a little. */
const CEILING_DB = -1.5;
const DEFAULT_LUFS = { streaming: -14, loud: -9.5, warm: -14 };
const ENOUGH_LU = 0.05;
const MAX_ROUNDS = 6;

/** Works in place. */
export function masterSound(sound: Stereo, mastering: Mastering, sampleRate: number): Mastered {
  filterStereo(sound, highpass(24, sampleRate));
  if (mastering.preset === 'off') return leaveAlone(sound, sampleRate);
  shapeTone(sound, mastering.preset, sampleRate);
  const target = mastering.targetLufs ?? DEFAULT_LUFS[mastering.preset];
  reachLoudness(sound, target, sampleRate);
  return { integratedLufs: round(integratedLoudness(sound, sampleRate)), truePeakDb: round(truePeakDb(sound)) };
}

function leaveAlone(sound: Stereo, sampleRate: number): Mastered {
  const over = truePeakDb(sound) - CEILING_DB;
  if (over > 0) scale(sound, gainOf(-over));
  return { integratedLufs: round(integratedLoudness(sound, sampleRate)), truePeakDb: round(truePeakDb(sound)) };
}

function shapeTone(sound: Stereo, preset: 'streaming' | 'loud' | 'warm', sampleRate: number): void {
  bringTo(sound, -18, sampleRate);
  if (preset === 'warm') {
    filterStereo(sound, lowShelf(140, sampleRate, 1.5));
    filterStereo(sound, highShelf(7000, sampleRate, -2));
    saturate(sound, 0.12, Math.min(1, peakOf(sound)));
  } else {
    filterStereo(sound, peak(280, sampleRate, { decibel: -1, q: 0.8 }));
    filterStereo(sound, highShelf(9000, sampleRate, preset === 'loud' ? 1.5 : 0.8));
  }
  compress(
    sound,
    {
      thresholdDb: preset === 'loud' ? -20 : -16,
      ratio: preset === 'loud' ? 2.2 : 1.6,
      attackSeconds: 0.03,
      releaseSeconds: 0.2,
      makeUpDb: 0,
    },
    sampleRate,
  );
  if (preset === 'loud') {
    saturate(sound, 0.15, Math.min(1, peakOf(sound)));
    widen(sound, 1.08, sampleRate);
  }
}

/** The limiter reduces the loudness below the computed gain: iterates until the loudness is right. */
function reachLoudness(sound: Stereo, target: number, sampleRate: number): void {
  const dry: Stereo = { left: sound.left.slice(), right: sound.right.slice() };
  const start = integratedLoudness(dry, sampleRate);
  if (start <= -70) return;
  let gainDb = target - start;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const gain = gainOf(gainDb);
    for (let index = 0; index < dry.left.length; index += 1) {
      sound.left[index] = (dry.left[index] ?? 0) * gain;
      sound.right[index] = (dry.right[index] ?? 0) * gain;
    }
    limit(sound, CEILING_DB, sampleRate);
    const missing = target - integratedLoudness(sound, sampleRate);
    if (Math.abs(missing) < ENOUGH_LU) break;
    gainDb += missing;
  }
  const over = truePeakDb(sound) - CEILING_DB;
  if (over > 0) scale(sound, gainOf(-over));
}

function bringTo(sound: Stereo, target: number, sampleRate: number): void {
  const now = integratedLoudness(sound, sampleRate);
  if (now > -70) scale(sound, gainOf(target - now));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
