// Sets text into a rendered scene: on the board, label or front that carries it, or in a speech bubble beside the
// speaker.
import type { SceneDescription } from '../prompt/scene.ts';
import type { Frame } from '../render/frame.ts';
import { PARTS_PER_THING, THING_ID } from '../render/trace.ts';
import type { World } from '../render/world.ts';
import { kindNamed, kindOf } from '../subjects/registry.ts';
import { isDark } from './palettes.ts';
import { setText, type TypeBox } from './set-type.ts';

const SAYS = /\b(saying|says|said|shouting|asking)\b/i;

export interface LetteredPicture {
  world: World;
  scene: SceneDescription;
  frame: Frame;
  /** RGBA, without the letters. */
  pixels: Uint8Array;
}

/** The text as an SVG of the frame's size, to be drawn over its pixels. */
export async function letterScene(text: string, picture: LetteredPicture): Promise<string> {
  const { width, height } = picture.frame;
  // "G I G G L E" is one word with spaced letters.
  const words = /^(?:\p{L} ){2,}\p{L}$/u.test(text) ? text.replaceAll(' ', '') : text;
  const carriers = carriersOf(picture);
  const bodies = await Promise.all(carriers.map((carrier) => carried(words, carrier, { width, height })));
  const sky = { left: width * 0.12, top: height * 0.08, width: width * 0.76, height: height * 0.2 };
  const body = bodies.length > 0 ? bodies.join('') : await setText(words, sky, GLOWING);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
}

const GLOWING = { face: 'sans', fill: '#fff6d8', halo: '#10182c' } as const;
const INK = '#1c1a18';
const MAX_CARRIERS = 4;

interface Carrier {
  box: TypeBox;
  how: 'board' | 'sheet' | 'front' | 'label' | 'bubble';
  /** The surface is light enough for dark letters. */
  isLight?: boolean;
  /** Paint splashed on a wall lies under the letters. */
  isWall?: boolean;
}

function carriersOf(picture: LetteredPicture): Carrier[] {
  const boards = boardsOf(picture);
  if (boards.length > 0) return boards;
  const other = otherCarrierOf(picture);
  return other ? [other] : [];
}

/** Every board or sheet of the first thing that has one, as "books with the word" asks for. */
function boardsOf({ world, frame, pixels }: LetteredPicture): Carrier[] {
  const carries = (label: string | undefined) => label === 'board' || label === 'sheet';
  const first = world.things.find(({ parts }) => parts.some(({ label }) => carries(label)));
  if (!first) return [];
  return world.things
    .flatMap(({ name, parts }, index): Carrier[] => {
      const part = name === first.name ? parts.findIndex(({ label }) => carries(label)) : -1;
      const box = part < 0 ? undefined : boxWhere(frame, (id) => id === THING_ID + index * PARTS_PER_THING + part);
      if (!box) return [];
      const isWall = kindNamed(name)?.name === 'wall';
      const how = parts[part]?.label === 'sheet' ? 'sheet' : 'board';
      return [{ box, how, isWall, isLight: brightness(pixels, box, frame.width) > LIGHT }];
    })
    .slice(0, MAX_CARRIERS);
}

/** From this mean brightness (of 255) on, letters are dark. */
const LIGHT = 170;

function brightness(pixels: Uint8Array, { left, top, width, height }: TypeBox, across: number): number {
  let [sum, count] = [0, 0];
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) {
      const at = (y * across + x) * 4;
      sum += ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
      count++;
    }
  return sum / Math.max(1, count);
}

function otherCarrierOf({ world, scene, frame }: LetteredPicture): Carrier | undefined {
  for (const wanted of SAYS.test(scene.prompt) ? ['speaker', 'thing'] : ['thing', 'speaker']) {
    for (const [index, thing] of world.things.entries()) {
      const named = scene.subjects.find(({ word }) => word === thing.name);
      if (!named) continue;
      const { group } = kindNamed(named.kind) ?? kindOf(named.kind);
      const speaks = group === 'animal' || group === 'person' || group === 'fantasy';
      if (speaks !== (wanted === 'speaker')) continue;
      const from = THING_ID + index * PARTS_PER_THING;
      const box = boxWhere(frame, (id) => id >= from && id < from + PARTS_PER_THING);
      if (box) return { box, how: speaks ? 'bubble' : group === 'building' ? 'front' : 'label' };
    }
  }
  return undefined;
}

function boxWhere({ id, width }: Frame, holds: (id: number) => boolean): TypeBox | undefined {
  let [left, top, right, bottom] = [1e9, 1e9, -1, -1];
  for (const [at, value] of id.entries()) {
    if (value < THING_ID || !holds(value)) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right > left + 2 ? { left, top, width: right - left, height: bottom - top } : undefined;
}

async function carried(text: string, carrier: Carrier, size: { width: number; height: number }): Promise<string> {
  const { box, how } = carrier;
  if (how === 'bubble') return bubble(text, box, size);
  if (how === 'board') return boardText(text, carrier);
  // The printed lines of a sheet are hidden behind the text.
  if (how === 'sheet')
    return `${rounded(inset(box, 0.06), 1, '#f6f1e2')}${await setText(text, inset(box, 0.1), { face: 'sans', fill: INK })}`;
  // A plate keeps the letters readable on whatever is behind them, and never leaves the frame.
  const wide = Math.min(size.width * 0.9, Math.max(box.width * (how === 'front' ? 0.86 : 0.8), size.width * 0.3));
  const tall = Math.max(box.height * (how === 'front' ? 0.2 : 0.34), Math.min(wide * 0.3, size.height * 0.14));
  const left = Math.min(size.width - wide - 2, Math.max(2, box.left + (box.width - wide) / 2));
  const top = Math.min(size.height - tall - 2, box.top + box.height * (how === 'front' ? 0.42 : 0.52) - tall / 2);
  const fill = how === 'front' ? '#1d2b3a' : '#fbf8f0';
  const plate = { left, top, width: wide, height: tall };
  return `${rounded(plate, tall * 0.14, fill)}${await setText(text, inset(plate, 0.1), { face: 'sans', fill: isDark(fill) ? '#fff6d8' : INK })}`;
}

/** On a dark or coloured board the text is on a light field, on a wall on splashed paint. */
async function boardText(text: string, { box, isLight, isWall }: Carrier): Promise<string> {
  const letters = { face: 'sans', fill: INK } as const;
  if (isLight) return setText(text, inset(box, 0.15), letters);
  if (isWall) return `${splash(inset(box, 0.04))}${await setText(text, inset(box, 0.3), letters)}`;
  const tall = Math.min(box.height * 0.7, box.width * 0.5);
  const field = { ...box, top: box.top + (box.height - tall) / 2 - box.height * 0.06, height: tall };
  const printed = inset(field, 0.1);
  return `${rounded(printed, tall * 0.08, '#fbf8f0')}${await setText(text, inset(printed, 0.2), letters)}`;
}

const SPLASH_POINTS = 26;

function splash({ left, top, width, height }: TypeBox): string {
  const points = Array.from({ length: SPLASH_POINTS }, (_, i) => {
    const angle = (i / SPLASH_POINTS) * Math.PI * 2;
    const reach = i % 2 ? 0.8 + 0.1 * Math.sin(i * 2.3) : 0.95 + 0.05 * Math.sin(i * 1.7);
    // Nearly a rectangle, so that the letters at both ends lie on it.
    const round = (value: number) => Math.sign(value) * Math.abs(value) ** 0.35;
    const x = left + (width / 2) * (1 + round(Math.cos(angle)) * reach);
    const y = top + (height / 2) * (1 + round(Math.sin(angle)) * reach);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `<path d="M${points.join('L')}Z" fill="#fbfaf6" stroke="#fbfaf6" stroke-width="3" stroke-linejoin="round"/>`;
}

async function bubble(
  text: string,
  box: TypeBox,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const tall = Math.max(height * 0.16, Math.min(height * 0.28, box.top - height * 0.06));
  const plate = { left: width * 0.08, top: height * 0.04, width: width * 0.84, height: tall };
  const [x, y] = [box.left + box.width / 2, plate.top + tall];
  const tail = `<path d="M${x - width * 0.04} ${y - 2}L${x + width * 0.04} ${y - 2}L${x} ${Math.min(height, y + height * 0.07)}Z" fill="#ffffff"/>`;
  return `${rounded(plate, tall * 0.3, '#ffffff')}${tail}${await setText(text, inset(plate, 0.2), { face: 'sans', fill: INK })}`;
}

function inset({ left, top, width, height }: TypeBox, by: number): TypeBox {
  const edge = Math.min(width, height) * by;
  return { left: left + edge, top: top + edge, width: width - 2 * edge, height: height - 2 * edge };
}

function rounded({ left, top, width, height }: TypeBox, radius: number, fill: string): string {
  const n = (value: number) => value.toFixed(1);
  return `<rect x="${n(left)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" rx="${n(radius)}" fill="${fill}"/>`;
}
