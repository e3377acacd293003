// The last step of an image: scattered plants, falling weather, the style's lines or brushwork, glow, grading, 8-bit pixels.
import { smooth, toScreen } from '../render/colour.ts';
import type { Frame } from '../render/frame.ts';
import { hash2 } from '../render/noise.ts';
import type { World } from '../render/world.ts';
import { addGlow } from './glow.ts';
import { inkOutlines } from './outline.ts';
import { strewGround } from './scatter.ts';
import { paintStrokes } from './strokes.ts';
import { letFall, lightFireworks } from './weather.ts';

export interface FinishedLook {
  /** A layer keeps its transparency and gets no vignette and no falling weather. */
  layer: boolean;
  fireworks?: boolean;
}

export function finishFrame(
  world: World,
  frame: Frame,
  { look, pixels }: { look: FinishedLook; pixels: Uint8Array },
): void {
  if (!world.abstract) strewGround(world, frame);
  if (look.fireworks) lightFireworks(world, frame, 5);
  if (world.style === 'anime') inkOutlines(frame);
  if (!look.layer) {
    if (world.style !== 'anime')
      addGlow(frame, world.style === 'artistic' ? 0.85 : 0.8, world.style === '3d' ? 0.22 : 0.3);
    letFall(world, frame);
  }
  if (world.style === 'artistic') paintStrokes(world, frame);
  grade(world, frame, { look, pixels });
}

const TABLE = Uint8Array.from({ length: 4097 }, (_, i) => Math.round(255 * toScreen(i / 4096)));

function grade(world: World, frame: Frame, { look, pixels }: { look: FinishedLook; pixels: Uint8Array }): void {
  const { colour, width, height } = frame;
  const sat =
    world.saturation *
    (world.style === 'anime' ? 1.12 : world.style === 'artistic' ? 1.14 : world.style === '3d' ? 1.04 : 1);
  const dark = look.layer || world.style === 'anime' ? 0 : world.style === '3d' ? 0.1 : 0.2;
  const grain = look.layer || world.style !== 'realistic' ? 0 : 0.012;
  for (let y = 0; y < height; y++) {
    const vy = (y / height - 0.5) * 1.15;
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 4;
      const vx = (x / width - 0.5) * 1.15;
      const fall = 1 - dark * smooth(0.18, 0.62, vx * vx + vy * vy);
      const noise = grain > 0 ? 1 + grain * 2 * (hash2(x + world.seed, y) - 0.5) : 1;
      const light = world.exposure * fall * noise;
      const r = shoulder((colour[i] ?? 0) * light);
      const g = shoulder((colour[i + 1] ?? 0) * light);
      const b = shoulder((colour[i + 2] ?? 0) * light);
      const grey = r * 0.2126 + g * 0.7152 + b * 0.0722;
      pixels[i] = screen(grey + (r - grey) * sat);
      pixels[i + 1] = screen(grey + (g - grey) * sat);
      pixels[i + 2] = screen(grey + (b - grey) * sat);
      pixels[i + 3] = Math.round(255 * Math.min(1, colour[i + 3] ?? 0));
    }
  }
}

/** Linear up to the lighter tones, then a soft shoulder, so that highlights keep their colour. */
function shoulder(c: number): number {
  return c < 0.55 ? c : 0.55 + 0.45 * (1 - Math.exp((0.55 - c) / 0.45));
}

function screen(c: number): number {
  return TABLE[c <= 0 ? 0 : c >= 1 ? 4096 : (c * 4096) | 0] ?? 0;
}
