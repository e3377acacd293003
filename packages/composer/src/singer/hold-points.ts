// Finds, by the signal rather than the label, the steady part of each spoken vowel, which a long note can sustain.
import { isDiphthong } from './sounds.ts';

export interface Span {
  start: number;
  end: number;
}

const STEP_SECONDS = 0.005;
const LEVEL_REACH_SECONDS = 0.012;
// Below this share of the vowel's loudest moment the mouth is opening or already closing.
const STEADY_SHARE = 0.75;
const SILENT_SHARE = 0.1;
const SHORTEST_HOLD_SECONDS = 0.02;
// A wide hold is heard as a wobble between the sounds at its ends.
const LONGEST_HOLD_SECONDS = 0.045;
const EARLY_SHARE = 0.4;
const EARLY_SHARE_OF_DIPHTHONG = 0.25;

export interface SpokenVowel {
  /** The label's span without the silence that the voice may have left at its end. */
  sounding: Span;
  hold: Span;
}

export interface HeardVoice {
  samples: Float32Array;
  sampleRate: number;
  /** The pitch at which it was synthesised. */
  hertz: number;
}

export function hearVowel(voice: HeardVoice, label: Span, symbol: string): SpokenVowel {
  const levels: number[] = [];
  for (let at = label.start; at <= label.end; at += STEP_SECONDS) levels.push(openness(voice, at));
  const loudest = Math.max(...levels);
  const quietFrom = levels.findLastIndex((level) => level >= loudest * SILENT_SHARE);
  const sounding = { start: label.start, end: Math.min(label.end, label.start + (quietFrom + 1) * STEP_SECONDS) };
  const steadyFrom = levels.findIndex((level) => level >= loudest * STEADY_SHARE);
  const steadyTo = levels.findLastIndex((level) => level >= loudest * STEADY_SHARE);
  const share = isDiphthong(symbol) ? EARLY_SHARE_OF_DIPHTHONG : EARLY_SHARE;
  const middle = label.start + (steadyFrom + (steadyTo - steadyFrom) * share) * STEP_SECONDS;
  const width = Math.min(
    LONGEST_HOLD_SECONDS,
    Math.max(SHORTEST_HOLD_SECONDS, (steadyTo - steadyFrom) * STEP_SECONDS * 0.5),
  );
  return { sounding, hold: spanAround(middle, width, sounding) };
}

/**
 * The level of the differences, in which an open vowel stands out and a nasal or a closing mouth does not, times how well
 * one period repeats the one before, which keeps breath and bursts out.
 */
function openness({ samples, sampleRate, hertz }: HeardVoice, seconds: number): number {
  const period = Math.round(sampleRate / hertz);
  const from = Math.max(1, Math.round((seconds - LEVEL_REACH_SECONDS) * sampleRate));
  const to = Math.min(samples.length - period, Math.round((seconds + LEVEL_REACH_SECONDS) * sampleRate));
  let differences = 0;
  let own = 1e-9;
  let other = 1e-9;
  let shared = 0;
  for (let index = from; index < to; index += 1) {
    const here = samples[index] ?? 0;
    const later = samples[index + period] ?? 0;
    differences += (here - (samples[index - 1] ?? 0)) ** 2;
    own += here * here;
    other += later * later;
    shared += here * later;
  }
  const repeats = Math.max(0, shared / Math.sqrt(own * other));
  return Math.sqrt(differences / Math.max(1, to - from)) * repeats ** 3;
}

export function levelAt(
  { samples, sampleRate }: { samples: Float32Array; sampleRate: number },
  seconds: number,
  reach = LEVEL_REACH_SECONDS,
): number {
  const from = Math.max(0, Math.round((seconds - reach) * sampleRate));
  const to = Math.min(samples.length, Math.round((seconds + reach) * sampleRate));
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += (samples[index] ?? 0) ** 2;
  return Math.sqrt(sum / Math.max(1, to - from));
}

function spanAround(middle: number, width: number, within: Span): Span {
  const start = Math.max(within.start, Math.min(middle - width / 2, within.end - width));
  return { start, end: Math.min(within.end, start + width) };
}
