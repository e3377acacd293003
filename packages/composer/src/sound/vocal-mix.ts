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
const LEAD_OVER_BAND = 2.5;
const ROLE_LEVELS: Record<VocalRole, number> = { lead: 0, double: -12, harmony: -10 };
const ROLE_PANS: Record<VocalRole, readonly number[]> = { lead: [0], double: [-0.55, 0.55], harmony: [0.45, -0.45] };
const BAND_STEPS_BACK_DB = 2;
/** Where consonants and the second formants lie, the band leaves more room while the voice sings. */
const POCKET = { hertz: 2400, decibel: -6, q: 0.6 };

/** More of either blurs the words. */
const ROOM_SEND = 0.14;
const ECHO_SEND = 0.05;

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
  const lead = new Float32Array(band.left.length);
  for (const take of takes) {
    const count = seen.get(take.role) ?? 0;
    seen.set(take.role, count + 1);
    const voice = polish(take, target + ROLE_LEVELS[take.role], sampleRate);
    if (take.role === 'lead') addChannel(lead, voice.left);
    const pans = ROLE_PANS[take.role];
    // Two leads are a duet: each a little to its side.
    const isDuet = takes.filter((one) => one.role === 'lead').length > 1;
    const pan = take.role === 'lead' && isDuet ? (count === 0 ? -0.18 : 0.18) : (pans[count % pans.length] ?? 0);
    const [left, right] = panGains(pan);
    addInto(stem, voice, [left, right]);
    addInto(room, voice, [left * ROOM_SEND, right * ROOM_SEND]);
    addInto(echoes, voice, [ECHO_SEND, ECHO_SEND]);
  }
  echo(echoes, { seconds: beatSeconds * 0.75, feedback: 0.3, sampleRate });
  reverberate(room, ROOMS.plate, sampleRate);
  addInto(stem, echoes, [1, 1]);
  addInto(stem, room, [0.8, 0.8]);
  duckUnder(band, lead, { depthDb: BAND_STEPS_BACK_DB, pocket: peak(POCKET.hertz, sampleRate, POCKET), sampleRate });
  addInto(band, stem, [1, 1]);
  return stem;
}

function addChannel(to: Float32Array, from: Float32Array): void {
  for (let index = 0; index < to.length; index += 1) to[index] = (to[index] ?? 0) + (from[index] ?? 0);
}

function polish(take: VocalTake, target: number, sampleRate: number): Stereo {
  const voice: Stereo = { left: take.samples.slice(), right: take.samples.slice() };
  const loudest = peakOf(voice);
  if (loudest === 0) return voice;
  scale(voice, 0.7 / loudest);
  filterStereo(voice, highpass(take.role === 'lead' ? 95 : 160, sampleRate));
  filterStereo(voice, peak(300, sampleRate, { decibel: -2 }));
  filterStereo(voice, peak(3800, sampleRate, { decibel: take.role === 'lead' ? 3 : 0.5 }));
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
