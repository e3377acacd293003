// Our own drum machine: kicks, snares, claps, hats, toms and cymbals made from sines and noise, one set of numbers for each kit.
import { Random } from '../score/random.ts';
import type { Stereo } from './stereo.ts';
import type { TimedNote } from './synth.ts';

interface KitNumbers {
  kick: { from: number; to: number; fall: number; decay: number; click: number; drive: number };
  snare: { tone: number; toneLevel: number; decay: number; bright: number };
  clapDecay: number;
  hat: { decay: number; low: number };
  openDecay: number;
  tom: { decay: number; fall: number };
}

const KIT_NUMBERS: Record<string, KitNumbers> = {
  '808': {
    kick: { from: 130, to: 48, fall: 0.04, decay: 0.5, click: 0.25, drive: 1.5 },
    snare: { tone: 185, toneLevel: 0.7, decay: 0.16, bright: 3500 },
    clapDecay: 0.16,
    hat: { decay: 0.035, low: 7500 },
    openDecay: 0.28,
    tom: { decay: 0.4, fall: 0.3 },
  },
  '909': {
    kick: { from: 230, to: 50, fall: 0.03, decay: 0.32, click: 0.6, drive: 2.2 },
    snare: { tone: 200, toneLevel: 0.6, decay: 0.18, bright: 2500 },
    clapDecay: 0.2,
    hat: { decay: 0.045, low: 7000 },
    openDecay: 0.24,
    tom: { decay: 0.3, fall: 0.4 },
  },
  techno: {
    kick: { from: 260, to: 46, fall: 0.035, decay: 0.38, click: 0.8, drive: 5 },
    snare: { tone: 190, toneLevel: 0.4, decay: 0.14, bright: 2000 },
    clapDecay: 0.22,
    hat: { decay: 0.03, low: 8000 },
    openDecay: 0.18,
    tom: { decay: 0.3, fall: 0.5 },
  },
  linn: {
    kick: { from: 150, to: 58, fall: 0.02, decay: 0.2, click: 0.7, drive: 1.3 },
    snare: { tone: 180, toneLevel: 0.8, decay: 0.3, bright: 1600 },
    clapDecay: 0.24,
    hat: { decay: 0.05, low: 6500 },
    openDecay: 0.3,
    tom: { decay: 0.55, fall: 0.7 },
  },
  dance: {
    kick: { from: 210, to: 52, fall: 0.028, decay: 0.28, click: 0.7, drive: 3 },
    snare: { tone: 210, toneLevel: 0.5, decay: 0.15, bright: 3000 },
    clapDecay: 0.18,
    hat: { decay: 0.032, low: 8000 },
    openDecay: 0.2,
    tom: { decay: 0.28, fall: 0.4 },
  },
  break: {
    kick: { from: 180, to: 56, fall: 0.02, decay: 0.17, click: 0.8, drive: 2.5 },
    snare: { tone: 220, toneLevel: 1, decay: 0.2, bright: 1800 },
    clapDecay: 0.16,
    hat: { decay: 0.04, low: 6000 },
    openDecay: 0.22,
    tom: { decay: 0.25, fall: 0.3 },
  },
};

interface Hit {
  left: Float32Array;
  right: Float32Array;
}

/** Where each piece stands; kick and snare in the middle. */
const PLACES: Record<number, number> = {
  42: 0.25,
  46: 0.25,
  44: 0.25,
  51: -0.3,
  53: -0.3,
  49: -0.4,
  43: 0.35,
  47: 0,
  50: -0.35,
  54: 0.3,
  82: -0.35,
  70: -0.35,
  37: -0.15,
};
const LOUDNESS: Record<number, number> = {
  36: 1,
  38: 0.75,
  39: 0.6,
  42: 0.22,
  44: 0.18,
  46: 0.28,
  51: 0.2,
  53: 0.22,
  49: 0.4,
  54: 0.22,
  82: 0.16,
  70: 0.16,
  37: 0.4,
};

export function renderDrumSynth(
  out: Stereo,
  notes: readonly TimedNote[],
  { kit, sampleRate }: { kit: string; sampleRate: number },
): void {
  const numbers = KIT_NUMBERS[kit];
  if (!numbers) throw new RangeError(`There is no drum machine named "${kit}".`);
  const made = new Map<number, Hit>();
  for (const note of notes) {
    let hit = made.get(note.midi);
    if (!hit) {
      hit = makeHit(note.midi, numbers, sampleRate);
      made.set(note.midi, hit);
    }
    const start = Math.round(note.startSeconds * sampleRate);
    const gain = note.velocity ** 1.5 * 0.8;
    const count = Math.min(hit.left.length, out.left.length - start);
    for (let index = 0; index < count; index += 1) {
      out.left[start + index] = (out.left[start + index] ?? 0) + (hit.left[index] ?? 0) * gain;
      out.right[start + index] = (out.right[start + index] ?? 0) + (hit.right[index] ?? 0) * gain;
    }
  }
}

function makeHit(key: number, numbers: KitNumbers, sampleRate: number): Hit {
  const noise = new Random(key, 'drum noise');
  const mono = shapeHit(key, numbers, { sampleRate, noise });
  const pan = PLACES[key] ?? 0;
  const loud = LOUDNESS[key] ?? 0.45;
  const left = mono.map((value) => value * loud * (1 - Math.max(0, pan) * 0.7));
  const right = mono.map((value) => value * loud * (1 + Math.min(0, pan) * 0.7));
  return { left, right };
}

function shapeHit(
  key: number,
  numbers: KitNumbers,
  { sampleRate, noise }: { sampleRate: number; noise: Random },
): Float32Array {
  if (key === 36) return makeKick(numbers.kick, sampleRate, noise);
  if (key === 38) return makeSnare(numbers.snare, sampleRate, noise);
  if (key === 39) return makeClap(numbers.clapDecay, sampleRate, noise);
  if (key === 37) return makeRim(sampleRate);
  if (key === 42 || key === 44) return makeMetal(numbers.hat, sampleRate, noise);
  if (key === 46) return makeMetal({ decay: numbers.openDecay, low: numbers.hat.low * 0.9 }, sampleRate, noise);
  if (key === 51 || key === 53) return makeMetal({ decay: 0.45, low: 5000 }, sampleRate, noise);
  if (key === 49) return makeMetal({ decay: 1.1, low: 3500 }, sampleRate, noise);
  if (key === 54 || key === 82 || key === 70) return makeMetal({ decay: 0.05, low: 5500 }, sampleRate, noise);
  return makeTom(key, numbers.tom, sampleRate);
}

function makeKick(kick: KitNumbers['kick'], sampleRate: number, noise: Random): Float32Array {
  const samples = new Float32Array(Math.round(sampleRate * kick.decay * 2.2));
  let phase = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / sampleRate;
    phase += (kick.to + (kick.from - kick.to) * Math.exp(-seconds / kick.fall)) / sampleRate;
    const body =
      Math.sin(2 * Math.PI * phase) * Math.exp((-2.6 * seconds) / kick.decay) * fadeOut(index, samples.length);
    const click = seconds < 0.006 ? noise.between(-1, 1) * kick.click * (1 - seconds / 0.006) : 0;
    samples[index] = Math.tanh((body + click * 0.5) * kick.drive) / Math.tanh(kick.drive);
  }
  return samples;
}

function makeSnare(snare: KitNumbers['snare'], sampleRate: number, noise: Random): Float32Array {
  const samples = new Float32Array(Math.round(sampleRate * snare.decay * 3));
  let low = 0;
  const keep = Math.exp((-2 * Math.PI * snare.bright) / sampleRate);
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / sampleRate;
    const white = noise.between(-1, 1);
    low = white + (low - white) * keep;
    const hiss = (white - low * 0.55) * Math.exp((-3 * seconds) / snare.decay);
    const glide = 1 + 0.6 * Math.exp(-seconds / 0.012);
    const tone = Math.sin(2 * Math.PI * snare.tone * glide * seconds) * Math.exp(-seconds / 0.07);
    samples[index] = Math.tanh((hiss * 0.7 + tone * snare.toneLevel) * 1.4) * fadeOut(index, samples.length);
  }
  return samples;
}

function makeClap(decay: number, sampleRate: number, noise: Random): Float32Array {
  const samples = new Float32Array(Math.round(sampleRate * decay * 3));
  let band = 0;
  let low = 0;
  const g = (2 * Math.PI * 1300) / sampleRate;
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / sampleRate;
    const bursts = seconds < 0.033 ? Math.exp(-(seconds % 0.011) / 0.004) : Math.exp((-3 * (seconds - 0.033)) / decay);
    low += g * band;
    band += g * (noise.between(-1, 1) - low - 0.9 * band);
    samples[index] = band * bursts * 1.8 * fadeOut(index, samples.length);
  }
  return samples;
}

function makeRim(sampleRate: number): Float32Array {
  const samples = new Float32Array(Math.round(sampleRate * 0.07));
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / sampleRate;
    const ring = Math.sin(2 * Math.PI * 1720 * seconds) + 0.6 * Math.sin(2 * Math.PI * 440 * seconds);
    samples[index] = ring * Math.exp(-seconds / 0.012) * 0.7;
  }
  return samples;
}

/** Six squares that do not agree, and noise, above a highpass: what a cymbal circuit does. */
function makeMetal({ decay, low }: KitNumbers['hat'], sampleRate: number, noise: Random): Float32Array {
  const samples = new Float32Array(Math.round(sampleRate * decay * 4));
  const pitches = [205.3, 304.4, 369.6, 522.7, 800, 1183.1];
  const keep = Math.exp((-2 * Math.PI * low) / sampleRate);
  let first = 0;
  let second = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / sampleRate;
    let metal = 0;
    for (const pitch of pitches) metal += (seconds * pitch * 4.1) % 1 < 0.5 ? 1 : -1;
    const raw = metal * 0.1 + noise.between(-1, 1) * 0.7;
    first = raw + (first - raw) * keep;
    const high = raw - first;
    second = high + (second - high) * keep;
    samples[index] = (high - second) * Math.exp((-2.5 * seconds) / decay) * 1.5 * fadeOut(index, samples.length);
  }
  return samples;
}

function makeTom(key: number, tom: KitNumbers['tom'], sampleRate: number): Float32Array {
  const base = 70 * 2 ** ((key - 41) / 11);
  const samples = new Float32Array(Math.round(sampleRate * tom.decay * 2));
  let phase = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / sampleRate;
    phase += (base * (1 + tom.fall * Math.exp(-seconds / 0.06))) / sampleRate;
    samples[index] =
      Math.sin(2 * Math.PI * phase) * Math.exp((-3 * seconds) / tom.decay) * fadeOut(index, samples.length);
  }
  return samples;
}

function fadeOut(index: number, length: number): number {
  return Math.min(1, (length - index) / 400);
}
