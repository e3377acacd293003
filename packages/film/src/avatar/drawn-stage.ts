// Sets the stage for a drawn person: a backdrop, and the portrait in front of it, large enough for any frame.
import { drawBackdrop } from './backdrop.ts';
import { moveFace } from './face.ts';
import type { Look } from './look.ts';
import { drawPortrait, PORTRAIT_FACE, PORTRAIT_UNITS } from './portrait.ts';
import type { Stage } from './puppet.ts';

export async function setDrawnStage(
  look: Look,
  { width, height }: { width: number; height: number },
  seed: number,
): Promise<Stage> {
  const { default: sharp } = await import('sharp');
  // From the hair to the chest, whatever the frame's shape.
  const side = Math.round(Math.min(height * 1.12, width * 1.25));
  const left = Math.round((width - side) / 2);
  const top = height - side + Math.round(side * 0.02) > 0 ? height - side : Math.round((height - side) * 0.35);
  const behind = await sharp(Buffer.from(drawBackdrop(look.backdrop, { width, height }, seed)))
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const portrait = await sharp(Buffer.from(drawPortrait(look)), { density: Math.max(72, (72 * side) / PORTRAIT_UNITS) })
    .resize(side, side)
    .ensureAlpha()
    .raw()
    .toBuffer();
  const person = place(portrait, side, { left, top, width, height });
  const face = moveFace(PORTRAIT_FACE, side / PORTRAIT_UNITS, { left, top });
  const [chin, chest] = [face.chinY + face.radiusY * 0.1, top + side * 0.9];
  return {
    width,
    height,
    person,
    behind,
    face,
    // The head goes as a whole, the shoulders a little, the bottom edge not at all.
    follow: (_x, y) => {
      if (y <= chin) return 1;
      const part = Math.min(1, (y - chin) / (chest - chin));
      return (1 - part) ** 1.6;
    },
  };
}

/** Into an empty frame, colours multiplied by their opacity. */
function place(
  portrait: Uint8Array,
  side: number,
  frame: { left: number; top: number; width: number; height: number },
): Uint8Array {
  const { left, top, width, height } = frame;
  const person = new Uint8Array(width * height * 4);
  for (let y = Math.max(0, top); y < Math.min(height, top + side); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(width, left + side); x += 1) {
      const from = ((y - top) * side + (x - left)) * 4;
      const to = (y * width + x) * 4;
      const alpha = portrait[from + 3] ?? 0;
      for (let channel = 0; channel < 3; channel += 1)
        person[to + channel] = ((portrait[from + channel] ?? 0) * alpha) / 255 + 0.5;
      person[to + 3] = alpha;
    }
  }
  return person;
}
