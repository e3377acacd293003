// Second-order filters (the RBJ cookbook's), run over a whole buffer in place.
import type { Stereo } from './stereo.ts';

export interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

export function highpass(hertz: number, sampleRate: number, q = Math.SQRT1_2): Biquad {
  const { cosine, alpha } = angles(hertz, sampleRate, q);
  return normalise({
    b0: (1 + cosine) / 2,
    b1: -(1 + cosine),
    b2: (1 + cosine) / 2,
    a0: 1 + alpha,
    a1: -2 * cosine,
    a2: 1 - alpha,
  });
}

export function lowpass(hertz: number, sampleRate: number, q = Math.SQRT1_2): Biquad {
  const { cosine, alpha } = angles(hertz, sampleRate, q);
  return normalise({
    b0: (1 - cosine) / 2,
    b1: 1 - cosine,
    b2: (1 - cosine) / 2,
    a0: 1 + alpha,
    a1: -2 * cosine,
    a2: 1 - alpha,
  });
}

export function peak(hertz: number, sampleRate: number, { decibel, q = 0.9 }: { decibel: number; q?: number }): Biquad {
  const { cosine, alpha } = angles(hertz, sampleRate, q);
  const a = 10 ** (decibel / 40);
  return normalise({
    b0: 1 + alpha * a,
    b1: -2 * cosine,
    b2: 1 - alpha * a,
    a0: 1 + alpha / a,
    a1: -2 * cosine,
    a2: 1 - alpha / a,
  });
}

export function highShelf(hertz: number, sampleRate: number, decibel: number): Biquad {
  const { cosine, alpha } = angles(hertz, sampleRate, Math.SQRT1_2);
  const a = 10 ** (decibel / 40);
  const root = 2 * Math.sqrt(a) * alpha;
  return normalise({
    b0: a * (a + 1 + (a - 1) * cosine + root),
    b1: -2 * a * (a - 1 + (a + 1) * cosine),
    b2: a * (a + 1 + (a - 1) * cosine - root),
    a0: a + 1 - (a - 1) * cosine + root,
    a1: 2 * (a - 1 - (a + 1) * cosine),
    a2: a + 1 - (a - 1) * cosine - root,
  });
}

export function lowShelf(hertz: number, sampleRate: number, decibel: number): Biquad {
  const { cosine, alpha } = angles(hertz, sampleRate, Math.SQRT1_2);
  const a = 10 ** (decibel / 40);
  const root = 2 * Math.sqrt(a) * alpha;
  return normalise({
    b0: a * (a + 1 - (a - 1) * cosine + root),
    b1: 2 * a * (a - 1 - (a + 1) * cosine),
    b2: a * (a + 1 - (a - 1) * cosine - root),
    a0: a + 1 + (a - 1) * cosine + root,
    a1: -2 * (a - 1 + (a + 1) * cosine),
    a2: a + 1 + (a - 1) * cosine - root,
  });
}

function filterChannel(samples: Float32Array, { b0, b1, b2, a1, a2 }: Biquad): void {
  let s1 = 0;
  let s2 = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const input = samples[index] ?? 0;
    const output = b0 * input + s1;
    s1 = b1 * input - a1 * output + s2;
    s2 = b2 * input - a2 * output;
    samples[index] = output;
  }
}

export function filterStereo(sound: Stereo, filter: Biquad): void {
  filterChannel(sound.left, filter);
  filterChannel(sound.right, filter);
}

function angles(hertz: number, sampleRate: number, q: number): { cosine: number; alpha: number } {
  const angle = (2 * Math.PI * Math.min(hertz, sampleRate * 0.45)) / sampleRate;
  return { cosine: Math.cos(angle), alpha: Math.sin(angle) / (2 * q) };
}

function normalise({
  b0,
  b1,
  b2,
  a0,
  a1,
  a2,
}: {
  b0: number;
  b1: number;
  b2: number;
  a0: number;
  a1: number;
  a2: number;
}): Biquad {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 };
}
