// A layer of a shot, ready to be moved: its own bitmap, cut to what it covers, with premultiplied colours.
import type { Motion } from '@atelier/painter';
import type { Travel } from '../motion/travel.ts';

export type PlateKind = 'sky' | 'clouds' | 'far' | 'ground' | 'wall' | 'subject' | 'relief';

export interface Plate {
  kind: PlateKind;
  label: string;
  /** The bitmap and its place in the source picture, in source pixels; `scale` is bitmap pixels per source pixel. */
  width: number;
  height: number;
  left: number;
  top: number;
  scale: number;
  /** RGBA, premultiplied, shared between threads; `pixels` is the same memory, a pixel at a time (little-endian). */
  rgba: Uint8Array;
  pixels: Int32Array;
  /** First and one past the last covered pixel of each row. */
  spans: Int32Array;
  /** 1 for rows that hide everything behind them. */
  solid: Uint8Array;
  depth: number;
  motion: Motion;
  facing: number;
  /** Stands or drives on the ground, rather than flying or hanging above it. */
  grounded: boolean;
  /** Which plate carries this one: a rider moves with the horse. */
  carrier?: number;
  /** A shadow: it stays on the ground when its carrier is in the air. */
  isShadow?: boolean;
  /** Its way through the world, and the poses it shows on it, all of one size and at one place. */
  travel?: Travel;
  phases?: Plate[];
  /** Comes by again and again when the camera travels, as the trees of a forest do. */
  passes?: boolean;
  /** 255 where there is water. */
  water?: Uint8Array;
  /** A number of its own for every star, 0 elsewhere. */
  stars?: Uint8Array;
  /** How near each part of a photograph is, 0–1, on a coarse grid. */
  relief?: { width: number; height: number; near: Float32Array };
}

/** How the source picture of a shot was seen: all plates share it. */
export interface Lens {
  width: number;
  height: number;
  /** Column of the middle and row of the horizon. */
  centre: number;
  horizon: number;
  /** In source pixels. */
  focal: number;
  /** Height of the eye above the ground. */
  eye: number;
  /** Source pixels per pixel of the film. */
  perPixel: number;
}

export interface Bitmap {
  width: number;
  height: number;
  /** RGBA, straight alpha. */
  rgba: Uint8Array;
  box: { left: number; top: number; right: number; bottom: number };
  mask?: Uint8Array;
}

export type Traits = Pick<Plate, 'kind' | 'label' | 'depth' | 'motion' | 'facing' | 'grounded'>;

export function cutPlate(bitmap: Bitmap, traits: Traits): Plate {
  const { left, top } = bitmap.box;
  const width = bitmap.box.right - left;
  const height = bitmap.box.bottom - top;
  const rgba = new Uint8Array(new SharedArrayBuffer(width * height * 4));
  const water = bitmap.mask ? new Uint8Array(new SharedArrayBuffer(width * height)) : undefined;
  const spans = new Int32Array(new SharedArrayBuffer(height * 8));
  const solid = new Uint8Array(new SharedArrayBuffer(height));
  for (let y = 0; y < height; y++) {
    let [first, last, least] = [width, 0, 255];
    for (let x = 0; x < width; x++) {
      const from = ((y + top) * bitmap.width + x + left) * 4;
      const to = (y * width + x) * 4;
      const alpha = bitmap.rgba[from + 3] ?? 0;
      if (alpha < least) least = alpha;
      if (water && bitmap.mask) water[to >> 2] = bitmap.mask[from >> 2] ?? 0;
      if (alpha === 0) continue;
      if (x < first) first = x;
      last = x + 1;
      const share = alpha / 255;
      rgba[to] = (bitmap.rgba[from] ?? 0) * share + 0.5;
      rgba[to + 1] = (bitmap.rgba[from + 1] ?? 0) * share + 0.5;
      rgba[to + 2] = (bitmap.rgba[from + 2] ?? 0) * share + 0.5;
      rgba[to + 3] = alpha;
    }
    spans[y * 2] = first;
    spans[y * 2 + 1] = last;
    solid[y] = least === 255 && left === 0 && width === bitmap.width ? 1 : 0;
  }
  return {
    ...traits,
    width,
    height,
    left,
    top,
    scale: 1,
    rgba,
    pixels: new Int32Array(rgba.buffer),
    spans,
    solid,
    ...(water ? { water } : {}),
  };
}
