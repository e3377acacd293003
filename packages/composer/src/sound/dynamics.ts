// Compression, saturation, and the dip that a kick or a voice makes in what plays under it.
import { type Biquad, filterStereo } from './filters.ts';
import { gainOf, type Stereo } from './stereo.ts';

export interface Compressor {
  thresholdDb: number;
  ratio: number;
  attackSeconds: number;
  releaseSeconds: number;
  makeUpDb: number;
}

/** Both sides move together, so that the picture does not sway. */
export function compress(sound: Stereo, compressor: Compressor, sampleRate: number): void {
  const { left, right } = sound;
  const threshold = gainOf(compressor.thresholdDb);
  const attack = Math.exp(-1 / (compressor.attackSeconds * sampleRate));
  const release = Math.exp(-1 / (compressor.releaseSeconds * sampleRate));
  const slope = 1 / compressor.ratio - 1;
  const makeUp = gainOf(compressor.makeUpDb);
  let level = 0;
  for (let index = 0; index < left.length; index += 1) {
    const l = left[index] ?? 0;
    const r = right[index] ?? 0;
    const now = Math.max(Math.abs(l), Math.abs(r));
    const keep = now > level ? attack : release;
    level = now + (level - now) * keep;
    const gain = level > threshold ? makeUp * (level / threshold) ** slope : makeUp;
    left[index] = l * gain;
    right[index] = r * gain;
  }
}

/** 0–1: how hard it is driven; the loudness stays about the same. */
export function saturate(sound: Stereo, drive: number, reference: number): void {
  if (drive <= 0 || reference <= 0) return;
  const push = (0.6 + drive * 5) / reference;
  const back = reference / Math.tanh(0.6 + drive * 5);
  for (const channel of [sound.left, sound.right]) {
    for (let index = 0; index < channel.length; index += 1)
      channel[index] = Math.tanh((channel[index] ?? 0) * push) * back;
  }
}

/** Side chain: each moment pushes the sound down by `depth`; it swells back within `recoverSeconds`. */
export function duckAt(
  sound: Stereo,
  moments: readonly number[],
  { depth, recoverSeconds, sampleRate }: { depth: number; recoverSeconds: number; sampleRate: number },
): void {
  if (depth <= 0) return;
  const dip = Math.round(0.006 * sampleRate);
  const length = Math.round(recoverSeconds * sampleRate);
  for (const [index, seconds] of moments.entries()) {
    const start = Math.round(seconds * sampleRate);
    const nextStart = Math.round((moments[index + 1] ?? Number.POSITIVE_INFINITY) * sampleRate);
    const end = Math.min(start + length, nextStart, sound.left.length);
    for (let at = Math.max(0, start); at < end; at += 1) {
      const past = at - start;
      const amount = past < dip ? past / dip : Math.max(0, 1 - (past - dip) / (length - dip)) ** 1.4;
      const gain = 1 - depth * amount;
      sound.left[at] = (sound.left[at] ?? 0) * gain;
      sound.right[at] = (sound.right[at] ?? 0) * gain;
    }
  }
}

/** The band steps back while the voice sings: all of it a little, and what the pocket filter takes away altogether. */
export function duckUnder(
  band: Stereo,
  voice: Float32Array,
  { depthDb, pocket, sampleRate }: { depthDb: number; pocket: Biquad; sampleRate: number },
): void {
  const carved: Stereo = { left: band.left.slice(), right: band.right.slice() };
  filterStereo(carved, pocket);
  const attack = Math.exp(-1 / (0.02 * sampleRate));
  const release = Math.exp(-1 / (0.35 * sampleRate));
  const full = gainOf(-30);
  let level = 0;
  for (let index = 0; index < band.left.length; index += 1) {
    const now = Math.abs(voice[index] ?? 0);
    level = now + (level - now) * (now > level ? attack : release);
    const share = Math.min(1, level / full);
    const gain = 10 ** ((-depthDb * share) / 20);
    const left = band.left[index] ?? 0;
    const right = band.right[index] ?? 0;
    band.left[index] = (left + share * ((carved.left[index] ?? 0) - left)) * gain;
    band.right[index] = (right + share * ((carved.right[index] ?? 0) - right)) * gain;
  }
}
