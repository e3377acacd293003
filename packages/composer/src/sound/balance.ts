// Loudness over time: how loud the band is in each section, and the fade that ends the song.
import { type Score, secondsOf } from '../score/score.ts';
import { gainOf, type Stereo } from './stereo.ts';

const RAMP_SECONDS = 0.35;
const FADE_SECONDS = 1.6;

/** Quiet sections lie below loud ones by the genre's contrast; the change takes a moment. */
export function followSections(sound: Stereo, score: Score, sampleRate: number): void {
  let at = 0;
  let gain = sectionGain(score, 0);
  for (const [index, section] of score.sections.entries()) {
    const next = sectionGain(score, index + 1);
    const end = Math.round(secondsOf(score, (section.startBar + section.bars) * score.beatsPerBar) * sampleRate);
    const rampFrom = end - Math.round(RAMP_SECONDS * sampleRate);
    const step = (next - gain) / (end - rampFrom);
    for (; at < end && at < sound.left.length; at += 1) {
      if (at >= rampFrom) gain += step;
      sound.left[at] = (sound.left[at] ?? 0) * gain;
      sound.right[at] = (sound.right[at] ?? 0) * gain;
    }
    gain = next;
  }
  for (; at < sound.left.length; at += 1) {
    sound.left[at] = (sound.left[at] ?? 0) * gain;
    sound.right[at] = (sound.right[at] ?? 0) * gain;
  }
}

function sectionGain(score: Score, index: number): number {
  const section = score.sections[Math.min(index, score.sections.length - 1)];
  const energy = section?.energy ?? 1;
  return gainOf(-score.style.mix.contrast * Math.max(0, 0.9 - energy) * 1.6);
}

/** The last chord dies away before the file ends. */
export function fadeEnd(sound: Stereo, sampleRate: number): void {
  const count = Math.round(FADE_SECONDS * sampleRate);
  const start = Math.max(0, sound.left.length - count);
  for (let at = start; at < sound.left.length; at += 1) {
    const left = (sound.left.length - 1 - at) / count;
    const gain = left * left * (3 - 2 * left);
    sound.left[at] = (sound.left[at] ?? 0) * gain;
    sound.right[at] = (sound.right[at] ?? 0) * gain;
  }
}
