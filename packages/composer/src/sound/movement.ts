// Movement: chorus, tremolo, tape wow and hiss, stereo width.
import { Random } from '../score/random.ts';
import { filterStereo, highpass, lowpass } from './filters.ts';
import type { Stereo } from './stereo.ts';

export function chorus(sound: Stereo, amount: number, sampleRate: number): void {
  if (amount <= 0) return;
  thicken(sound.left, { amount, phase: 0, sampleRate });
  thicken(sound.right, { amount, phase: Math.PI / 2, sampleRate });
}

function thicken(
  samples: Float32Array,
  { amount, phase, sampleRate }: { amount: number; phase: number; sampleRate: number },
): void {
  const dry = samples.slice();
  const depth = 0.0025 * sampleRate;
  const centre = 0.013 * sampleRate;
  const speed = (2 * Math.PI * 0.63) / sampleRate;
  const wet = amount * 0.7;
  for (let index = 0; index < samples.length; index += 1) {
    const delay = centre + depth * Math.sin(speed * index + phase);
    const place = index - delay;
    if (place < 1) continue;
    const whole = Math.floor(place);
    const from = dry[whole] ?? 0;
    const delayed = from + ((dry[whole + 1] ?? 0) - from) * (place - whole);
    samples[index] = (samples[index] ?? 0) * (1 - wet * 0.35) + delayed * wet;
  }
}

export function tremolo(sound: Stereo, amount: number, sampleRate: number): void {
  if (amount <= 0) return;
  const speed = (2 * Math.PI * 4.7) / sampleRate;
  for (let index = 0; index < sound.left.length; index += 1) {
    const swing = amount * 0.5 * Math.sin(speed * index);
    sound.left[index] = (sound.left[index] ?? 0) * (1 - amount * 0.25 + swing);
    sound.right[index] = (sound.right[index] ?? 0) * (1 - amount * 0.25 - swing);
  }
}

/** An old machine: pitch that drifts, a dull top, a little hiss and crackle. */
export function wearTape(
  sound: Stereo,
  { amount, seed, sampleRate }: { amount: number; seed: number; sampleRate: number },
): void {
  if (amount <= 0) return;
  const depth = amount * 0.0011 * sampleRate;
  const wow = (2 * Math.PI * 0.55) / sampleRate;
  const flutter = (2 * Math.PI * 6.1) / sampleRate;
  const random = new Random(seed, 'tape');
  for (const channel of [sound.left, sound.right]) {
    const dry = channel.slice();
    for (let index = 0; index < channel.length; index += 1) {
      const place = index - depth * (1.2 + Math.sin(wow * index) + 0.12 * Math.sin(flutter * index));
      if (place < 0) continue;
      const whole = Math.floor(place);
      const from = dry[whole] ?? 0;
      channel[index] = from + ((dry[whole + 1] ?? from) - from) * (place - whole);
    }
  }
  if (amount < 0.3) return;
  filterStereo(sound, highpass(60 * amount, sampleRate));
  filterStereo(sound, lowpass(16000 - 8500 * amount, sampleRate));
  addHiss(sound, { amount, sampleRate }, random);
}

function addHiss(sound: Stereo, { amount, sampleRate }: { amount: number; sampleRate: number }, random: Random): void {
  const level = 0.0022 * amount;
  const crackle = (amount * 6) / sampleRate;
  let smooth = 0;
  let pop = 0;
  for (let index = 0; index < sound.left.length; index += 1) {
    smooth = smooth * 0.7 + random.between(-1, 1) * level;
    if (random.next() < crackle) pop = random.between(-0.03, 0.03) * amount;
    pop *= 0.86;
    sound.left[index] = (sound.left[index] ?? 0) + smooth + pop;
    sound.right[index] = (sound.right[index] ?? 0) + smooth * 0.6 + pop * 0.7;
  }
}

/** 1 leaves it, more is wider; the low end stays where it is. */
export function widen(sound: Stereo, width: number, sampleRate: number): void {
  if (width === 1) return;
  const side = new Float32Array(sound.left.length);
  for (let index = 0; index < side.length; index += 1)
    side[index] = ((sound.left[index] ?? 0) - (sound.right[index] ?? 0)) / 2;
  const extra = { left: side, right: new Float32Array(0) };
  if (width > 1) filterStereo(extra, highpass(180, sampleRate));
  for (let index = 0; index < side.length; index += 1) {
    const more = (side[index] ?? 0) * (width - 1);
    sound.left[index] = (sound.left[index] ?? 0) + more;
    sound.right[index] = (sound.right[index] ?? 0) - more;
  }
}
