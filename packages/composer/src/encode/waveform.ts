// The waveform for a player: the peak of each slice, 0–1.
import type { Stereo } from '../sound/stereo.ts';

const POINTS = 400;

export function drawWaveform(sound: Stereo): number[] {
  const slice = Math.max(1, Math.ceil(sound.left.length / POINTS));
  const points: number[] = [];
  for (let from = 0; from < sound.left.length; from += slice) {
    let peak = 0;
    const to = Math.min(sound.left.length, from + slice);
    for (let index = from; index < to; index += 1)
      peak = Math.max(peak, Math.abs(sound.left[index] ?? 0), Math.abs(sound.right[index] ?? 0));
    points.push(Math.round(Math.min(1, peak) * 1000) / 1000);
  }
  return points;
}
