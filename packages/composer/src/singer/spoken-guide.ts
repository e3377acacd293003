// Has the voice say a line on the melody's pitches, at nearly its own pace: the material that is then moved onto the notes.
import type { Performance, StudiedLine } from '@atelier/voice';
import { isStressMark, isVoiced, isVowel } from './sounds.ts';
import { guideHertz, type Nucleus } from './syllables.ts';

export interface SpokenGuide {
  performance: Performance;
  /** Where each symbol begins in what will be spoken; one more for the end. */
  startSeconds: number[];
}

const HALVES = 2;
const SILENCE = -9.5;
const EDGE_FRAMES = 5;
// Longer vowels give more to hold; much longer ones than it has ever spoken make the network hoarse.
const VOWEL_LENGTHENING = 1.5;
const SHORTEST_VOWEL_FRAMES = 4;
const LONGEST_VOWEL_FRAMES = 14;
const LONGEST_CONSONANT_FRAMES = 5;
const FAINTEST_BELOW_USUAL = 1.5;
const VOICED_ABOVE_HZ = 45;

export function writeGuide(line: StudiedLine, nuclei: readonly Nucleus[], push: number): SpokenGuide {
  const frames = line.symbols.map((one, index) => guideFrames(line, index, one.frames));
  const labels = labelHalves(line, frames);
  const lag = Math.round((line.labelLagSeconds / line.secondsPerFrame) * HALVES);
  const usual = usualVowelEnergy(line);
  const pitchHz = new Float32Array(labels.length);
  const energy = new Float32Array(labels.length);
  labels.forEach(({ natural }, half) => {
    const index = labels[Math.min(half + lag, labels.length - 1)]?.symbol ?? 0;
    const symbol = line.symbols[index]?.symbol ?? '$';
    const isHeld = isVowel(symbol) || isStressMark(symbol);
    const spoken = line.energy[natural] ?? SILENCE;
    energy[half] = (isHeld ? Math.max(spoken, usual - FAINTEST_BELOW_USUAL) : spoken) + push;
    const rings = isHeld || (isVoiced(symbol) && (line.pitchHz[natural] ?? 0) > VOICED_ABOVE_HZ);
    pitchHz[half] = rings ? pitchOf(nuclei, index) : 0;
  });
  const startSeconds = [0];
  for (const length of frames) startSeconds.push((startSeconds.at(-1) ?? 0) + length * line.secondsPerFrame);
  return {
    performance: { line, frames, pitchHz: joinSteps(pitchHz), energy },
    startSeconds: startSeconds.map((seconds) => Math.max(0, seconds - line.labelLagSeconds)),
  };
}

/** For each half frame of the guide: its symbol, and the half frame of the natural line that it stands for. */
function labelHalves(line: StudiedLine, frames: readonly number[]): { symbol: number; natural: number }[] {
  let spoken = 0;
  return line.symbols.flatMap((one, symbol) => {
    const length = (frames[symbol] ?? 1) * HALVES;
    const from = spoken;
    spoken += one.frames * HALVES;
    return Array.from({ length }, (_one, half) => ({
      symbol,
      natural: from + Math.floor(((half + 0.5) * one.frames * HALVES) / length),
    }));
  });
}

function guideFrames(line: StudiedLine, index: number, natural: number): number {
  const symbol = line.symbols[index]?.symbol ?? '';
  // What is said after the last sung word is never heard: it is hurried.
  if (index > line.symbols.findLastIndex((one) => one.word >= 0)) return 1;
  if (symbol === '$') return EDGE_FRAMES;
  if (isStressMark(symbol)) return Math.min(4, Math.max(2, natural));
  if (!isVowel(symbol)) return Math.min(LONGEST_CONSONANT_FRAMES, natural);
  return Math.min(LONGEST_VOWEL_FRAMES, Math.max(SHORTEST_VOWEL_FRAMES, Math.round(natural * VOWEL_LENGTHENING)));
}

/** Consonants in front of a vowel are already said on its pitch. */
function pitchOf(nuclei: readonly Nucleus[], index: number): number {
  const nucleus = nuclei.find((one) => index <= one.vowel) ?? nuclei.at(-1);
  return nucleus ? guideHertz(nucleus) : 0;
}

function usualVowelEnergy(line: StudiedLine): number {
  const peaks: number[] = [];
  let at = 0;
  for (const one of line.symbols) {
    const spoken = line.energy.subarray(at, at + one.frames * HALVES);
    if (isVowel(one.symbol)) peaks.push(spoken.reduce((most, value) => Math.max(most, value), SILENCE));
    at += one.frames * HALVES;
  }
  peaks.sort((a, b) => a - b);
  return peaks[Math.floor(peaks.length / 2)] ?? 6;
}

/** A step in pitch is heard as a crack: neighbouring voiced values are drawn together a little. */
function joinSteps(pitchHz: Float32Array): Float32Array {
  return pitchHz.map((value, index) => {
    const before = pitchHz[index - 1] ?? 0;
    const after = pitchHz[index + 1] ?? 0;
    return value > 0 && before > 0 && after > 0 ? (before + 2 * value + after) / 4 : value;
  });
}
