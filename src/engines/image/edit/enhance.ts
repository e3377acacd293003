// Makes a dull image clearer: balances colours, widens the tonal range, reduces noise, sharpens edges.
import { openPixels, takePixels } from '../encode.ts';
import type { Pixels } from '../intake.ts';
import type { Enhance } from './settings.ts';

export async function enhancePicture(picture: Pixels, { denoise }: Enhance): Promise<Pixels> {
  const calm = denoise ? await takePixels(openPixels(picture).median(3)) : picture;
  const balanced = stretchTones(calm);
  const window = Math.max(16, Math.round(Math.min(picture.width, picture.height) / 6));
  // Local contrast at full strength looks harsh: a third of it is mixed in.
  const local = await takePixels(openPixels(balanced).clahe({ width: window, height: window, maxSlope: 3 }));
  for (let at = 0; at < balanced.data.length; at += 1) {
    if (balanced.channels === 4 && at % 4 === 3) continue;
    balanced.data[at] = (balanced.data[at] ?? 0) * 0.67 + (local.data[at] ?? 0) * 0.33;
  }
  return takePixels(openPixels(balanced).modulate({ saturation: 1.08 }).sharpen({ sigma: 0.9, m1: 0.6, m2: 1.6 }));
}

/** Stretches each channel between its darkest and brightest half per cent; the channels are kept close together to preserve hues. */
function stretchTones(picture: Pixels): Pixels {
  const { channels, data } = picture;
  const ends = [0, 1, 2].map((channel) => endsOf(data, channels, channel));
  const mean = (pick: 'low' | 'high') => ends.reduce((sum, end) => sum + end[pick], 0) / 3;
  const common = { low: mean('low'), high: mean('high') };
  const tables = ends.map(({ low, high }) => {
    const from = (low + common.low) / 2;
    const to = Math.max(from + 1, (high + common.high) / 2);
    return Uint8ClampedArray.from({ length: 256 }, (_, value) => ((value - from) * 255) / (to - from));
  });
  const made = Uint8Array.from(data);
  for (let at = 0; at < data.length; at += 1) made[at] = tables[at % channels]?.[data[at] ?? 0] ?? data[at] ?? 0;
  return { ...picture, data: made };
}

function endsOf(data: Uint8Array, channels: number, channel: number): { low: number; high: number } {
  const counts = new Uint32Array(256);
  for (let at = channel; at < data.length; at += channels) counts[data[at] ?? 0] = (counts[data[at] ?? 0] ?? 0) + 1;
  const cut = (data.length / channels) * 0.005;
  const reach = (order: (step: number) => number) => {
    let seen = 0;
    for (let step = 0; step < 256; step += 1) {
      seen += counts[order(step)] ?? 0;
      if (seen > cut) return order(step);
    }
    return order(255);
  };
  return { low: reach((step) => step), high: reach((step) => 255 - step) };
}
