// Follows the pixels of a subject through the frames of a shot: the subject in flat white, and rulers that stand in the same world.
import type { Stage } from '../../src/compose/band.ts';
import type { Compositor } from '../../src/compose/compositor.ts';
import { cutPlate, type Plate } from '../../src/scene/plate.ts';
import type { Filmed } from './film-feet.ts';

/** Luma of white and half of the way from black, in video range. */
const WHITE = 235;
const HALF = 125;

export interface Track {
  /** How far the subject gets through the world, in frame widths and heights. */
  across: number;
  along: number;
  /** Its height in the frame, in pixels. */
  tall: number;
  /** The largest gap between feet and ground in any frame, and at its best within any 0.7 s; in its own heights. */
  hover: number;
  touch: number;
  /** The furthest that one foot moves over the ground while it stands, in its own heights. */
  slide: number;
  /** The share of frames that show it whole from side to side. */
  seen: number;
}

interface Sight {
  left: number;
  right: number;
  top: number;
  bottom: number;
  middle: number;
  /** Bottom edge of the subject under each column; -1 where there is nothing. */
  feet: Float32Array;
}

export async function trackSubject(compositor: Compositor, { stage, feet }: Filmed, label: string): Promise<Track> {
  const plate = stage.plates.find((one) => one.kind === 'subject' && one.label === label && !isShadow(one));
  if (!plate) throw new Error(`no plate shows ${label}`);
  const row = stage.lens.horizon + (stage.lens.focal * stage.lens.eye) / plate.depth;
  const [subject, posts, rails, ground] = [
    await shoot(compositor, flat(stage, plate)),
    await shoot(compositor, withRuler(stage, plate, 'posts')),
    await shoot(compositor, withRuler(stage, plate, 'rails')),
    await shoot(compositor, withGround(stage, row)),
  ];
  const sights = subject.map((luma) => see(luma, stage));
  const right = placesOf(posts.map((luma) => line(luma, stage, 'row')));
  const down = placesOf(rails.map((luma) => line(luma, stage, 'column')));
  const lines = ground.map((luma) => edgeOf(luma, stage));
  const shown = sights.flatMap((sight, i) => (sight ? [{ ...sight, i }] : []));
  const tall = Math.max(1, ...shown.map((sight) => sight.bottom - sight.top));
  const xs = shown.map(({ middle, i }) => right(i, middle));
  const ys = shown.map(({ bottom, i }) => down(i, bottom));
  const ruled = { place: right, lines, tall };
  let slide = feet.length === 0 ? slideOf(sights, ruled) : 0;
  for (const phases of feet) {
    const [first = plate] = phases;
    const foot = { ...plate, ...first, phases };
    const alone = { ...stage, plates: stage.plates.map((one) => (one === plate ? foot : one)) };
    const seen = (await shoot(compositor, flat(alone, foot))).map((luma) => see(luma, stage));
    slide = Math.max(slide, slideOf(seen, ruled));
  }
  const gaps = shown.map(({ bottom, i }) => Math.max(0, ((lines[i] ?? 0) - bottom) / tall));
  return {
    across: spread(xs) / stage.width,
    along: spread(ys) / stage.height,
    tall,
    hover: Math.max(...gaps),
    touch: Math.max(...windows(gaps, Math.ceil(stage.fps * 0.7)).map((few) => Math.min(...few))),
    slide: slide / tall,
    seen: shown.filter((sight) => sight.left > 0 && sight.right < stage.width).length / sights.length,
  };
}

/** Black plates of nothing but alpha. */
function isShadow(plate: Plate): boolean {
  return plate.rgba.every((value, i) => i % 4 === 3 || value === 0);
}

const QUIET = { red: 1, green: 1, blue: 1, vignette: 0 };

function flat(stage: Stage, kept: Plate): Stage {
  const plates = stage.plates.map((plate, i) => {
    if (plate === kept) return whitened(plate);
    return i === 0 ? night(stage) : blank(plate);
  });
  return { ...stage, plates, air: [], glow: undefined, lightning: false, dawn: QUIET, dusk: QUIET };
}

/** Black everywhere, in place of the hindmost plate: a band is painted over whatever it held before. */
function night({ lens: { width, height } }: Stage): Plate {
  const rgba = new Uint8Array(width * height * 4).map((_, i) => (i % 4 === 3 ? 255 : 0));
  return cutPlate(
    { width, height, rgba, box: { left: 0, top: 0, right: width, bottom: height } },
    { kind: 'sky', label: 'night', depth: 1000, motion: 'still', facing: 0, grounded: false },
  );
}

function whitened(plate: Plate): Plate {
  const rgba = new Uint8Array(new SharedArrayBuffer(plate.rgba.length));
  for (let i = 0; i < rgba.length; i++) rgba[i] = plate.rgba[i | 3] ?? 0;
  const phases = plate.phases ? { phases: plate.phases.map(whitened) } : {};
  return { ...plate, rgba, pixels: new Int32Array(rgba.buffer), ...phases };
}

function blank(plate: Plate): Plate {
  const rgba = new Uint8Array(new SharedArrayBuffer(plate.rgba.length));
  const phases = plate.phases ? { phases: plate.phases.map(blank) } : {};
  const { stars: _, ...rest } = plate;
  return { ...rest, rgba, pixels: new Int32Array(rgba.buffer), solid: new Uint8Array(plate.height), ...phases };
}

/** A fence at the subject's distance that stands still in the world. */
function withRuler(stage: Stage, subject: Plate, kind: 'posts' | 'rails'): Stage {
  const { lens } = stage;
  const pad = kind === 'posts' ? lens.width * 3 : 0;
  const [width, height] = [lens.width + pad * 2, lens.height];
  const [space, wide] = [Math.round(lens.height / 4), Math.max(2, Math.round(lens.height / 90))];
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((kind === 'posts' ? x : y) % space < wide) rgba.fill(255, (y * width + x) * 4, (y * width + x) * 4 + 4);
  const ruler = cutPlate(
    { width, height, rgba, box: { left: 0, top: 0, right: width, bottom: height } },
    { kind: 'wall', label: 'ruler', depth: subject.depth, motion: 'still', facing: 0, grounded: true },
  );
  const base = flat(stage, ruler);
  return { ...base, plates: [...base.plates, { ...ruler, left: -pad, solid: new Uint8Array(height) }] };
}

/** Ground that is white from the subject's distance on towards the eye. */
function withGround(stage: Stage, row: number): Stage {
  const { width, height } = stage.lens;
  const rgba = new Uint8Array(width * height * 4);
  rgba.fill(255, Math.max(0, Math.round(row)) * width * 4);
  const ground = cutPlate(
    { width, height, rgba, box: { left: 0, top: 0, right: width, bottom: height } },
    { kind: 'ground', label: 'line', depth: 14, motion: 'still', facing: 0, grounded: true },
  );
  const base = flat(stage, ground);
  return { ...base, wind: 0, shade: 0, plates: [...base.plates, { ...ground, solid: new Uint8Array(height) }] };
}

async function shoot(compositor: Compositor, stage: Stage): Promise<Uint8Array[]> {
  compositor.enter(stage);
  const frames: Uint8Array[] = [];
  for (let frame = 0; frame < stage.frames; frame++) {
    const yuv = new Uint8Array(new SharedArrayBuffer(stage.width * stage.height * 1.5));
    await compositor.paint(frame, yuv);
    frames.push(yuv.slice(0, stage.width * stage.height));
  }
  return frames;
}

function see(luma: Uint8Array, { width, height }: Stage): Sight | undefined {
  const feet = new Float32Array(width).fill(-1);
  let [left, right, top, bottom, sum, count] = [width, 0, height, 0, 0, 0];
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) {
      if ((luma[y * width + x] ?? 0) < HALF) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      sum += x;
      count += 1;
      const below = y + 1 < height ? (luma[(y + 1) * width + x] ?? 0) : 0;
      feet[x] = y + 1 + (below < HALF ? Math.max(0, below - 16) / (WHITE - 16) : 0);
      bottom = Math.max(bottom, feet[x] ?? 0);
    }
  return count > 0 ? { left, right, top, bottom, middle: sum / count, feet } : undefined;
}

/** Middles of the bright stretches along the middle row or column. */
function line(luma: Uint8Array, { width, height }: Stage, along: 'row' | 'column'): number[] {
  const value = (i: number) =>
    Math.max(
      0,
      (along === 'row' ? (luma[(height >> 1) * width + i] ?? 0) : (luma[i * width + (width >> 1)] ?? 0)) - 24,
    );
  const middles: number[] = [];
  let [sum, weight] = [0, 0];
  for (let i = 0; i < (along === 'row' ? width : height); i++) {
    if (value(i) > 0) {
      sum += value(i) * i;
      weight += value(i);
    } else if (weight > 0) {
      middles.push(sum / weight);
      [sum, weight] = [0, 0];
    }
  }
  return middles;
}

/** A place in a frame, as pixels from the first mark of the first frame along the ruler. */
type Place = (frame: number, at: number) => number;

/** Marks are numbered in the first frame; in every other one, each is the nearest of the frame before. */
function placesOf(marks: readonly number[][]): Place {
  const space = (marks[0]?.[1] ?? 1) - (marks[0]?.[0] ?? 0);
  const firsts: number[] = [0];
  for (const [i, now] of marks.entries()) {
    const before = marks[i - 1];
    if (!before || i === 0) continue;
    const steps = now.map((x) => {
      const old = before.reduce(
        (best, one, k) => (Math.abs(one - x) < Math.abs((before[best] ?? 0) - x) ? k : best),
        0,
      );
      return { number: (firsts[i - 1] ?? 0) + old, away: Math.abs((before[old] ?? 0) - x) };
    });
    const sure = steps.reduce((best, one, k) => (one.away < (steps[best]?.away ?? 0) ? k : best), 0);
    firsts.push((steps[sure]?.number ?? 0) - sure);
  }
  return (frame, at) => {
    const now = marks[frame] ?? [];
    const k = Math.max(
      0,
      Math.min(
        now.length - 2,
        now.findLastIndex((x) => x <= at),
      ),
    );
    const [from = 0, to = from + space] = [now[k], now[k + 1]];
    return ((firsts[frame] ?? 0) + k + (at - from) / (to - from)) * space;
  };
}

function edgeOf(luma: Uint8Array, { width, height }: Stage): number {
  for (let y = 0; y < height; y++) if ((luma[y * width + (width >> 1)] ?? 0) >= HALF) return y;
  return height;
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

function windows(values: readonly number[], size: number): number[][] {
  if (values.length <= size) return [[...values]];
  return values.slice(size - 1).map((_, i) => values.slice(i, i + size));
}

interface Contact {
  left: number;
  right: number;
  /** Where it was in the frames before, since it touched. */
  since: Contact[];
}

/** What stands on the ground in two frames running is the same foot: without a gap it cannot have taken a step. */
function slideOf(
  sights: readonly (Sight | undefined)[],
  { place, lines, tall }: { place: Place; lines: readonly number[]; tall: number },
): number {
  // A foot that is nearer to us than the middle of the subject stands lower in the frame.
  const nearer = Math.max(...sights.map((sight, i) => (sight ? sight.bottom - (lines[i] ?? 0) : -tall)));
  let most = 0;
  let before: Contact[] = [];
  for (const [i, sight] of sights.entries()) {
    const now = sight ? contacts(sight.feet, (lines[i] ?? 0) + nearer - tall * 0.02, (x) => place(i, x)) : [];
    for (const one of now) {
      const same = before.toSorted((a, b) => apart(a, one) - apart(b, one))[0];
      if (same) one.since = [...same.since, same];
      // Before and after it stands, a round sole rolls: only what stands on most of it can slide.
      const stance = [...one.since, one];
      const wide = Math.max(...stance.map(widthOf)) * 0.7;
      const standing = stance.filter((foot) => widthOf(foot) >= wide);
      most = Math.max(most, ...standing.flatMap((a) => standing.map((b) => movedFrom(a, b))));
    }
    before = now;
  }
  return most;
}

function widthOf({ left, right }: Contact): number {
  return right - left;
}

function apart(a: Contact, b: Contact): number {
  return Math.min(Math.abs(a.left - b.left), Math.abs(a.right - b.right));
}

/** Both edges of a foot that slides go the same way; one that lifts or lands touches with less or more of its sole. */
function movedFrom(old: Contact, now: Contact): number {
  const [left, right] = [now.left - old.left, now.right - old.right];
  return left * right > 0 ? Math.min(Math.abs(left), Math.abs(right)) : 0;
}

function contacts(feet: Float32Array, from: number, place: (x: number) => number): Contact[] {
  const found: Contact[] = [];
  for (let x = 0; x < feet.length; x++) {
    if ((feet[x] ?? -1) < from) continue;
    const start = x;
    while (x < feet.length && (feet[x] ?? -1) >= from) x++;
    found.push({ left: place(start), right: place(x), since: [] });
  }
  return found;
}
