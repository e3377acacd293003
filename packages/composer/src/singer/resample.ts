// Carries samples from the voice's rate to the song's with a windowed sinc, at any start between two samples.
const TAPS = 24;
const PHASES = 512;

const kernels = new Map<number, Float32Array[]>();

/** Adds `samples`, beginning at `startSeconds` of the target, to it. */
export function addResampled(
  { samples: target, sampleRate: targetRate }: { samples: Float32Array; sampleRate: number },
  { samples, sampleRate: rate }: { samples: Float32Array; sampleRate: number },
  startSeconds: number,
): void {
  const ratio = rate / targetRate;
  const phases = kernelFor(Math.min(1, 1 / ratio));
  const first = Math.max(0, Math.ceil(startSeconds * targetRate));
  const last = Math.min(target.length - 1, Math.floor((startSeconds + samples.length / rate) * targetRate));
  for (let index = first; index <= last; index += 1) {
    const place = (index / targetRate - startSeconds) * rate;
    const whole = Math.floor(place);
    const kernel = phases[Math.min(PHASES - 1, Math.floor((place - whole) * PHASES))];
    if (!kernel) continue;
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap += 1) sum += (kernel[tap] ?? 0) * (samples[whole + tap - TAPS / 2 + 1] ?? 0);
    target[index] = (target[index] ?? 0) + sum;
  }
}

function kernelFor(cutoff: number): Float32Array[] {
  const known = kernels.get(cutoff);
  if (known) return known;
  const made = Array.from({ length: PHASES }, (_one, phase) =>
    Float32Array.from({ length: TAPS }, (_tap, tap) => {
      const x = tap - TAPS / 2 + 1 - phase / PHASES;
      const angle = Math.PI * x * cutoff;
      const sinc = Math.abs(x) < 1e-9 ? 1 : Math.sin(angle) / angle;
      return cutoff * sinc * (0.5 + 0.5 * Math.cos((2 * Math.PI * x) / (TAPS + 1)));
    }),
  );
  kernels.set(cutoff, made);
  return made;
}
