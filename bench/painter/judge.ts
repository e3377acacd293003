// Judges a painted caption by its pixels: visible masks, their colours, counts and places, flat design, and text that is read back.
import { kindNamed } from '../../packages/painter/src/subjects/registry.ts';
import { type Picture, shareOfColour } from './measure.ts';

export interface Caption {
  from: string;
  prompt: string;
  shows: { noun: string; count?: number; atLeast?: number; colour?: string }[];
  /** Text that must be readable in the picture. */
  says?: string;
  /** Asks for flat design instead of a scene. */
  graphic?: string;
  /** Where the second thing is, seen from the first. */
  position?: string;
}

/** Something that can be seen, with the pixels that show it. */
export interface Shown {
  names: readonly string[];
  /** One entry for every pixel, 1 where it is visible. */
  mask: Uint8Array;
}

export interface Painted {
  picture: Picture;
  shown: readonly Shown[];
  warnings: readonly string[];
}

export interface Verdict {
  failures: string[];
  /** Reported as missing, although it is visible. */
  falseWarnings: string[];
  /** Neither visible nor reported as missing. */
  unsaid: string[];
}

/** The share of the frame below which a thing is not noticeable. */
const VISIBLE = 0.0025;
const COLOURED = 0.12;
const FLAT = 0.6;
const READ = 0.8;

export function judgeCaption(caption: Caption, painted: Painted, read: string): Verdict {
  const { picture, shown, warnings } = painted;
  const found = caption.shows.map((want) => shown.filter((one) => isNamed(one, want.noun) && isVisible(one.mask)));
  const failures: string[] = [];
  for (const [i, want] of caption.shows.entries()) {
    const masks = (found[i] ?? []).map(({ mask }) => mask);
    if (masks.length === 0) failures.push(`no ${want.noun}`);
    else if (want.count !== undefined && masks.length !== want.count)
      failures.push(`${masks.length} of ${want.count} ${want.noun}`);
    else if (masks.length < (want.atLeast ?? 1)) failures.push(`only ${masks.length} ${want.noun}`);
    else if (
      want.colour &&
      Math.max(...masks.map((mask) => shareOfColour(picture, mask, want.colour ?? ''))) < COLOURED
    )
      failures.push(`${want.noun} is not ${want.colour}`);
  }
  const [anchor, placed] = [found[0]?.[0], found[1]?.[0]];
  if (caption.position && anchor && placed && !isAt(caption.position, [placed.mask, anchor.mask], picture.width))
    failures.push(`not ${caption.position}`);
  if (caption.graphic && flatShare(picture) < FLAT) failures.push(`no ${caption.graphic}`);
  if (caption.says && readShare(caption.says, read) < READ) failures.push(`does not say "${caption.says}"`);
  const warned = warnings.join(' ').toLowerCase();
  const isWarned = (noun: string) =>
    noun.split(' ').some((word) => new RegExp(`\\b${word.toLowerCase()}`).test(warned));
  const named = /not depicted: (.*)\./.exec(warned)?.[1]?.split(', ') ?? [];
  return {
    failures,
    falseWarnings: named.filter((word) => shown.some((one) => isNamed(one, word) && isVisible(one.mask))),
    unsaid: caption.shows.filter(({ noun }, i) => found[i]?.length === 0 && !isWarned(noun)).map(({ noun }) => noun),
  };
}

function isNamed(one: Shown, noun: string): boolean {
  const kind = kindNamed(noun.toLowerCase());
  const names = kind ? [noun, kind.name] : [noun];
  return names.some((name) => one.names.includes(name.toLowerCase()));
}

function isVisible(mask: Uint8Array): boolean {
  return mask.reduce((sum, bit) => sum + bit, 0) >= mask.length * VISIBLE;
}

function isAt(position: string, [one, other]: readonly [Uint8Array, Uint8Array], width: number): boolean {
  const [a, b] = [centreOf(one, width), centreOf(other, width)];
  if (position === 'left of') return a.x < b.x;
  if (position === 'right of') return a.x > b.x;
  if (position === 'above') return a.y < b.y;
  return a.y > b.y;
}

function centreOf(mask: Uint8Array, width: number): { x: number; y: number } {
  let [x, y, count] = [0, 0, 0];
  for (const [at, bit] of mask.entries()) {
    if (!bit) continue;
    x += at % width;
    y += Math.floor(at / width);
    count++;
  }
  return { x: x / count, y: y / count };
}

/** The share of the picture that its eight most frequent colours cover: a scene with light and shade has hundreds. */
function flatShare({ pixels }: Picture): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length; i += 4) {
    const colour = ((pixels[i] ?? 0) >> 3) * 1024 + ((pixels[i + 1] ?? 0) >> 3) * 32 + ((pixels[i + 2] ?? 0) >> 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const most = [...counts.values()].sort((a, b) => b - a).slice(0, 8);
  return most.reduce((sum, count) => sum + count, 0) / (pixels.length / 4);
}

function readShare(wanted: string, read: string): number {
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9 ]+/g, ' ');
  const words = letters(wanted).split(' ').filter(Boolean);
  const seen = letters(read).replaceAll(' ', '');
  return words.filter((word) => seen.includes(word)).length / words.length;
}
