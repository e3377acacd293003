// Sets voices into the band: cleaned, levelled, lead in the middle, doubles and harmonies around it, in a room of their own.
import { integratedLoudness } from '../master/loudness.ts';
import type { VocalRole } from '../vocal-part.ts';
import { compress, duckUnder } from './dynamics.ts';
import { filterStereo, highpass, highShelf, peak } from './filters.ts';
import { echo, ROOMS, reverberate } from './space.ts';
import { addInto, gainOf, panGains, peakOf, type Stereo, scale, silence } from './stereo.ts';

export interface VocalTake {
  role: VocalRole;
  samples: Float32Array;
}

/** The lead against the whole band, in LU. */
const LEAD_OVER_BAND = -0.5;
const ROLE_LEVELS: Record<VocalRole, number> = { lead: 0, double: -8, harmony: -6.5 };
const ROLE_PANS: Record<VocalRole, readonly number[]> = { lead: [0], double: [-0.55, 0.55], harmony: [0.45, -0.45] };
const BAND_STEPS_BACK_DB = 1.6;

/** Adds the voices to the band in place; returns the vocal stem. */
export function mixVocals(
  band: Stereo,
  takes: readonly VocalTake[],
  { beatSeconds, sampleRate }: { beatSeconds: number; sampleRate: number },
): Stereo {
  const stem = silence(band.left.length);
  const room = silence(band.left.length);
  const echoes = silence(band.left.length);
  const target = integratedLoudness(band, sampleRate) + LEAD_OVER_BAND;
  const seen = new Map<VocalRole, number>();
  let lead: Float32Array = new Float32Array(0);
  for (const take of takes) {
    const count = seen.get(take.role) ?? 0;
    seen.set(take.role, count + 1);
    const voice = polish(take, target + ROLE_LEVELS[take.role], sampleRate);
    if (take.role === 'lead' && count === 0) lead = voice.left;
    const pans = ROLE_PANS[take.role];
    // Two leads are a duet: each a little to its side.
    const isDuet = takes.filter((one) => one.role === 'lead').length > 1;
    const pan = take.role === 'lead' && isDuet ? (count === 0 ? -0.18 : 0.18) : (pans[count % pans.length] ?? 0);
    const [left, right] = panGains(pan);
    addInto(stem, voice, [left, right]);
    addInto(room, voice, [left * 0.22, right * 0.22]);
    addInto(echoes, voice, [0.1, 0.1]);
  }
  echo(echoes, { seconds: beatSeconds * 0.75, feedback: 0.3, sampleRate });
  reverberate(room, ROOMS.plate, sampleRate);
  addInto(stem, echoes, [1, 1]);
  addInto(stem, room, [0.8, 0.8]);
  duckUnder(band, lead, { depthDb: BAND_STEPS_BACK_DB, sampleRate });
  addInto(band, stem, [1, 1]);
  return stem;
}

function polish(take: VocalTake, target: number, sampleRate: number): Stereo {
  const voice: Stereo = { left: take.samples.slice(), right: take.samples.slice() };
  const loudest = peakOf(voice);
  if (loudest === 0) return voice;
  scale(voice, 0.7 / loudest);
  filterStereo(voice, highpass(take.role === 'lead' ? 95 : 160, sampleRate));
  filterStereo(voice, peak(300, sampleRate, { decibel: -2 }));
  filterStereo(voice, peak(3800, sampleRate, { decibel: take.role === 'lead' ? 2 : 0.5 }));
  filterStereo(voice, highShelf(9500, sampleRate, 1.5));
  compress(
    voice,
    { thresholdDb: -20, ratio: 3.5, attackSeconds: 0.006, releaseSeconds: 0.12, makeUpDb: 6 },
    sampleRate,
  );
  const loudness = integratedLoudness(voice, sampleRate);
  if (loudness > -100) scale(voice, gainOf(target - loudness));
  return voice;
}
