// Measures with an independent tracker (pitchy) how far a sung stem is from its written notes.
import { PitchDetector } from 'pitchy';
import type { SungNote } from '../../packages/composer/src/vocal-part.ts';

const WINDOW = 2048;
const CLEAR_ENOUGH = 0.9;

export interface PitchReport {
  medianCents: number;
  voicedFrames: number;
  frames: number;
}

/** Frames inside notes only; a frame counts as voiced when the tracker itself is sure. */
export function measurePitch(stem: Float32Array, sampleRate: number, notes: readonly SungNote[]): PitchReport {
  const detector = PitchDetector.forFloat32Array(WINDOW);
  const errors: number[] = [];
  let frames = 0;
  for (let start = 0; start + WINDOW < stem.length; start += Math.round(sampleRate / 50)) {
    const seconds = (start + WINDOW / 2) / sampleRate;
    const note = notes.find((one) => one.startSeconds <= seconds && seconds < one.endSeconds);
    if (!note) continue;
    frames += 1;
    const [hertz, clarity] = detector.findPitch(stem.subarray(start, start + WINDOW), sampleRate);
    if (clarity < CLEAR_ENOUGH || hertz < 60) continue;
    errors.push(Math.abs(1200 * Math.log2(hertz / (440 * 2 ** ((note.midi - 69) / 12)))));
  }
  errors.sort((a, b) => a - b);
  return { medianCents: errors[errors.length >> 1] ?? Number.POSITIVE_INFINITY, voicedFrames: errors.length, frames };
}
