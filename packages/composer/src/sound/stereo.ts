// Two channels of samples, and common operations on them.
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

export function silence(samples: number): Stereo {
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}

/** Adds one to the other, each side with its own gain. */
export function addInto(target: Stereo, source: Stereo, [leftGain, rightGain]: readonly [number, number]): void {
  const { left, right } = target;
  const fromLeft = source.left;
  const fromRight = source.right;
  for (let index = 0; index < left.length; index += 1) {
    left[index] = (left[index] ?? 0) + (fromLeft[index] ?? 0) * leftGain;
    right[index] = (right[index] ?? 0) + (fromRight[index] ?? 0) * rightGain;
  }
}

export function scale(sound: Stereo, gain: number): void {
  for (const channel of [sound.left, sound.right]) {
    for (let index = 0; index < channel.length; index += 1) channel[index] = (channel[index] ?? 0) * gain;
  }
}

/** Equal power for what stands in the middle, balance for what is already stereo. */
export function panGains(pan: number): [left: number, right: number] {
  const angle = ((pan + 1) * Math.PI) / 4;
  return [Math.cos(angle) * Math.SQRT2, Math.sin(angle) * Math.SQRT2];
}

export function peakOf(sound: Stereo): number {
  let peak = 0;
  for (const channel of [sound.left, sound.right]) {
    for (let index = 0; index < channel.length; index += 1) peak = Math.max(peak, Math.abs(channel[index] ?? 0));
  }
  return peak;
}

export function decibels(gain: number): number {
  return 20 * Math.log10(Math.max(1e-9, gain));
}

export function gainOf(decibel: number): number {
  return 10 ** (decibel / 20);
}
