// Brightness, contrast, colour, warmth, sharpness, blur, turning and mirroring.
import type { Sharp } from 'sharp';
import { openPixels, takePixels } from '../encode.ts';
import type { Pixels } from '../intake.ts';
import type { Adjustment } from './settings.ts';

export async function adjustPicture(picture: Pixels, adjustment: Adjustment): Promise<Pixels> {
  let pipeline = openPixels(picture);
  pipeline = turn(pipeline, adjustment);
  pipeline = tint(pipeline, adjustment);
  pipeline = focus(pipeline, adjustment);
  return takePixels(pipeline);
}

function turn(pipeline: Sharp, { rotate, flip }: Adjustment): Sharp {
  let turned = rotate ? pipeline.rotate(rotate) : pipeline;
  if (flip === 'horizontal') turned = turned.flop();
  if (flip === 'vertical') turned = turned.flip();
  return turned;
}

function tint(pipeline: Sharp, adjustment: Adjustment): Sharp {
  const { brightness = 0, contrast = 0, saturation = 0, warmth = 0, hue = 0, grayscale, invert } = adjustment;
  let tinted = pipeline;
  if (brightness || saturation || hue)
    tinted = tinted.modulate({
      brightness: 2 ** brightness,
      saturation: grayscale ? 1 : Math.max(0, 1 + saturation),
      hue: Math.round(hue),
    });
  if (contrast) {
    const gain = 2 ** contrast;
    tinted = tinted.linear(gain, 128 * (1 - gain));
  }
  if (warmth)
    tinted = tinted.recomb([
      [1 + 0.25 * warmth, 0, 0],
      [0, 1 + 0.03 * warmth, 0],
      [0, 0, 1 - 0.25 * warmth],
    ]);
  if (grayscale) tinted = tinted.grayscale();
  if (invert) tinted = tinted.negate({ alpha: false });
  return tinted;
}

function focus(pipeline: Sharp, { sharpness = 0, blur = 0 }: Adjustment): Sharp {
  let focused = pipeline;
  if (sharpness > 0) focused = focused.sharpen({ sigma: 1, m1: 1 + 2 * sharpness, m2: 2 + 4 * sharpness });
  const softness = Math.max(blur, -sharpness);
  if (softness > 0) focused = focused.blur(0.5 + 12 * softness);
  return focused;
}
