// Mixes the band: tracks into stems, sends into one room and one echo, stems into the whole, coloured as the genre likes it.
import type { Score, Track } from '../score/score.ts';
import type { StemName } from '../score/stem-name.ts';
import { followSections } from './balance.ts';
import { compress, saturate } from './dynamics.ts';
import { filterStereo, highShelf, lowShelf } from './filters.ts';
import { wearTape, widen } from './movement.ts';
import type { Sampler } from './sampler.ts';
import { echo, ROOMS, reverberate } from './space.ts';
import { addInto, panGains, peakOf, type Stereo, silence } from './stereo.ts';
import { soundTrack } from './track-sound.ts';

export interface MixPlace {
  sampleRate: number;
  seed: number;
  /** Called with each finished stem; it is no longer needed here. */
  onStem: (name: StemName, sound: Stereo) => Promise<void>;
  onTrack: (done: number, total: number) => void;
}

const STEM_ORDER: readonly StemName[] = [
  'drums',
  'percussion',
  'bass',
  'keys',
  'guitar',
  'strings',
  'brass',
  'synth',
  'lead',
  'effects',
];
const REVERB_LEVEL = 0.75;

/** One stem at a time is in memory, beside the mix and the two sends. */
export async function mixBand(score: Score, sampler: Sampler, place: MixPlace): Promise<Stereo> {
  const { sampleRate } = place;
  const samples = Math.round(score.seconds * sampleRate);
  const band = silence(samples);
  const room = silence(samples);
  const echoes = silence(samples);
  let done = 0;
  for (const name of STEM_ORDER) {
    const tracks = score.tracks.filter((track) => track.stem === name);
    const isLast = name === 'effects';
    if (tracks.length === 0 && !isLast) continue;
    const stem = silence(samples);
    for (const track of tracks) {
      const sound = await soundTrack(track, score, { sampler, sampleRate });
      place3d(track, sound, { stem, room, echoes, score });
      done += 1;
      place.onTrack(done, score.tracks.length);
    }
    if (isLast) addSpace({ stem, room, echoes }, score, sampleRate);
    followSections(stem, score, sampleRate);
    addInto(band, stem, [1, 1]);
    await place.onStem(name, stem);
  }
  colour(band, score, place);
  return band;
}

function place3d(
  track: Track,
  sound: Stereo,
  { stem, room, echoes, score }: { stem: Stereo; room: Stereo; echoes: Stereo; score: Score },
): void {
  const [left, right] = panGains(track.pan);
  addInto(stem, sound, [left, right]);
  if (track.reverb > 0) addInto(room, sound, [left * track.reverb, right * track.reverb]);
  if (track.delay > 0 && score.style.mix.echo > 0) addInto(echoes, sound, [track.delay * 0.6, track.delay * 0.6]);
}

/** What comes back from the room and the echo belongs to no single player: it is the stem of effects. */
function addSpace(
  { stem, room, echoes }: { stem: Stereo; room: Stereo; echoes: Stereo },
  score: Score,
  sampleRate: number,
): void {
  const { mix } = score.style;
  if (mix.echo > 0) {
    echo(echoes, { seconds: (mix.echo * 60) / score.tempo, feedback: 0.38, sampleRate });
    addInto(stem, echoes, [1, 1]);
    addInto(room, echoes, [0.25, 0.25]);
  }
  reverberate(room, ROOMS[mix.reverb], sampleRate);
  addInto(stem, room, [REVERB_LEVEL, REVERB_LEVEL]);
}

function colour(band: Stereo, score: Score, place: MixPlace): void {
  const { mix } = score.style;
  const { sampleRate } = place;
  if (mix.bass !== 0) filterStereo(band, lowShelf(110, sampleRate, mix.bass));
  if (mix.treble !== 0) filterStereo(band, highShelf(6000, sampleRate, mix.treble));
  if (mix.drive > 0) saturate(band, mix.drive * 0.4, peakOf(band) * 0.8);
  if (mix.glue > 0) {
    const peak = peakOf(band);
    const thresholdDb = 20 * Math.log10(Math.max(0.001, peak)) - 10 - 8 * mix.glue;
    compress(
      band,
      { thresholdDb, ratio: 1.3 + 1.7 * mix.glue, attackSeconds: 0.025, releaseSeconds: 0.16, makeUpDb: 0 },
      sampleRate,
    );
  }
  wearTape(band, { amount: mix.tape, seed: place.seed, sampleRate });
  widen(band, mix.width, sampleRate);
}
